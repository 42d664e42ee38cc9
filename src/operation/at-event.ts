import type { SubjectName } from '../access/subjects.store.ts'
import { inOneBatch, inOrder, queryOf, resultsByName, type ResultsOf, type Statements } from '../db/statement.ts'
import type { Deps } from '../deps.ts'

const EVENT_ID = /^evt_[0-9A-Za-z]{22}$/

/**
 * Returns the id of the event whose `EventObject` handles the request. Returns null for a name that can't be an event
 * id, so that no object is created for it.
 */
export const eventIn = (name: SubjectName | null) => (name?.by === 'eventId' && EVENT_ID.test(name.id) ? name.id : null)

/** Reads in one batch with concurrent readers of the same event, or directly from D1 if `eventId` is null. */
export const readTogether = async <const S extends Statements>(
  { db, atEvent }: Pick<Deps, 'db' | 'atEvent'>,
  eventId: string | null,
  statements: S,
): Promise<ResultsOf<S>> => {
  if (eventId === null) return inOneBatch(db, statements)
  return resultsByName(statements, await atEvent.read(eventId, inOrder(statements).map(queryOf)))
}

const NO_DUE_ROWS = { deliveries: [0, 0], mails: [0, 0], watched: [] } as const

/** Writes in one batch with concurrent writers of the same event, or directly to D1 if `eventId` is null. */
export const writeTogether = async <const S extends Statements>(
  { db, atEvent }: Pick<Deps, 'db' | 'atEvent'>,
  eventId: string | null,
  statements: S,
): Promise<ResultsOf<S>> => {
  if (eventId === null) return inOneBatch(db, statements)
  return resultsByName(statements, await atEvent.write(eventId, inOrder(statements).map(queryOf), NO_DUE_ROWS))
}
