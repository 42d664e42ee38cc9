import { describe, expect, it } from 'vitest'
import { joined } from '../../../src/kernel/bytes.ts'
import { crc32, utf8 } from '../../../src/kernel/crypto.ts'
import { deflate } from '../../../src/kernel/deflate.ts'
import { DEFLATE, STORE, storedZip, zipEnd, zipHeader, type ZipPart } from '../../../src/kernel/zip.ts'
import { readContent, readDirectory, UnfitZip, type RandomAccess } from '../../../src/kernel/zip-reading.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Counts the bytes that were read, to show that a hostile file costs no memory. */
const fileOf = (bytes: Bytes) => {
  const file = {
    size: bytes.length,
    readBytes: 0,
    async read(offset: number, length: number) {
      file.readBytes += length
      return bytes.slice(offset, offset + length)
    },
  }
  return file satisfies RandomAccess
}

const LIMIT = 1_000_000

const readAllOf = async (file: RandomAccess) => {
  for (const entry of (await readDirectory(file)).values()) await readContent(file, entry, LIMIT)
}
const readAll = (bytes: Bytes) => readAllOf(fileOf(bytes))

interface Entry {
  path: string
  content: Bytes
  method?: ZipPart['method']
  /** What the headers say, if it isn't true. */
  said?: Partial<ZipPart>
}

const zipWith = async (...entries: Entry[]) => {
  const parts: ZipPart[] = []
  const pieces: Bytes[] = []
  for (const { path, content, method = DEFLATE, said = {} } of entries) {
    const data = method === STORE ? content : await deflate(content)
    const part = { path, method, checksum: crc32(content), size: content.length, packed: data.length, ...said }
    parts.push(part)
    pieces.push(zipHeader(part), data)
  }
  pieces.push(zipEnd(parts))
  return joined(
    pieces,
    pieces.reduce((sum, piece) => sum + piece.length, 0),
  )
}

const text = utf8('{"id":"evt_1"}\n'.repeat(50))
const good = await zipWith({ path: 'a.ndjson', content: text }, { path: 'b.webp', content: text, method: STORE })

/** Changes bytes at an offset from the first occurrence of a signature. */
const patched = (bytes: Bytes, signature: number, offset: number, values: number[], nth = 0) => {
  const copy = bytes.slice()
  const view = new DataView(copy.buffer)
  let seen = 0
  for (let at = 0; at + 4 <= copy.length; at += 1)
    if (view.getUint32(at, true) === signature && seen++ === nth) {
      copy.set(values, at + offset)
      return copy
    }
  throw new Error('no such record')
}
const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50]
const four = (value: number) => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24]

const zeros = await deflate(new Uint8Array(30_000_000))
const bomb = async (size: number) => {
  const part: ZipPart = { path: 'a.ndjson', method: DEFLATE, checksum: 0, size, packed: zeros.length }
  const [head, end] = [zipHeader(part), zipEnd([part])]
  return joined([head, zeros, end], head.length + zeros.length + end.length)
}

/** Its data continues behind the end of the compressed content. */
const padding = new Uint8Array(30_000_000)
const padded = await deflate(text).then((data) => {
  const packed = data.length + padding.length
  const part: ZipPart = { path: 'a', method: DEFLATE, checksum: crc32(text), size: text.length, packed }
  const pieces = [zipHeader(part), data, padding, zipEnd([part])]
  return joined(
    pieces,
    pieces.reduce((sum, piece) => sum + piece.length, 0),
  )
})

