import { owner } from '../../access/demands.ts'
import { onlyRow, rowsFrom } from '../../db/statement.ts'
import { refusal } from '../../kernel/failure.ts'
import { isoOrNull } from '../../kernel/time.ts'
import { dashboard, one, operation } from '../../operation/operation.ts'
import { countsOfCalendar } from './counts.store.ts'
import { CalendarErasureRequest, Erasure, PendingErasure, refuseMismatch, toErasure } from './erasures.schema.ts'
import { mailToOwners, markCalendar, takeBackRow } from './mark.store.ts'

export const previewCalendarErasure = operation({
  id: 'calendars.erasure',
  summary: 'Preview the erasure of a calendar',
  description: 'Returns the records that an erasure deletes or keeps, and the reasons that block it.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('GET /calendars/:slug/erasure')],
  answer: one(Erasure),
  async run({ calendar }, { db, clock }) {
    const counts = onlyRow(await rowsFrom(db, countsOfCalendar(calendar.id, clock())))
    return toErasure({ confirm: calendar.name, eraseAt: calendar.eraseAt }, counts)
  },
})

export const eraseCalendar = operation({
  id: 'calendars.erase',
  effects: ['mails', 'deletes'],
  summary: 'Request the erasure of a calendar',
  description:
    'The service erases the calendar after 30 days, with its events, guests and orders. Until then, it isn’t public and accepts no registrations; members and API keys can only read it. Guests can still use their links. The service emails the owners now and 7 days before. Repeating the request doesn’t change the time. With `archiveDigest`, it fails with 409 if the calendar has changed since that archive, and upcoming events with guests don’t block it, because they have moved.',
  subject: 'calendar',
  access: owner,
  goesOn: true,
  routes: [dashboard('POST /calendars/:slug/erasure')],
  body: CalendarErasureRequest,
  answer: one(PendingErasure),
  refusals: ['confirmation_mismatch', 'erasure_blocked', 'archive_outdated'],
  async run({ calendar, body }, deps) {
    const mismatch = refuseMismatch(body.confirm, calendar.name)
    if (mismatch !== null) return mismatch
    const now = deps.clock()
    const { rule, statements } = markCalendar(calendar.id, now, body.archiveDigest)
    const { judged, row } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      statements,
      mails: [mailToOwners(calendar.id, { what: 'calendar', id: calendar.id, name: calendar.name }, now)],
    })
    return rule.refusal(judged[0]) ?? { eraseAt: isoOrNull(onlyRow(row).eraseAt) }
  },
})

export const keepCalendar = operation({
  id: 'calendars.keep',
  summary: 'Cancel the erasure of a calendar',
  description: 'The calendar gets its earlier visibility back.',
  subject: 'calendar',
  access: owner,
  goesOn: true,
  routes: [dashboard('DELETE /calendars/:slug/erasure')],
  answer: one(PendingErasure),
  refusals: ['erasure_not_pending'],
  async run({ calendar }, deps) {
    const { back } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      statements: { back: takeBackRow('calendars', calendar.id, deps.clock()) },
    })
    return back.length === 0 ? refusal('erasure_not_pending') : { eraseAt: null }
  },
})
