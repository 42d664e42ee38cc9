import { writeFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'

const WIDTH = 640
const HEIGHT = 480
const FRAMES_A_SECOND = 4
const PAPER = 235
const INK = 16
const TABLE = 120

interface Picture {
  size: number
  isBlack(x: number, y: number): boolean
}

/** Decodes only the kind of PNG that this service generates: square, 1 bit per pixel, rows without a filter. */
const readPng = (png: Buffer): Picture => {
  const size = png.readUInt32BE(16)
  const data: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const rows = inflateSync(Buffer.concat(data))
  const bytesARow = 1 + Math.ceil(size / 8)
  return {
    size,
    isBlack: (x, y) => (((rows[y * bytesARow + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 0,
  }
}

const frame = (picture: Picture | null) => {
  const luma = Buffer.alloc(WIDTH * HEIGHT, TABLE)
  if (picture !== null) {
    const [left, top] = [(WIDTH - picture.size) >> 1, (HEIGHT - picture.size) >> 1]
    for (let y = 0; y < picture.size; y += 1)
      for (let x = 0; x < picture.size; x += 1) luma[(top + y) * WIDTH + left + x] = picture.isBlack(x, y) ? INK : PAPER
  }
  return [Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]
}

/**
 * Writes a video in which a ticket is held up to the camera and taken away, in a loop. Chromium uses it as a fake
 * camera.
 */
export const filmTicket = (png: Buffer, path: string, { shownSeconds = 1.5, awaySeconds = 3 } = {}) => {
  const [shown, away] = [frame(readPng(png)), frame(null)]
  writeFileSync(
    path,
    Buffer.concat([
      Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_A_SECOND}:1 Ip A1:1 C420jpeg\n`),
      ...Array.from({ length: shownSeconds * FRAMES_A_SECOND }, () => shown).flat(),
      ...Array.from({ length: awaySeconds * FRAMES_A_SECOND }, () => away).flat(),
    ]),
  )
  return path
}

export const filmedBy = (path: string) => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${path}`,
]
