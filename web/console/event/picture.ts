import { SaidInWords, type Api } from '../../shared/api.ts'
import type { ImageAnswer, One } from '../../shared/answers.ts'
import { ACCENTS } from '../../../src/kernel/vocabulary.ts'
import { eventFieldsWords } from '../words/en/event-fields.ts'

const LONGEST = 2_400
const QUALITY = 0.86
/** Size of Open Graph previews. */
const WIDE = { width: 1_200, height: 630 }
const SAMPLE = 48

/** Returns the centred crop of the image with the aspect ratio of `shape`. */
const middleOf = ({ width, height }: ImageBitmap, shape: { width: number; height: number }) => {
  const scale = Math.min(width / shape.width, height / shape.height)
  const [wide, high] = [shape.width * scale, shape.height * scale]
  return [(width - wide) / 2, (height - high) / 2, wide, high] as const
}

const drawn = (source: ImageBitmap, width: number, height: number) => {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new SaidInWords(eventFieldsWords().picture.cannotProcess)
  context.drawImage(source, ...middleOf(source, { width, height }), 0, 0, width, height)
  return { canvas, context }
}

const hueOf = (red: number, green: number, blue: number) => {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const span = most - least
  if (span === 0) return null
  const sector =
    most === red ? ((green - blue) / span + 6) % 6 : most === green ? (blue - red) / span + 2 : (red - green) / span + 4
  return { hue: sector * 60, weight: (span / 255) ** 2 }
}

/**
 * Maps an HSL hue to an OKLCH hue as used in `ACCENTS`. The result is approximate, but good enough to choose among two
 * dozen accents.
 */
const forEyes = (hue: number) => (hue + (hue < 60 ? 28 : hue < 180 ? 40 : hue < 260 ? 22 : 10)) % 360

const apart = (left: number, right: number) => Math.abs(((left - right + 540) % 360) - 180)

/** Returns the accent closest to the dominant colour of the image. Each pixel counts with the square of its chroma. */
const accentOf = (picture: ImageBitmap) => {
  const { context } = drawn(picture, SAMPLE, SAMPLE)
  const { data } = context.getImageData(0, 0, SAMPLE, SAMPLE)
  const weights = new Map<number, number>()
  for (let at = 0; at < data.length; at += 4) {
    const found = hueOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
    if (found === null) continue
    const eye = forEyes(found.hue)
    const nearest = ACCENTS.toSorted((left, right) => apart(left, eye) - apart(right, eye))[0] ?? 270
    weights.set(nearest, (weights.get(nearest) ?? 0) + found.weight)
  }
  return [...weights].toSorted(([, left], [, right]) => right - left)[0]?.[0] ?? null
}

/** Fills transparent pixels with white, because JPEG has no alpha channel. */
const cutOf = (picture: ImageBitmap) => {
  const { canvas, context } = drawn(picture, WIDE.width, WIDE.height)
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, WIDE.width, WIDE.height)
  return canvas
}

const encoded = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob>((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new SaidInWords(eventFieldsWords().picture.cannotConvert)) : resolve(blob)),
      type,
      QUALITY,
    )
  })

/** Scales the image to at most 2,400 px and re-encodes it, which removes EXIF data such as the time and location. */
export const putPicture = async (api: Api, slug: string, file: Blob) => {
  const picture = await createImageBitmap(file).catch((cause: unknown) => {
    throw new SaidInWords(eventFieldsWords().picture.cannotOpen, { cause })
  })
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
  const { canvas } = drawn(picture, Math.round(picture.width * scale), Math.round(picture.height * scale))
  const body = await encoded(canvas, file.type === 'image/png' ? 'image/webp' : 'image/jpeg')
  const images = `/calendars/${encodeURIComponent(slug)}/images`
  const { data } = await api.upload<One<ImageAnswer>>(images, body)
  if (data.wideUrl !== null) return { image: data, accent: accentOf(picture) }
  const cut = await encoded(cutOf(picture), 'image/jpeg')
  const { data: image } = await api.upload<One<ImageAnswer>>(`${images}/${data.id}/wide`, cut, 'PUT')
  return { image, accent: accentOf(picture) }
}
