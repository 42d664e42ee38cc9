import { crc32, utf8 } from './crypto.ts'
import { CENTRAL, DATE, DEFLATE, END, LOCAL, STORE, UTF8_NAMES, ZIP_VERSION, zipRecord, type Field } from './zip.ts'

type Bytes = Uint8Array<ArrayBuffer>

export interface ZipEntry {
  path: string
  pieces: AsyncIterable<Bytes>
  /** Whether the data is already compressed, such as an image. */
  isCompressed?: boolean
}

const DESCRIPTOR = 0x08074b50
/** Bit 3: the checksum and the sizes follow the data, because they are unknown before. */
const SIZES_FOLLOW = 0x0008
/** Larger files and archives would need ZIP64. */
const MAX_OFFSET = 0xffffffff
const MAX_ENTRIES = 0xffff

async function* deflated(pieces: AsyncIterable<Bytes>): AsyncGenerator<Bytes, void> {
  const source = pieces[Symbol.asyncIterator]()
  const reader = new ReadableStream<Bytes>({
    async pull(controller) {
      const piece = await source.next()
      if (piece.done === true) controller.close()
      else controller.enqueue(piece.value)
    },
    async cancel() {
      await source.return?.(undefined)
    },
  })
    .pipeThrough(new CompressionStream('deflate-raw'))
    .getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value as Bytes
  } finally {
    await reader.cancel()
  }
}

/**
 * Writes a ZIP piece by piece, so that memory holds one piece and the directory, however large the files are. Each entry
 * is read only when the previous one is complete.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Bytes, void> {
  const directory: Bytes[] = []
  let offset = 0
  for await (const { path, pieces, isCompressed = false } of entries) {
    const name = utf8(path)
    const method = isCompressed ? STORE : DEFLATE
    const start = offset
    const about = { checksum: 0, size: 0, packed: 0 }
    async function* measured(): AsyncGenerator<Bytes, void> {
      for await (const piece of pieces) {
        about.checksum = crc32(piece, about.checksum)
        about.size += piece.length
        yield piece
      }
    }
    const head: Field[] = [
      [2, ZIP_VERSION],
      [2, SIZES_FOLLOW | UTF8_NAMES],
      [2, method],
      [2, 0],
      [2, DATE],
    ]
    const local = zipRecord([[4, LOCAL], ...head, [4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]])
    yield local
    yield name
    for await (const piece of isCompressed ? measured() : deflated(measured())) {
      about.packed += piece.length
      yield piece
    }
    const sizes: Field[] = [
      [4, about.checksum],
      [4, about.packed],
      [4, about.size],
    ]
    const descriptor = zipRecord([[4, DESCRIPTOR], ...sizes])
    yield descriptor
    offset += local.length + name.length + about.packed + descriptor.length
    directory.push(
      zipRecord([
        [4, CENTRAL],
        [2, ZIP_VERSION],
        ...head,
        ...sizes,
        [2, name.length],
        ...([2, 2, 2, 2] as const).map((size): Field => [size, 0]),
        [4, 0],
        [4, start],
      ]),
      name,
    )
    if (offset > MAX_OFFSET || about.size > MAX_OFFSET || directory.length / 2 > MAX_ENTRIES)
      throw new Error('the archive is too large for a ZIP without ZIP64')
  }
  yield* directory
  const [count, length] = [directory.length / 2, directory.reduce((sum, part) => sum + part.length, 0)]
  yield zipRecord([
    [4, END],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, length],
    [4, offset],
    [2, 0],
  ])
}
