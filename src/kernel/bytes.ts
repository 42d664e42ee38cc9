import { refusal } from './failure.ts'

const tooLarge = (limit: number) =>
  refusal('payload_too_large', { says: `The request body must be at most ${Math.floor(limit / 1024)} KiB.` })

/** Chunks of `length` bytes together, as one. */
export const joined = (chunks: readonly Uint8Array[], length: number) => {
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

/** The body of a request, read no further than the limit. */
export const readBytes = async (request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> => {
  const told = request.headers.get('Content-Length')
  if (Number(told ?? 0) > limit) throw tooLarge(limit)
  if (request.body === null) return new Uint8Array(0)
  if (told !== null) {
    // No more comes than was told, and all of it in one go.
    const whole = new Uint8Array(await request.arrayBuffer())
    if (whole.length > limit) throw tooLarge(limit)
    return whole
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
    length += chunk.length
    if (length > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  return joined(chunks, length)
}
