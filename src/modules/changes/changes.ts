import { fieldsOf } from '../../db/change-fields.ts'
import type { ChangeRow } from '../../db/rows.ts'
import { iso } from '../../kernel/time.ts'
import { CHANGE_OBJECTS, type ChangeObject, type Role, type Scope } from '../../kernel/vocabulary.ts'

/** What a key must be let do, and a member be, to hear of an object. */
export const AUDIENCE: Record<ChangeObject, { scope: Scope; role: Role }> = {
  calendar: { scope: 'events:read', role: 'MANAGER' },
  event: { scope: 'events:read', role: 'MANAGER' },
  series: { scope: 'events:read', role: 'MANAGER' },
  ticket: { scope: 'events:read', role: 'MANAGER' },
  checkpoint: { scope: 'events:read', role: 'MANAGER' },
  coupon: { scope: 'events:read', role: 'MANAGER' },
  guest: { scope: 'guests:read', role: 'MANAGER' },
  checkin: { scope: 'checkins:read', role: 'MANAGER' },
  order: { scope: 'billing:read', role: 'OWNER' },
  refund: { scope: 'billing:read', role: 'OWNER' },
  announcement: { scope: 'communications:write', role: 'MANAGER' },
  reminder: { scope: 'communications:write', role: 'MANAGER' },
}

export const objectsFor = (mayHear: (audience: { scope: Scope; role: Role }) => boolean) =>
  CHANGE_OBJECTS.filter((object) => mayHear(AUDIENCE[object]))

/** A page looks through so many rows at most, whether they are for the reader or not. */
export const MAX_EXAMINED = 1_000

interface Found {
  /** One more than the page holds, if there are more. */
  rows: ChangeRow[]
  /** The row that closes the stretch that a page looks through; null where the stretch is the last. */
  stretchEnd: number | null
  /** Where a reader stands who has seen everything. */
  end: number
}

/** The rows of a page, and where the next begins. */
export const pageOfFound = ({ rows, stretchEnd, end }: Found, limit: number) => {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length > limit && last !== undefined) return { page, reached: last.seq, hasMore: true }
  return { page, reached: stretchEnd ?? end, hasMore: stretchEnd !== null }
}

const namedIn = ({ object, op, fields }: ChangeRow) => {
  if (fields !== null) return fields.split(',').filter((name) => name !== '')
  return op === 'delete' ? [] : fieldsOf(object)
}

/** A row as it leaves the house, without what it is about. */
export const toChange = (row: ChangeRow) => ({
  seq: row.seq,
  at: iso(row.at),
  object: row.object,
  id: row.objectId,
  eventId: row.eventId,
  op: row.op,
  fields: namedIn(row),
  actor: { type: row.actorType, id: row.actorId },
})
