import { columnsInArchive, tableNameOf } from '../../db/archive/codec.ts'
import type { Archived } from '../../db/archive/declaration.ts'
import { ARCHIVED } from '../../db/archive/tables.ts'
import type { RestoredRows } from '../../db/archive/writing.ts'
import type { RestoreRow } from '../../db/rows.ts'
import { calendars, images, scheduledExports, webhooks } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { sum } from '../../kernel/sums.ts'
import { newSecret } from '../webhooks/index.ts'
import { heldUntil } from './archives.store.ts'
import { tableOfPart, type ManifestPart, type OpenedArchive } from './manifest.ts'
import { cellsOf, rowsInPart, type Row } from './restored-rows.ts'
import { restorePart, RESTORE_MS } from './restores.store.ts'
import type { ArchiveSecrets } from './secrets.ts'

/** A batch blocks other writes, so it is small: about 20 ms on a slow machine. */
const MAX_ROWS_PER_BATCH = 100

/** A restore with its opened archive. */
export interface RestoreWork {
  restore: RestoreRow & { calendarId: string }
  opened: OpenedArchive
  secrets: ArchiveSecrets | null
}

/** Returns the same work with the current row of the restore. */
export const withRestore = (work: RestoreWork, restore: RestoreRow): RestoreWork => ({
  ...work,
  restore: { ...restore, calendarId: work.restore.calendarId },
})

const withCells = (archived: Archived, rows: readonly Row[], name: string, cells: readonly unknown[]) => {
  const index = columnsInArchive(archived).findIndex((column) => column.name === name)
  return rows.map((row, number) => row.with(index, cells[number]))
}

/** Returns the rows to insert here, including the columns that the archive doesn't have. */
const prepared = async (
  archived: Archived,
  rows: readonly Row[],
  { restore, secrets }: RestoreWork,
  deps: Deps,
): Promise<Pick<RestoredRows, 'rows' | 'more' | 'morePerRow'>> => {
  const now = deps.clock()
  if (archived.table === calendars) {
    const [visibilities, slugs] = [cellsOf(archived, rows, 'visibility'), cellsOf(archived, rows, 'slug')]
    const hidden = withCells(
      archived,
      rows,
      'visibility',
      visibilities.map(() => 'PRIVATE'),
    )
    return {
      rows: withCells(
        archived,
        hidden,
        'slug',
        slugs.map((slug) => restore.slug ?? slug),
      ),
      more: {
        plan: deps.config.defaultPlan,
        createdBy: restore.createdBy,
        // The calendar is erased unless the last step of the restore moves this time.
        eraseAt: restore.createdAt + 2 * RESTORE_MS,
        personIdsByLinkKey: 1,
        contentChangedAt: now,
      },
      morePerRow: { visibilityBefore: visibilities },
    }
  }
  if (archived.table === scheduledExports) return { rows, more: { isActive: 0, pausedReason: 'CREATOR' } }
  if (archived.table === images) return { rows, more: { givenAt: now } }
  if (archived.table !== webhooks) return { rows }
  const ids = cellsOf(archived, rows, 'id')
  const sealed = ids.map((id) => deps.vault.seal(secrets?.webhooks[String(id)] ?? newSecret()))
  return {
    rows,
    more: { isActive: 0, disabledReason: 'restored' },
    morePerRow: { secretCipher: await Promise.all(sealed) },
  }
}

const rowsBefore = (partsDone: number, { manifest }: OpenedArchive) =>
  sum(manifest.parts.slice(0, partsDone).map(({ path, rows }) => (tableOfPart(path) === null ? 0 : rows)))

/** Writes some rows of a part in one batch and, if they are the last, advances the restore. */
const writeRows = async (archived: Archived, read: readonly Row[], isLast: boolean, work: RestoreWork, deps: Deps) => {
  const ready = await prepared(archived, read, work, deps)
  const [ids, slugs] = [cellsOf(archived, ready.rows, 'id'), cellsOf(archived, ready.rows, 'slug')]
  const stepId = deps.newId('mov')
  const { restore } = await deps.commit({
    calendarId: work.restore.calendarId,
    actor: { type: 'system', id: stepId },
    seenBy: 'team',
    statements: restorePart(
      deps.db,
      work.restore,
      {
        ...ready,
        archived,
        isLast,
        calendarId: work.restore.calendarId,
        tableName: tableNameOf(archived),
        idAndSlug: ids.map((id, index) => [id, slugs[index]]),
      },
      { stepId, leaseUntil: heldUntil(deps.clock()) },
    ),
  })
  return restore[0] ?? null
}

/** Restores the rest of a part, in batches small enough not to block other writes for long. */
export const restoreRows = async (
  part: ManifestPart,
  table: number,
  work: RestoreWork,
  deps: Deps,
  pace: () => Promise<void>,
) => {
  const { partsDone } = work.restore
  const archived = ARCHIVED[table] as Archived
  const read = await rowsInPart(archived, part, work.opened, deps)
  const before = rowsBefore(partsDone, work.opened)
  let restore: RestoreRow | null = work.restore
  while (restore !== null && restore.partsDone === partsDone) {
    await pace()
    const from = restore.rowCount - before
    const rows = read.slice(from, from + MAX_ROWS_PER_BATCH)
    const isLast = from + rows.length === read.length
    restore = await writeRows(archived, rows, isLast, withRestore(work, restore), deps)
  }
  return restore
}
