import { owner } from '../../access/demands.ts'
import { onlyRow, rowsFrom } from '../../db/statement.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import { isoOrNull } from '../../kernel/time.ts'
import { dashboard, one, operation } from '../../operation/operation.ts'
import { countsOfEvent } from './counts.store.ts'
import { Erasure, ErasureRequest, PendingErasure, refuseMismatch, toErasure } from './erasures.schema.ts'
import { mailToOwners, markEvent, takeBackRow } from './mark.store.ts'

export const previewEventErasure = operation({
  id: 'events.erasure',
  summary: 'Preview the erasure of an event',
  description: 'Returns the records that an erasure deletes or keeps, and the reasons that block it.',
  subject: 'event',
  access: owner,
  routes: [dashboard('GET /events/:eventId/erasure')],
  answer: one(Erasure),
  async run({ event }, { db, clock }) {
    const counts = onlyRow(await rowsFrom(db, countsOfEvent(event.id, clock())))
    return toErasure({ confirm: event.title, eraseAt: event.eraseAt }, counts)
  },
})

export const eraseEvent = operation({
  id: 'events.erase',
  effects: ['mails', 'deletes'],
  summary: 'Request the erasure of an event',
  description:
    'The service erases a past or cancelled event after 30 days, with its guests and orders. Until then, it isn’t public; members and API keys can only read it. Guests can still use their links. The service emails the owners now and 7 days before. Repeating the request doesn’t change the time.',
  subject: 'event',
  access: owner,
  goesOn: true,
  routes: [dashboard('POST /events/:eventId/erasure')],
  body: ErasureRequest,
  answer: one(PendingErasure),
  refusals: ['confirmation_mismatch', 'erasure_blocked'],
  async run({ calendar, event, body }, deps) {
    const mismatch = refuseMismatch(body.confirm, event.title)
    if (mismatch !== null) return mismatch
    const now = deps.clock()
    const { rule, statements } = markEvent(event.id, now)
    const { judged, row } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      atEvent: event.id,
      statements,
      mails: [mailToOwners(calendar.id, { what: 'event', id: event.id, name: event.title }, now)],
    })
    if (row.length === 0) throw notFound()
    return rule.refusal(judged[0]) ?? { eraseAt: isoOrNull(onlyRow(row).eraseAt) }
  },
})

export const keepEvent = operation({
  id: 'events.keep',
  summary: 'Cancel the erasure of an event',
  description: 'The event gets its earlier visibility back.',
  subject: 'event',
  access: owner,
  goesOn: true,
  routes: [dashboard('DELETE /events/:eventId/erasure')],
  answer: one(PendingErasure),
  refusals: ['erasure_not_pending'],
  async run({ calendar, event }, deps) {
    const { back } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      atEvent: event.id,
      statements: { back: takeBackRow('events', event.id, deps.clock()) },
    })
    return back.length === 0 ? refusal('erasure_not_pending') : { eraseAt: null }
  },
})
