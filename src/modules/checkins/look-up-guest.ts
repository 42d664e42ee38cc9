import type { Call } from '../../operation/operation.ts'
import type { EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import type { DoorGuest } from '../../desk.ts'
import { notFound } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { foldForSearch } from '../guests/index.ts'
import { identifierOf, toLookup } from './checkins.ts'
import type { SearchQuery } from './checkins.schema.ts'
import { readAnswers, searchDoorGuests } from './checkins.store.ts'
import { doorOf } from './door.ts'
import { settledIn } from './refuse.ts'

const MOST_FOUND = 20

/** Read only where an event asks for something that the door should know. */
const answersAtDoor = async (event: EventRow, guestIds: string[], deps: Deps) => {
  const marked = new Set(event.registrationQuestions.flatMap(({ id, showAtDoor }) => (showAtDoor === true ? [id] : [])))
  const rows = marked.size === 0 || guestIds.length === 0 ? [] : await readAnswers(deps.db, event.id, guestIds)
  const byGuest = new Map(rows.map(({ guestId, answers }) => [guestId, answers]))
  return (guestId: string) =>
    (byGuest.get(guestId) ?? []).flatMap(({ questionId, question, answer }) =>
      marked.has(questionId) ? [{ question, answer }] : [],
    )
}

export const lookUpGuest = async (
  { event, query, ahead }: Call<unknown, { qrCode: string }, unknown, 'event', DoorGuest[]>,
  deps: Deps,
) => {
  const { settled } = settledIn(await deps.desk.lookUp(doorOf(event), identifierOf(query), ahead))
  if (settled === null) throw notFound()
  const answersOf = await answersAtDoor(event, [settled.guest.id], deps)
  return toLookup(settled, answersOf(settled.guest.id))
}

/** By name or address, for guests who come without their code. Who is in comes from the desk, as it does for a code. */
export const searchAtDoor = async (
  { event, query }: Call<unknown, Parsed<typeof SearchQuery>, unknown, 'event'>,
  deps: Deps,
) => {
  const ids = await searchDoorGuests(deps.db, event.id, foldForSearch(query.q), MOST_FOUND)
  const [answersOf, ...found] = await Promise.all([
    answersAtDoor(event, ids, deps),
    ...ids.map(async (value) => settledIn(await deps.desk.lookUp(doorOf(event), { by: 'id', value })).settled),
  ])
  return found.flatMap((settled) => (settled === null ? [] : [toLookup(settled, answersOf(settled.guest.id))]))
}
