import { sha256Hex, utf8 } from '../../src/kernel/crypto.ts'
import { storedZip } from '../../src/kernel/zip.ts'
import { readContent, readDirectory } from '../../src/kernel/zip-reading.ts'
import { contentDigest } from '../../src/modules/archives/manifest.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Returns the files of an archive by their path. */
export const filesIn = async (zip: Bytes): Promise<Record<string, Bytes>> => {
  const file = { size: zip.length, read: async (offset: number, length: number) => zip.slice(offset, offset + length) }
  const files: Record<string, Bytes> = {}
  for (const [path, entry] of await readDirectory(file)) files[path] = await readContent(file, entry, 10_000_000)
  return files
}

export const textOf = (content: Bytes | undefined) => new TextDecoder().decode(content)

/** Changes files of an archive and updates its manifest to match, as a forger would. */
export const forged = async (
  zip: Bytes,
  change: (path: string, text: string) => string,
  picture: Bytes | null = null,
): Promise<Bytes> => {
  const files: Record<string, Bytes> = {}
  for (const [path, read] of Object.entries(await filesIn(zip))) {
    const content = path.startsWith('pictures/') ? (picture ?? read) : read
    files[change('', path)] = path.endsWith('json') ? utf8(change(path, textOf(content))) : content
  }
  const manifest = JSON.parse(textOf(files['manifest.json']))
  for (const part of manifest.parts) {
    const content = files[part.path] as Bytes
    Object.assign(part, { bytes: content.length, sha256: await sha256Hex(content) })
  }
  manifest.digest = await contentDigest(manifest.parts)
  return storedZip({ ...files, 'manifest.json': utf8(JSON.stringify(manifest)) })
}

/** An archive of `size` bytes that has one part only, from the archive of another calendar. */
export const partOnly = async (zip: Bytes, folder: string, calendar: { from: string; to: string }, size: number) => {
  const files = await filesIn(zip)
  const path = Object.keys(files).find((each) => each.startsWith(folder)) ?? ''
  const content = utf8(textOf(files[path]).replaceAll(calendar.from, calendar.to))
  const manifest = JSON.parse(textOf(files['manifest.json']))
  const part = { path, rows: 1, bytes: content.length, sha256: await sha256Hex(content) }
  const withName = async (name: string) =>
    storedZip({
      [path]: content,
      'manifest.json': utf8(
        JSON.stringify({
          ...manifest,
          calendar: { id: calendar.to, slug: 'stolen', name },
          parts: [part],
          digest: await contentDigest([part]),
        }),
      ),
    })
  return withName('x'.repeat(size - (await withName('')).length))
}
