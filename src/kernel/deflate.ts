import { joined } from './bytes.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Thrown if data decompresses to more bytes than stated. */
export class TooLong extends Error {}

const through = async (
  bytes: Bytes,
  stream: CompressionStream | DecompressionStream,
  limit: number,
): Promise<Bytes> => {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader()
  const chunks: Bytes[] = []
  let length = 0
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const chunk = read.value as Bytes
      length += chunk.length
      if (length > limit) throw new TooLong()
      chunks.push(chunk)
    }
  } finally {
    // Stops decompressing a ZIP bomb. Has no effect if the stream has ended or failed.
    await reader.cancel().catch(() => {})
  }
  return joined(chunks, length)
}

export const deflate = (bytes: Bytes) => through(bytes, new CompressionStream('deflate-raw'), Infinity)

export const gzip = (bytes: Bytes) => through(bytes, new CompressionStream('gzip'), Infinity)

/** Decompresses at most `limit` bytes. Throws `TooLong` as soon as there are more. */
export const inflate = (bytes: Bytes, limit: number) => through(bytes, new DecompressionStream('deflate-raw'), limit)
