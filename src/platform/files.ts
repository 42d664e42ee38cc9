import type { Files } from '../deps.ts'
import { joined } from '../kernel/bytes.ts'
import { utf8 } from '../kernel/crypto.ts'

/** Parts of an upload are all of one size but for the last, and none is smaller than this. */
const PART_BYTES = 5 * 1024 * 1024

/** Cuts text into parts of exactly the size that an upload wants; only the last is smaller. */
async function* partsOf(pieces: AsyncIterable<string>) {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    const bytes = utf8(piece)
    waiting.push(bytes)
    length += bytes.length
    while (length >= PART_BYTES) {
      const whole = joined(waiting, length)
      yield whole.subarray(0, PART_BYTES)
      waiting = [whole.subarray(PART_BYTES)]
      length -= PART_BYTES
    }
  }
  if (length > 0) yield joined(waiting, length)
}

const upload = async (bucket: R2Bucket, key: string, parts: AsyncGenerator<Uint8Array>, options: R2PutOptions) => {
  const first = await parts.next()
  const small = first.done === true ? new Uint8Array(0) : first.value
  if (small.length < PART_BYTES) {
    await bucket.put(key, small, options)
    return small.length
  }
  const multipart = await bucket.createMultipartUpload(key, options)
  try {
    const uploaded = [await multipart.uploadPart(1, small)]
    let bytes = small.length
    for await (const part of parts) {
      uploaded.push(await multipart.uploadPart(uploaded.length + 1, part))
      bytes += part.length
    }
    await multipart.complete(uploaded)
    return bytes
  } catch (error) {
    await multipart.abort()
    throw error
  }
}

/** Files in R2, at most one part of them in memory. */
export const createFiles = (bucket: R2Bucket): Files => ({
  async write(key, pieces, mediaType) {
    return { bytes: await upload(bucket, key, partsOf(pieces), { httpMetadata: { contentType: mediaType } }) }
  },
  async put(key, bytes, mediaType) {
    await bucket.put(key, bytes, { httpMetadata: { contentType: mediaType } })
  },
  async read(key) {
    const found = await bucket.get(key)
    if (found === null) return null
    return {
      body: found.body,
      bytes: found.size,
      mediaType: found.httpMetadata?.contentType ?? 'application/octet-stream',
    }
  },
  async delete(keys) {
    const MOST = 1_000
    for (let start = 0; start < keys.length; start += MOST) await bucket.delete(keys.slice(start, start + MOST))
  },
})
