import { createReadStream, createWriteStream, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { once } from 'node:events'
import { StartError } from '../start/start-error.ts'

const BLOCK = 512
const MAX_NAME = 100
const ZERO = Buffer.alloc(BLOCK)

/** Splits a long path at a slash, because the format has one field for the last 100 bytes and one for the rest. */
const nameParts = (path: string): [name: string, prefix: string] => {
  if (path.length <= MAX_NAME) return [path, '']
  const cut = path.indexOf('/', path.length - MAX_NAME - 1)
  return [path.slice(cut + 1), path.slice(0, cut)]
}

/** Octal up to 8 GiB, then the binary form that GNU tar and bsdtar read. */
const writeSize = (header: Buffer, bytes: number) => {
  if (bytes < 8 ** 11) return header.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124)
  header.writeBigUInt64BE(BigInt(bytes), 128)
  return header.writeUInt8(0x80, 124)
}

const headerOf = (path: string, bytes: number, atMs: number) => {
  const header = Buffer.alloc(BLOCK)
  const [name, prefix] = nameParts(path)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  writeSize(header, bytes)
  header.write(
    `${Math.floor(atMs / 1_000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  )
  header.write('        0', 148)
  header.write('ustar', 257)
  header.write('00', 263)
  header.write(prefix, 345)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

const padding = (bytes: number) => ZERO.subarray(0, (BLOCK - (bytes % BLOCK)) % BLOCK)

export interface TarFile {
  path: string
  /** Length of the content. */
  bytes: number
  content: AsyncIterable<Buffer> | Iterable<Buffer>
}

export const fileOnDisk = (dir: string, path: string): TarFile => ({
  path,
  bytes: statSync(join(dir, path)).size,
  content: createReadStream(join(dir, path), { highWaterMark: 1 << 20 }),
})

/** Yields a tar archive (POSIX ustar). The length of a file must not change in the meantime. */
export async function* tarOf(files: AsyncIterable<TarFile>, atMs: number): AsyncGenerator<Buffer> {
  for await (const { path, bytes, content } of files) {
    yield headerOf(path, bytes, atMs)
    let written = 0
    for await (const piece of content) {
      written += piece.length
      yield piece
    }
    if (written !== bytes) throw new Error(`${path} has ${written} bytes instead of ${bytes}`)
    yield padding(bytes)
  }
  yield ZERO
  yield ZERO
}

const textAt = (header: Buffer, from: number, length: number) =>
  header.toString('utf8', from, from + length).replace(/\0.*$/s, '')

const sizeIn = (header: Buffer) =>
  header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(textAt(header, 124, 12), 8)

/** Reads exact numbers of bytes from a stream of chunks of any length. */
const readerOf = (source: AsyncIterable<Buffer>) => {
  const pieces = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const some = async (most: number): Promise<Buffer> => {
    if (rest.length === 0) {
      const next = await pieces.next()
      if (next.done === true) throw new StartError('the archive is incomplete')
      rest = next.value
    }
    const piece = rest.subarray(0, most)
    rest = rest.subarray(piece.length)
    return piece
  }
  const exactly = async (length: number) => {
    const found: Buffer[] = []
    for (let missing = length; missing > 0; missing -= found.at(-1)?.length ?? 0) found.push(await some(missing))
    return Buffer.concat(found)
  }
  const drain = async () => {
    while ((await pieces.next()).done !== true);
  }
  return { some, exactly, drain }
}

const isSafe = (path: string) => !path.startsWith('/') && !path.split('/').includes('..')

/** Writes the files of an archive below `dir`, and calls `seen` with every piece of each. */
export const untar = async (
  source: AsyncIterable<Buffer>,
  dir: string,
  seen: (path: string, piece: Buffer) => void,
): Promise<void> => {
  const reader = readerOf(source)
  for (;;) {
    const header = await reader.exactly(BLOCK)
    if (header.equals(ZERO)) return reader.drain()
    const prefix = textAt(header, 345, 155)
    const path = `${prefix === '' ? '' : `${prefix}/`}${textAt(header, 0, MAX_NAME)}`
    const bytes = sizeIn(header)
    if (textAt(header, 257, 5) !== 'ustar' || !isSafe(path) || !Number.isSafeInteger(bytes))
      throw new StartError('the file is not a backup of this service')
    mkdirSync(dirname(join(dir, path)), { recursive: true, mode: 0o700 })
    const file = createWriteStream(join(dir, path), { mode: 0o600, flush: true })
    for (let missing = bytes; missing > 0;) {
      const piece = await reader.some(missing)
      missing -= piece.length
      seen(path, piece)
      if (!file.write(piece)) await once(file, 'drain')
    }
    file.end()
    await once(file, 'close')
    await reader.exactly(padding(bytes).length)
  }
}
