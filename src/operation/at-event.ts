import type { SubjectName } from '../access/subjects.store.ts'
import { inOneBatch, inOrder, queryOf, resultsByName, type ResultsOf, type Statements } from '../db/statement.ts'
import type { Deps } from '../deps.ts'

const EVENT_ID = /^evt_[0-9A-Za-z]{22}$/

/** The event whose object a request goes through; null where none is named, or by what cannot be its id. */
export const eventIn = (name: SubjectName | null) => (name?.by === 'eventId' && EVENT_ID.test(name.id) ? name.id : null)

/** Reads together with others who ask about the same event at that moment. */
export const readTogether = async <const S extends Statements>(
  { db, atEvent }: Pick<Deps, 'db' | 'atEvent'>,
  eventId: string | null,
  statements: S,
): Promise<ResultsOf<S>> => {
  if (eventId === null) return inOneBatch(db, statements)
  return resultsByName(statements, await atEvent.read(eventId, inOrder(statements).map(queryOf)))
}

const NOBODY = { deliveries: [0, 0], mails: [0, 0], watched: [] } as const

/** Writes in the row of the event, with what others write there. */
export const writeTogether = async <const S extends Statements>(
  { db, atEvent }: Pick<Deps, 'db' | 'atEvent'>,
  eventId: string | null,
  statements: S,
): Promise<ResultsOf<S>> => {
  if (eventId === null) return inOneBatch(db, statements)
  return resultsByName(statements, await atEvent.write(eventId, inOrder(statements).map(queryOf), NOBODY))
}
