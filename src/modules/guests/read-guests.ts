import { guestsRead } from '../../access/demands.ts'
import { planCovers } from '../../kernel/ranks.ts'
import { invalid, refusal } from '../../kernel/failure.ts'
import { pageOfItems } from '../../kernel/page.ts'
import type { SchemaInput } from '../../kernel/lazy.ts'
import { dashboard, one, operation, pageOf, v1, type Surface } from '../../operation/operation.ts'
import { Guest, GuestCurrent, GuestListQuery, GuestQuery } from './guests.schema.ts'
import { toGuest, toGuestCurrent } from './guests.ts'
import { type GuestView, listGuestViews as list, type ShownGuest, getGuestOrThrow } from '../seats/index.ts'

/** Routes under `/v1` always return every field of the guest. Sessions get every field only with `whole=true`. */
const formFor = (
  surface: Surface,
  isWhole: boolean | undefined,
): ((view: GuestView<ShownGuest>) => SchemaInput<typeof GuestCurrent>) =>
  surface === 'v1' || isWhole === true ? toGuest : toGuestCurrent

export const listGuests = operation({
  id: 'guests.list',
  summary: 'List guests',
  routes: [
    v1('GET /events/:eventId/guests', { answer: pageOf(Guest) }),
    dashboard('GET /events/:eventId/guests', { answer: pageOf(GuestCurrent) }),
  ],
  access: guestsRead,
  subject: 'event',
  query: GuestListQuery,
  answer: pageOf(GuestCurrent),
  refusals: ['plan_insufficient'],
  async run({ event, calendar, query, surface }, deps) {
    if (query.q !== undefined && !planCovers(calendar.plan, 'PRO')) {
      return refusal('plan_insufficient', {
        says: `Searching for guests requires the PRO plan. The calendar is on the ${calendar.plan} plan.`,
      })
    }
    if ((query.questionId === undefined) !== (query.answer === undefined)) {
      throw invalid(
        query.answer === undefined ? 'answer' : 'questionId',
        'is required: questionId and answer go together',
      )
    }
    const q = surface === 'dashboard' ? (query.search ?? query.q) : query.q
    const { views, total } = await list(deps.db, event.id, { ...query, q }, query)
    return pageOfItems(query, views.map(formFor(surface, query.whole)), total)
  },
})

export const readGuest = operation({
  id: 'guests.read',
  summary: 'Get a guest',
  routes: [
    v1('GET /events/:eventId/guests/:guestId', { answer: one(Guest) }),
    dashboard('GET /events/:eventId/guests/:guestId', { answer: one(GuestCurrent) }),
  ],
  access: guestsRead,
  subject: 'event',
  query: GuestQuery,
  answer: one(GuestCurrent),
  async run({ event, params, query, surface }, deps) {
    return formFor(surface, query.whole)(await getGuestOrThrow({ guestId: params.guestId, eventId: event.id }, deps))
  },
})
