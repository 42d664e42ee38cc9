import { columnsInArchive, requireShort, UnfitLine, valuesOf } from '../../db/archive/codec.ts'
import type { Archived } from '../../db/archive/declaration.ts'
import type { Deps } from '../../deps.ts'
import { withOrigin } from './archives.ts'
import type { ManifestPart, OpenedArchive } from './manifest.ts'

export type Row = readonly unknown[]

/** Reads the rows of a part, in the order of `columnsInArchive`. */
export const rowsInPart = async (
  archived: Archived,
  part: ManifestPart,
  { manifest, read }: OpenedArchive,
  { config }: Pick<Deps, 'config'>,
): Promise<Row[]> => {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await read(part))
  const lines = text.split('\n')
  if (lines.pop() !== '') throw new UnfitLine('a part ends within a line')
  if (lines.length !== part.rows) throw new UnfitLine('a part has another number of rows')
  requireShort(lines)
  return lines.map((line) => valuesOf(archived, withOrigin(line, manifest.calendar.id, config)))
}

export const cellsOf = (archived: Archived, rows: readonly Row[], name: string) => {
  const index = columnsInArchive(archived).findIndex((column) => column.name === name)
  return rows.map((row) => row[index])
}
