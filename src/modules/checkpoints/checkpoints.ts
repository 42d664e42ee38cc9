import type { CheckpointRow } from '../../db/rows.ts'
import type { FieldError } from '../../kernel/failure.ts'
import { instantOfInput } from '../../kernel/local-time.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import type { CheckpointChangesInput, CheckpointOutput } from './checkpoints.schema.ts'

export const toCheckpoint = (row: CheckpointRow): CheckpointOutput => ({
  id: row.id,
  eventId: row.eventId,
  name: row.name,
  mode: row.mode,
  ticketIds: row.ticketIds,
  opensAt: isoOrNull(row.opensAt),
  closesAt: isoOrNull(row.closesAt),
  limit: row.limit,
  createdAt: iso(row.createdAt),
  updatedAt: iso(row.updatedAt),
})

type CheckpointFields = Pick<CheckpointRow, 'name' | 'mode' | 'ticketIds' | 'opensAt' | 'closesAt' | 'limit'>

export const DEFAULT_FIELDS: CheckpointFields = {
  name: '',
  mode: 'ONCE',
  ticketIds: null,
  opensAt: null,
  closesAt: null,
  limit: null,
}

/** Merges the request into the existing fields and returns any faults in the result. */
export const mergeCheckpoint = (given: CheckpointChangesInput, base: CheckpointFields, zone: string) => {
  const faults: FieldError[] = []
  const moment = (field: 'opensAt' | 'closesAt') => {
    const text = given[field]
    if (text === undefined) return base[field]
    if (text === null) return null
    const at = instantOfInput(text, zone)
    if (at === null)
      faults.push({ field, message: `is a local time that doesn’t exist in ${zone} because of a clock change` })
    return at
  }
  const checkpoint: CheckpointFields = {
    name: given.name ?? base.name,
    mode: given.mode ?? base.mode,
    ticketIds: given.ticketIds === undefined ? base.ticketIds : given.ticketIds && [...new Set(given.ticketIds)],
    opensAt: moment('opensAt'),
    closesAt: moment('closesAt'),
    limit: given.limit === undefined ? base.limit : given.limit,
  }
  const { opensAt, closesAt } = checkpoint
  if (opensAt !== null && closesAt !== null && closesAt <= opensAt) {
    faults.push({ field: 'closesAt', message: 'must be after opensAt' })
  }
  return { checkpoint, faults }
}
