import { isProgram } from '../../access/actor.ts'
import { managerOrKey } from '../../access/demands.ts'
import { inOneBatch, onlyRow, rowsFrom } from '../../db/statement.ts'
import { refusal } from '../../kernel/failure.ts'
import { bare, both, operation } from '../../operation/operation.ts'
import { objectRefusal, objectsFor, pageOfFound } from './changes.ts'
import { History, HistoryQuery } from './changes.schema.ts'
import { changesBefore, labelsOf, readFeedState } from './changes.store.ts'
import { cursorExpired, isExpired, readCursor, writeCursor } from './cursor.ts'
import { shown } from './read-changes.ts'

/**
 * Names of payment providers as actors. `labelsOf` finds the names of other actors, and the identity provider has those
 * of members.
 */
const PROVIDERS: Readonly<Record<string, string>> = { stripe: 'Stripe' }

export const readHistory = operation({
  id: 'changes.history',
  summary: 'List a calendar’s change history',
  description:
    'Shows who changed what in the last 30 days, newest first. Only owners see orders and refunds. An API key sees only object types it has a scope for. A page can be incomplete: continue while `meta.hasMore` is true.',
  subject: 'calendar',
  access: managerOrKey,
  routes: both('GET /calendars/:slug/changes'),
  query: HistoryQuery,
  answer: bare(History),
  refusals: ['cursor_expired', 'role_insufficient', 'scope_missing'],
  async run({ calendar, role, actor: reader, query: { object, id, actor, from, to, cursor, limit } }, deps) {
    const heard = objectsFor(reader, role)
    if (object !== undefined && !heard.includes(object)) {
      if (isProgram(reader)) return objectRefusal(reader, object)
      return refusal('role_insufficient', {
        says: `Only an owner can see changes to a${object === 'order' ? 'n' : ''} ${object}.`,
      })
    }
    const place = cursor === undefined ? null : await readCursor(deps.vault, 'history', cursor)
    const objects = object === undefined ? heard : [object]
    const withParts = (object !== 'event' && id?.startsWith('evt_')) || (object !== 'guest' && id?.startsWith('gst_'))
    const search = {
      calendarId: calendar.id,
      objects,
      id,
      withParts: withParts === true,
      actor,
      from,
      to,
      before: place?.isForeign === false ? place.seq : null,
      limit,
    }
    const {
      feed: [feed],
      found,
    } = await inOneBatch(deps.db, { feed: readFeedState(), found: changesBefore(search) })
    const feedState = onlyRow(feed === undefined ? [] : [feed])
    if (place !== null && isExpired(place, feedState, calendar.id)) return cursorExpired()
    const { page, reached, hasMore } = pageOfFound(
      { rows: found.rows, stretchEnd: found.stretch[0]?.end ?? null, end: feedState.droppedThrough },
      limit,
    )
    const ids = [...new Set(page.flatMap(({ actorId }) => actorId ?? []))]
    const labels = new Map((await rowsFrom(deps.db, labelsOf(calendar.id, ids))).map((row) => [row.id, row.label]))
    const data = (await shown(page, calendar, deps)).map((change) => {
      const by = change.actor.id ?? ''
      return { ...change, actor: { ...change.actor, label: labels.get(by) ?? PROVIDERS[by] ?? null } }
    })
    const next = { epoch: feedState.epoch, calendarId: calendar.id, seq: reached }
    return { data, meta: { cursor: await writeCursor(deps.vault, 'history', next), hasMore } }
  },
})
