import { checkinsRead } from '../../access/demands.ts'
import type { EventRow } from '../../db/rows.ts'
import { reading, rowsFrom, type TypedStatement } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import { dateOf } from '../../kernel/zoned-time.ts'
import { both, dashboard, listOf, one, operation, v1 } from '../../operation/operation.ts'
import { checkpointIn, lookupIdentifierOf, toLookup, toLookupParty } from './checkins.ts'
import { Lookup, LookupQuery, SearchQuery } from './checkins.schema.ts'
import { guestNamed, membersOf, type DoorGuest, type Identifier } from './checkins.store.ts'
import { passerNamed, passersFound } from './passers.store.ts'
import { typedShortCode } from '../seats/index.ts'
import { checkpointOf } from './read-checkins.ts'
import { guestsFound, readAnswers } from './read-checkins.store.ts'
import { foldForSearch } from '../../kernel/person-name.ts'

const MAX_FOUND = 20

/** Reads answers only if the event has questions with `showAtDoor`. */
const answersAtDoor = async (event: EventRow, guestIds: string[], deps: Deps) => {
  const marked = new Set(event.registrationQuestions.flatMap(({ id, showAtDoor }) => (showAtDoor === true ? [id] : [])))
  const rows = marked.size === 0 || guestIds.length === 0 ? [] : await readAnswers(deps.db, event.id, guestIds)
  const byGuest = new Map(rows.map(({ guestId, answers }) => [guestId, answers]))
  return (guestId: string) =>
    (byGuest.get(guestId) ?? []).flatMap(({ questionId, question, answer }) =>
      marked.has(questionId) ? [{ question, answer }] : [],
    )
}

/**
 * Returns a function that looks up a guest's party. Its result is null for guests without a party, and always at
 * checkpoints.
 */
const partiesOf = async (event: EventRow, guests: readonly DoorGuest[], deps: Deps) => {
  const ids = [...new Set(guests.flatMap(({ partyId }) => partyId ?? []))]
  const members = ids.length === 0 ? [] : await rowsFrom(deps.db, membersOf(event.id, ids))
  const byParty = Map.groupBy(members, ({ partyId }) => partyId)
  return ({ partyId }: DoorGuest) => toLookupParty(byParty.get(partyId ?? '') ?? [])
}

const todayAt = ({ timezone }: EventRow, { clock }: Deps) => dateOf(clock(), timezone)

const asPasser = (
  event: EventRow,
  named: Identifier,
  checkpointId: string | null,
  deps: Deps,
): TypedStatement<DoorGuest> =>
  passerNamed(checkpointId === null ? 'door' : 'checkpoint', named, {
    eventId: event.id,
    place: checkpointId ?? event.id,
    direction: 'IN',
    day: todayAt(event, deps),
  })

export const lookUpGuest = operation({
  id: 'checkins.lookup',
  summary: 'Look up a guest by QR code',
  description: '`qrCode` also accepts the guest’s `shortCode`. Creating a check-in does not.',
  subject: 'event',
  access: checkinsRead,
  isDoorWork: true,
  limit: 'door',
  routes: both('GET /events/:eventId/checkins/lookup'),
  query: LookupQuery,
  answer: one(Lookup),
  ahead: ({ name, query }) =>
    name?.by === 'eventId' && query.checkpointId === undefined
      ? reading([guestNamed(name.id, lookupIdentifierOf(query))], ([[guest]]) => ({ guest }))
      : null,
  async run({ event, query, actor, ahead }, deps) {
    const named = lookupIdentifierOf(query)
    const checkpointId = checkpointIn(actor, query.checkpointId)
    const isMainDoor = checkpointId === null && !event.reentry
    const guest =
      isMainDoor && ahead !== null
        ? ahead.guest
        : (
            await rowsFrom(
              deps.db,
              isMainDoor ? guestNamed(event.id, named) : asPasser(event, named, checkpointId, deps),
            )
          )[0]
    if (guest === undefined) throw notFound()
    const partyOf = await partiesOf(event, [guest], deps)
    return toLookup(guest, (await answersAtDoor(event, [guest.id], deps))(guest.id), partyOf(guest))
  },
})

/** Staff use this search for guests who arrive without their code. */
export const searchAtDoor = operation({
  id: 'checkins.search',
  summary: 'Search for guests at the door',
  description:
    'Searches by name, email address or short code and returns at most 20 guests. Guests who can be admitted come first. At a checkpoint, the results show each guest’s state there.',
  subject: 'event',
  access: checkinsRead,
  isDoorWork: true,
  limit: 'door',
  routes: [v1('GET /events/:eventId/checkins/search'), dashboard('GET /events/:eventId/checkins/search')],
  query: SearchQuery,
  answer: listOf(Lookup),
  async run({ event, query, actor }, deps) {
    const checkpoint = await checkpointOf(event, actor, query.checkpointId, deps)
    const search = {
      eventId: event.id,
      folded: foldForSearch(query.q),
      shortCode: typedShortCode(query.q),
      most: MAX_FOUND,
    }
    const guests: DoorGuest[] =
      checkpoint === null && !event.reentry
        ? await rowsFrom(deps.db, guestsFound(search))
        : await rowsFrom(
            deps.db,
            passersFound(checkpoint === null ? 'door' : 'checkpoint', {
              ...search,
              place: checkpoint?.id ?? event.id,
              day: todayAt(event, deps),
            }),
          )
    const answersOf = await answersAtDoor(
      event,
      guests.map(({ id }) => id),
      deps,
    )
    const partyOf = await partiesOf(event, guests, deps)
    return guests.map((guest) => toLookup(guest, answersOf(guest.id), partyOf(guest)))
  },
})
