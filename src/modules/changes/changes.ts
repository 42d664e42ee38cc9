import { isProgram, type Actor } from '../../access/actor.ts'
import { fieldsOf } from '../../db/change-fields.ts'
import type { ChangeRow } from '../../db/rows.ts'
import { refusal } from '../../kernel/failure.ts'
import { roleCovers } from '../../kernel/ranks.ts'
import { iso } from '../../kernel/time.ts'
import { CHANGE_OBJECTS, type ChangeObject, type Role, type Scope } from '../../kernel/vocabulary.ts'

/** For each object type, the scope that a key needs and the role that a member needs to receive its changes. */
const AUDIENCE: Record<ChangeObject, { scope: Scope; role: Role }> = {
  calendar: { scope: 'events:read', role: 'MANAGER' },
  event: { scope: 'events:read', role: 'MANAGER' },
  series: { scope: 'events:read', role: 'MANAGER' },
  ticket: { scope: 'events:read', role: 'MANAGER' },
  addon: { scope: 'events:read', role: 'MANAGER' },
  checkpoint: { scope: 'events:read', role: 'MANAGER' },
  coupon: { scope: 'events:read', role: 'MANAGER' },
  guest: { scope: 'guests:read', role: 'MANAGER' },
  checkin: { scope: 'checkins:read', role: 'MANAGER' },
  scan: { scope: 'checkins:read', role: 'MANAGER' },
  order: { scope: 'billing:read', role: 'OWNER' },
  refund: { scope: 'billing:read', role: 'OWNER' },
  document: { scope: 'billing:read', role: 'OWNER' },
  announcement: { scope: 'communications:write', role: 'MANAGER' },
  reminder: { scope: 'communications:write', role: 'MANAGER' },
  job: { scope: 'events:read', role: 'MANAGER' },
}

const maySee = (actor: Actor, memberRole: Role | null, { scope, role }: { scope: Scope; role: Role }) => {
  if (isProgram(actor)) return actor.scopes.includes(scope) && (actor.kind === 'key' || roleCovers(actor.role, role))
  return memberRole !== null && roleCovers(memberRole, role)
}

/** Returns the object types that the caller may see: by scope, by role, or for an app by both. */
export const objectsFor = (actor: Actor, role: Role | null) =>
  CHANGE_OBJECTS.filter((object) => maySee(actor, role, AUDIENCE[object]))

/** The refusal for an object type that a program may not see. */
export const objectRefusal = (actor: Actor, object: ChangeObject) =>
  refusal('scope_missing', {
    says: `This ${actor.kind === 'app' ? 'app' : 'API key'} lacks the ${AUDIENCE[object].scope} scope.`,
  })

/** The maximum number of rows read per page, including those that the reader may not see. */
export const MAX_EXAMINED = 1_000

interface Found {
  /** The rows found, including one more than fits on the page if there is a next page. */
  rows: ChangeRow[]
  /** `seq` of the last row read for this page. Null if the page reaches the end of the feed. */
  stretchEnd: number | null
  /** The `seq` that a reader has once they are up to date. */
  end: number
}

/** Returns the rows of a page, and as `reached` the `seq` after which the next page starts. */
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

/** Converts a row to its API form, without `current`. */
export const toChange = (row: ChangeRow) => ({
  seq: row.seq,
  at: iso(row.at),
  object: row.object,
  id: row.objectId,
  eventId: row.eventId,
  op: row.op,
  fields: fieldNamesOf(row),
  actor: { type: row.actorType, id: row.actorId, via: row.via },
})
