import type { Files } from '../deps.ts'
import { joined } from '../kernel/bytes.ts'
import { utf8 } from '../kernel/crypto.ts'

/** R2 requires parts of equal size, at least 5 MiB each. The last part may be smaller. */
const PART_BYTES = 5 * 1024 * 1024

/** Splits text into parts of exactly `PART_BYTES`. Only the last part may be smaller. */
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

/** Stores files in R2. Holds at most one part in memory. */
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
  async readRange(key, offset, length) {
    const found = await bucket.get(key, { range: { offset, length } })
    return found === null ? null : new Uint8Array(await found.arrayBuffer())
  },
  async delete(keys) {
    const MAX_KEYS_PER_DELETE = 1_000
    for (let start = 0; start < keys.length; start += MAX_KEYS_PER_DELETE)
      await bucket.delete(keys.slice(start, start + MAX_KEYS_PER_DELETE))
  },
  async deleteAll(prefix) {
    let page: R2Objects
    do {
      page = await bucket.list({ prefix })
      if (page.objects.length > 0) await bucket.delete(page.objects.map(({ key }) => key))
    } while (page.truncated)
  },
})
