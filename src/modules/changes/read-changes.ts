import { anyKey } from '../../access/demands.ts'
import type { CalendarRow, ChangeRow } from '../../db/rows.ts'
import { inOneBatch, onlyRow, reading } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { CHANGE_OBJECTS } from '../../kernel/vocabulary.ts'
import { bare, operation, v1 } from '../../operation/operation.ts'
import { objectRefusal, objectsFor, pageOfFound, toChange } from './changes.ts'
import { Changes, ChangesQuery, type ChangeOutput } from './changes.schema.ts'
import { changesAfter, dropChangesBefore, readFeedState } from './changes.store.ts'
import { currentOf } from './current.ts'
import { cursorExpired, isExpired, readCursor, writeCursor } from './cursor.ts'

/** Adds `current`, the present state of the object, to each row of a page. */
export const shown = async (rows: ChangeRow[], calendar: CalendarRow, deps: Deps) => {
  const current = await currentOf(rows, calendar, deps)
  return rows.map((row) => ({
    ...toChange(row),
    current: row.op === 'delete' ? null : (current.get(row.objectId) ?? null),
  })) as ChangeOutput[]
}

export const readChanges = operation({
  id: 'changes.read',
  summary: 'List changes since a cursor',
  description:
    'Returns changes in order. An API key receives only object types it has a scope for. The service stores changes for 30 days. A page can be incomplete: repeat while `meta.hasMore` is true, and later continue from `meta.cursor`. To start, get a cursor with `?cursor=now`, read the lists, then follow the feed; this way no change is missed.',
  subject: 'calendar',
  access: anyKey,
  routes: [v1('GET /changes')],
  query: ChangesQuery,
  answer: bare(Changes),
  refusals: ['cursor_expired', 'scope_missing'],
  /**
   * Reads the page before authentication has finished, for the calendar named in the cursor. If the key turns out to
   * lack scopes for some object types, `run` reads the page again.
   */
  async ahead({ query: { cursor, types, limit } }, { vault }) {
    if (cursor === undefined || cursor === 'now') return null
    const { calendarId, seq, isForeign } = await readCursor(vault, 'feed', cursor)
    if (isForeign) return null
    const wanted = { calendarId, after: seq, objects: types ?? null, limit }
    return reading({ feed: readFeedState(), changes: [changesAfter(wanted)] }, (found) => found)
  },
  async run({ calendar, actor, query: { cursor, types, limit }, ahead }, deps) {
    const heard = objectsFor(actor, null)
    const missing = types?.find((object) => !heard.includes(object))
    if (missing !== undefined) return objectRefusal(actor, missing)
    const objects = types ?? heard
    const isNow = cursor === 'now'
    const place = cursor === undefined || isNow ? null : await readCursor(deps.vault, 'feed', cursor)
    const isAll = objects.length === CHANGE_OBJECTS.length
    const wanted = {
      calendarId: calendar.id,
      after: place?.isForeign === false ? place.seq : null,
      objects: isAll ? null : objects,
      limit,
    }
    const isRead = types !== undefined || isAll
    const read =
      ahead !== null && isRead
        ? ahead
        : await inOneBatch(deps.db, { feed: readFeedState(), changes: isNow ? [] : [changesAfter(wanted)] })
    const feed = onlyRow(read.feed)
    if (place !== null && isExpired(place, feed, calendar.id)) return cursorExpired()
    const found = read.changes[0] ?? { rows: [], stretch: [] }
    const { page, reached, hasMore } = pageOfFound(
      { rows: found.rows, stretchEnd: found.stretch[0]?.end ?? null, end: feed.head },
      limit,
    )
    const next = await writeCursor(deps.vault, 'feed', { epoch: feed.epoch, calendarId: calendar.id, seq: reached })
    return { data: await shown(page, calendar, deps), meta: { cursor: next, hasMore } }
  },
})

const KEPT_MS = 30 * DAY_MS
const MAX_DROPPED_PER_RUN = 10_000

export const dropOldChanges = (deps: Deps) =>
  inOneBatch(deps.db, dropChangesBefore(deps.clock() - KEPT_MS, MAX_DROPPED_PER_RUN))
