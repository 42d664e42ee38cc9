import { fieldsOf } from '../../db/change-fields.ts'
import type { ChangeRow } from '../../db/rows.ts'
import { iso } from '../../kernel/time.ts'
import { CHANGE_OBJECTS, type ChangeObject, type Role, type Scope } from '../../kernel/vocabulary.ts'

/** Scope required of a key, and role required of a member, to receive changes of an object type. */
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

export const objectsFor = (maySee: (audience: { scope: Scope; role: Role }) => boolean) =>
  CHANGE_OBJECTS.filter((object) => maySee(AUDIENCE[object]))

/** Rows examined per page at most, whether or not the reader may see them. */
export const MAX_EXAMINED = 1_000

interface Found {
  /** One row more than the page holds, if there are more. */
  rows: ChangeRow[]
  /** `seq` of the last row examined for this page. Null if the page reaches the end of the feed. */
  stretchEnd: number | null
  /** `seq` of a reader who is up to date. */
  end: number
}

/** Returns the rows of a page and `reached`, the `seq` after which the next page begins. */
export const pageOfFound = ({ rows, stretchEnd, end }: Found, limit: number) => {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length > limit && last !== undefined) return { page, reached: last.seq, hasMore: true }
  return { page, reached: stretchEnd ?? end, hasMore: stretchEnd !== null }
}

const fieldNamesOf = ({ object, op, fields }: ChangeRow) => {
  if (fields !== null) return fields.split(',').filter((name) => name !== '')
  return op === 'delete' ? [] : fieldsOf(object)
}

/** Converts a row to its API form, except for `current`. */
export const toChange = (row: ChangeRow) => ({
  seq: row.seq,
  at: iso(row.at),
  object: row.object,
  id: row.objectId,
  eventId: row.eventId,
  op: row.op,
  fields: fieldNamesOf(row),
  actor: { type: row.actorType, id: row.actorId },
})
