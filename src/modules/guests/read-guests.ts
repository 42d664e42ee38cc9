import { guestsRead } from '../../access/demands.ts'
import { planCovers } from '../../kernel/ranks.ts'
import { invalid, refusal } from '../../kernel/failure.ts'
import { pageOfItems } from '../../kernel/page.ts'
import type { SchemaInput, SchemaOutput } from '../../kernel/lazy.ts'
import { dashboard, one, operation, pageOf, v1, type Surface } from '../../operation/operation.ts'
import { Guest, GuestCurrent, GuestListQuery, GuestQuery } from './guests.schema.ts'
import { toGuest, toGuestCurrent } from './guests.ts'
import {
  guestListPage,
  type GuestView,
  listGuestViews as list,
  type ShownGuest,
  getGuestOrThrow,
} from '../seats/index.ts'

/** Routes under `/v1` always return every field of the guest. Sessions get every field only with `whole=true`. */
const formFor = (
  surface: Surface,
  isWhole: boolean | undefined,
): ((view: GuestView<ShownGuest>) => SchemaInput<typeof GuestCurrent>) =>
  surface === 'v1' || isWhole === true ? toGuest : toGuestCurrent

/** Unversioned routes know the search by two names. */
const searchIn = (surface: Surface, { q, search }: SchemaOutput<typeof GuestListQuery>) =>
  surface === 'dashboard' ? (search ?? q) : q

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
  ahead({ name, query, surface }) {
    const isSearch = (searchIn(surface, query) ?? '') !== ''
    return name?.by === 'eventId' && !isSearch ? guestListPage(name.id, query, query) : null
  },
  async run({ event, calendar, query, surface, ahead }, deps) {
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
    const filter = { ...query, q: searchIn(surface, query) }
    const { views, total } = await list(deps.db, event.id, filter, query, ahead)
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
