import { describe, expect, it } from 'vitest'
import { crc32 } from '../../../src/kernel/crypto.ts'
import { stripMetadata } from '../../../src/modules/images/picture.ts'
import { PICTURES } from '../../support/pictures.ts'

const latin = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
const changed = (bytes: Uint8Array<ArrayBuffer>, at: number, value: number) => {
  const copy = bytes.slice()
  copy[at] = value
  return copy
}
const find = (bytes: Uint8Array, text: string) => latin(bytes).indexOf(text)
const read = (bytes: Uint8Array<ArrayBuffer>) => {
  const picture = stripMetadata(bytes)
  if ('why' in picture) throw new Error(picture.why)
  return picture
}

describe('a picture', () => {
  it.each([
    ['jpeg', 'image/jpeg', 12, 8],
    ['png', 'image/png', 12, 8],
    ['webp', 'image/webp', 12, 8],
    ['lossless', 'image/webp', 12, 8],
    ['turned', 'image/jpeg', 8, 12],
  ] as const)('of the kind %s keeps its size and nothing that tells of anybody', (kind, mediaType, width, height) => {
    const before = PICTURES[kind]
    const picture = read(before)
    expect(picture).toMatchObject({ mediaType, width, height })
    expect(latin(before)).toMatch(/Exif|eXIf|EXIF/)
    for (const word of [
      'Ada',
      'secret-place',
      'http://ns.adobe.com',
      'xmpmeta',
      'XMP ',
      'tEXt',
      'zTXt',
      'iTXt',
      'eXIf',
      'EXIF',
    ])
      expect(latin(picture.bytes)).not.toContain(word)
    // What is clean stays as it is, so that one picture has one hash.
    expect(read(picture.bytes).bytes).toEqual(picture.bytes)
  })

  it('that lay on its side keeps which way up it goes, and of its Exif that alone', () => {
    const { bytes } = read(PICTURES.turned)
    const at = find(bytes, 'Exif')
    expect(Array.from(bytes.subarray(at - 2, at + 32))).toEqual([
      0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0,
      0, 0, 0, 0, 0,
    ])
    expect(find(read(PICTURES.jpeg).bytes, 'Exif')).toBe(-1)
  })

  it('ends where it ends: what hides behind it is left out', () => {
    for (const kind of ['jpeg', 'png', 'webp'] as const) {
      const longer = Uint8Array.from([...PICTURES[kind], ...new TextEncoder().encode('<script>hidden</script>')])
      expect(read(longer).bytes).toEqual(read(PICTURES[kind]).bytes)
    }
  })

  it('is none where a part is missing, a check sum is wrong, or a marker stands where none may', () => {
    for (const bytes of Object.values(PICTURES)) {
      for (const length of [0, 3, 11, 12, 20, Math.floor(bytes.length / 2)])
        expect(stripMetadata(bytes.slice(0, length)), `${length} bytes`).toHaveProperty('why')
    }
    const data = find(PICTURES.png, 'IDAT')
    expect(stripMetadata(changed(PICTURES.png, data + 6, 0xaa))).toEqual({ why: 'a checksum is wrong' })
    const second = 4 + new DataView(PICTURES.jpeg.buffer).getUint16(4)
    expect(stripMetadata(changed(PICTURES.jpeg, second, 0))).toEqual({ why: 'a segment has no marker' })
    expect(stripMetadata(changed(PICTURES.webp, 7, 0x01))).toEqual({ why: 'the file is truncated' })
  })

  it.each([
    ['a GIF', new TextEncoder().encode('GIF89a'.padEnd(100, 'x'))],
    ['an SVG', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page that begins with a blank', new TextEncoder().encode(' <!doctype html>')],
    ['sound in the same container', new TextEncoder().encode('RIFF\u0010\u0000\u0000\u0000WAVEfmt ')],
  ])('is not %s, whatever it is called', (_what, bytes) => {
    expect(stripMetadata(bytes as Uint8Array<ArrayBuffer>)).toEqual({ why: 'the format is not JPEG, PNG or WebP' })
  })

  it('is not so large that showing it takes all memory there is', () => {
    const header = find(PICTURES.png, 'IHDR')
    const huge = PICTURES.png.slice()
    const view = new DataView(huge.buffer)
    view.setUint32(header + 4, 12_000)
    view.setUint32(header + 8, 12_000)
    view.setUint32(header + 17, crc32(huge.subarray(header, header + 17)))
    expect(stripMetadata(huge)).toEqual({ why: expect.stringContaining('12000 by 12000 pixels') })
  })
})
