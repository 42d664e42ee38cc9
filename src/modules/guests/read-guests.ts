import { guestsRead } from '../../access/demands.ts'
import { planCovers } from '../../access/ranks.ts'
import { refusal } from '../../kernel/failure.ts'
import { pageOfItems } from '../../kernel/page.ts'
import { dashboard, one, operation, pageOf, v1 } from '../../operation/operation.ts'
import { toGuest } from './guests.ts'
import { Guest, GuestCurrent, GuestListQuery } from './guests.schema.ts'
import { listGuests as list } from './guests.store.ts'
import { standing } from './moves.ts'

export const listGuests = operation({
  id: 'guests.list',
  summary: 'List the guests of an event',
  routes: [
    v1('GET /events/:eventId/guests'),
    dashboard('GET /events/:eventId/guests', { answer: pageOf(GuestCurrent) }),
  ],
  access: guestsRead,
  subject: 'event',
  query: GuestListQuery,
  answer: pageOf(Guest),
  refusals: ['plan_insufficient'],
  async run({ event, calendar, query }, deps) {
    if (query.q !== undefined && !planCovers(calendar.plan, 'PRO')) {
      return refusal('plan_insufficient', {
        says: `Searching guests needs the plan PRO; the calendar is on ${calendar.plan}.`,
      })
    }
    const { views, total } = await list(deps.db, event.id, query, query)
    return pageOfItems(query, views.map(toGuest), total)
  },
})

export const readGuest = operation({
  id: 'guests.read',
  summary: 'Read a guest',
  routes: [
    v1('GET /events/:eventId/guests/:guestId'),
    dashboard('GET /events/:eventId/guests/:guestId', { answer: one(GuestCurrent) }),
  ],
  access: guestsRead,
  subject: 'event',
  answer: one(Guest),
  async run({ event, params }, deps) {
    return toGuest(await standing({ guestId: params.guestId, eventId: event.id }, deps))
  },
})