const hostile: Record<string, Bytes> = {
  'an empty file': new Uint8Array(0),
  'a text': utf8('PK is not enough to be a ZIP archive'),
  'only an end record of another file': good.slice(-22),
  'a truncated file': good.slice(0, -1),
  'a file without its first byte': good.slice(1),
  'a file with bytes before it': joined([utf8('MZ'), good], good.length + 2),
  'a file with bytes after it': joined([good, utf8('!')], good.length + 1),
  'a comment': patched(good, END, 20, [1, 0]),
  'a file that continues on another disk': patched(good, END, 4, [1, 0]),
  'fewer entries on this disk than in all': patched(good, END, 8, [1, 0]),
  'one entry fewer than the directory has': patched(patched(good, END, 8, [1, 0]), END, 10, [1, 0]),
  'one entry more than the directory has': patched(patched(good, END, 8, [3, 0]), END, 10, [3, 0]),
  '65,535 entries': patched(patched(good, END, 8, [255, 255]), END, 10, [255, 255]),
  'a directory of 4 GB': patched(good, END, 12, [255, 255, 255, 255]),
  'a directory behind the end': patched(good, END, 16, [255, 255, 255, 127]),
  'a directory before its place': patched(good, END, 16, four(0)),
  'a directory that isn’t one': patched(good, CENTRAL, 0, [1, 2, 3, 4]),
  'a name longer than the directory': patched(good, CENTRAL, 28, [255, 255]),
  'an extra field longer than the directory': patched(good, CENTRAL, 30, [255, 255]),
  'a comment longer than the directory': patched(good, CENTRAL, 32, [255, 255]),
  'an encrypted entry': patched(good, CENTRAL, 8, [1, 8]),
  'a strongly encrypted entry': patched(good, CENTRAL, 8, [64, 8]),
  bzip2: patched(good, CENTRAL, 10, [12, 0]),
  LZMA: patched(good, CENTRAL, 10, [14, 0]),
  'a symbolic link': patched(good, CENTRAL, 40, [0xff, 0xa1]),
  'a name that isn’t UTF-8': patched(patched(good, CENTRAL, 46, [255]), LOCAL, 30, [255]),
  'the same name twice': await zipWith({ path: 'a', content: text }, { path: 'a', content: text }),
  'two entries at the same place': patched(good, CENTRAL, 42, four(0), 1),
  'an entry that overlaps the directory': patched(good, CENTRAL, 42, four(good.length - 100), 1),
  'an entry beyond the file': patched(good, CENTRAL, 42, four(0xfffffff0), 1),
  'an entry without a header': patched(good, LOCAL, 0, [0, 0, 0, 0]),
  'two names for one entry': patched(good, LOCAL, 30, [99]),
  'a local name of 64 KB': patched(good, LOCAL, 26, [255, 255]),
  'a stored entry of another size': await zipWith({ path: 'a', content: text, method: STORE, said: { size: 9 } }),
  'an entry smaller than it says': await zipWith({ path: 'a', content: text, said: { size: text.length + 1 } }),
  'an entry larger than it says': await zipWith({ path: 'a', content: text, said: { size: text.length - 1 } }),
  'a wrong checksum': await zipWith({ path: 'a', content: text, said: { checksum: 1 } }),
  'deflate data that isn’t': await zipWith({ path: 'a', content: text, method: STORE, said: { method: DEFLATE } }),
  'a bomb that states its size': await bomb(30_000_000),
  'a bomb that states 4 GB': await bomb(0xfffffffe),
  'a bomb that states 100 KB': await bomb(100_000),
  'a bomb of many entries': await zipWith(
    ...Array.from({ length: 1_100 }, (_, number) => ({
      path: `${number}`,
      content: text,
      said: { size: 4_000_000, packed: 20_000 },
    })),
  ),
  'an entry of 30 MB that states 100 bytes': padded,
  'an entry larger than its limit': await zipWith({ path: 'a', content: new Uint8Array(LIMIT + 1), method: STORE }),
}

describe('readDirectory and readContent', () => {
  it('read the output of ZIP writers', async () => {
    for (const zip of [good, storedZip({ 'a.txt': text, 'b.txt': text })]) {
      const file = fileOf(zip)
      const entries = await readDirectory(file)
      expect(entries.size).toBe(2)
      for (const entry of entries.values()) expect(await readContent(file, entry, LIMIT)).toEqual(text)
    }
  })

  it.each(Object.entries(hostile))('refuse %s', async (_, bytes) => {
    await expect(readAll(bytes)).rejects.toThrow(UnfitZip)
  })

  it('refuse at least 40 hostile files within 2 seconds, reading at most 32 MB of all of them', async () => {
    const names = Object.keys(hostile)
    expect(names.length).toBeGreaterThanOrEqual(40)
    const startedAt = performance.now()
    let most = 0
    for (const bytes of Object.values(hostile)) {
      const file = fileOf(bytes)
      await expect(readAllOf(file)).rejects.toThrow(UnfitZip)
      most += file.readBytes
    }
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    expect(most).toBeLessThan(32_000_000)
  })

  it('refuse compressed data that is larger than its content, before reading it', async () => {
    const file = fileOf(padded)
    await expect(readDirectory(file)).rejects.toThrow('an entry is larger than its content')
    expect(file.readBytes).toBeLessThan(1_000)
  })

  it('stop decompressing a bomb at its stated size', async () => {
    const before = process.memoryUsage().rss
    await expect(readAll(await bomb(100_000))).rejects.toThrow('lies about its size')
    expect(process.memoryUsage().rss - before).toBeLessThan(32_000_000)
  })
})
