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

describe('stripMetadata', () => {
  it.each([
    ['jpeg', 'image/jpeg', 12, 8],
    ['png', 'image/png', 12, 8],
    ['webp', 'image/webp', 12, 8],
    ['lossless', 'image/webp', 12, 8],
    ['turned', 'image/jpeg', 8, 12],
  ] as const)('keeps type and size of %s and removes Exif, XMP and text chunks', (kind, mediaType, width, height) => {
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
    // Stripping is idempotent: a clean picture stays byte-identical, so the same picture always has the same hash.
    expect(read(picture.bytes).bytes).toEqual(picture.bytes)
  })

  it('keeps the Exif orientation of a rotated JPEG and no other Exif tag', () => {
    const { bytes } = read(PICTURES.turned)
    const at = find(bytes, 'Exif')
    expect(Array.from(bytes.subarray(at - 2, at + 32))).toEqual([
      0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0,
      0, 0, 0, 0, 0,
    ])
    expect(find(read(PICTURES.jpeg).bytes, 'Exif')).toBe(-1)
  })

  it('removes bytes appended after the end of the image', () => {
    for (const kind of ['jpeg', 'png', 'webp'] as const) {
      const longer = Uint8Array.from([...PICTURES[kind], ...new TextEncoder().encode('<script>hidden</script>')])
      expect(read(longer).bytes).toEqual(read(PICTURES[kind]).bytes)
    }
  })

  it('rejects truncated files, wrong PNG checksums and JPEG segments without a marker', () => {
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
    ['an HTML page that starts with a space', new TextEncoder().encode(' <!doctype html>')],
    ['WAVE audio in a RIFF container', new TextEncoder().encode('RIFF\u0010\u0000\u0000\u0000WAVEfmt ')],
  ])('rejects %s', (_what, bytes) => {
    expect(stripMetadata(bytes as Uint8Array<ArrayBuffer>)).toEqual({ why: 'the format isn’t JPEG, PNG or WebP' })
  })

  it('rejects a picture of 12,000 by 12,000 pixels, because decoding it would exhaust memory', () => {
    const header = find(PICTURES.png, 'IHDR')
    const huge = PICTURES.png.slice()
    const view = new DataView(huge.buffer)
    view.setUint32(header + 4, 12_000)
    view.setUint32(header + 8, 12_000)
    view.setUint32(header + 17, crc32(huge.subarray(header, header + 17)))
    expect(stripMetadata(huge)).toEqual({ why: expect.stringContaining('12000 by 12000 pixels') })
  })
})
