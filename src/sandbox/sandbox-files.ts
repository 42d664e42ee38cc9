import type { Files } from '../deps.ts'
import type { Books } from './books.ts'

const FILE_PART_BYTES = 1024 * 1024

/** Stores files as rows, in parts that fit into one row. */
export const filesOf = (books: Books): Files => {
  const put = (key: string, bytes: Uint8Array, mediaType: string) => {
    books.run('delete from sandbox_files where key = ?', key)
    for (let part = 0; part * FILE_PART_BYTES < Math.max(bytes.length, 1); part += 1)
      books.run(
        'insert into sandbox_files values (?, ?, ?, ?)',
        key,
        part,
        mediaType,
        bytes.slice(part * FILE_PART_BYTES, (part + 1) * FILE_PART_BYTES).buffer,
      )
    return { bytes: bytes.length }
  }
  const blobNamed = (key: string) => {
    const parts = books.rows<{ media_type: string; bytes: ArrayBuffer }>(
      'select media_type, bytes from sandbox_files where key = ? order by part',
      key,
    )
    const [first] = parts
    return first === undefined ? null : { blob: new Blob(parts.map(({ bytes }) => bytes)), mediaType: first.media_type }
  }
  return {
    write: async (key, pieces, mediaType) => {
      let text = ''
      for await (const piece of pieces) text += piece
      return put(key, new TextEncoder().encode(text), mediaType)
    },
    put: async (key, bytes, mediaType) => void put(key, bytes, mediaType),
    read: async (key) => {
      const found = blobNamed(key)
      return found === null ? null : { body: found.blob.stream(), bytes: found.blob.size, mediaType: found.mediaType }
    },
    readRange: async (key, offset, length) => {
      const found = blobNamed(key)
      return found === null ? null : new Uint8Array(await found.blob.slice(offset, offset + length).arrayBuffer())
    },
    delete: async (keys) =>
      books.run('delete from sandbox_files where key in (select value from json_each(?))', JSON.stringify(keys)),
    deleteAll: async (prefix) =>
      books.run('delete from sandbox_files where substr(key, 1, ?) = ?', prefix.length, prefix),
  }
}
