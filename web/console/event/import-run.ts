import type { EventAnswer } from '../../shared/answers.ts'
import { troubleOf } from '../parts/trouble.ts'
import type { CalendarSession } from '../session.ts'
import { importingWords } from '../words/en/importing.ts'
import { patiently, startRun } from './bulk.ts'
import type { ImportOutcome } from './import-result.tsx'
import type { Newcomer } from './import-rows.ts'

const AT_ONCE = 4

interface Import {
  session: CalendarSession
  event: EventAnswer
  /** Rows of the file, in which `Newcomer.row` starts at 1. */
  rows: readonly (readonly string[])[]
  head: readonly string[]
  people: readonly Newcomer[]
  /** Ticket for rows that don't name one. */
  ticketId: string
  isEmailing: boolean
}

/**
 * Adds the guests of a file, each with its own request, and waits whenever the service asks for it. Returns null if
 * another bulk action is running.
 */
export const importGuests = async ({
  session,
  event,
  rows,
  head,
  people,
  ticketId,
  isEmailing,
}: Import): Promise<ImportOutcome | null> => {
  const words = importingWords()
  const good = people.filter(({ fault }) => fault === null)
  const addOne = (who: Newcomer) => {
    const wanted = who.ticketId ?? ticketId
    return session.api.post(`/events/${event.id}/guests`, {
      firstName: who.firstName,
      lastName: who.lastName,
      email: who.email,
      notify: isEmailing,
      ...(wanted === '' ? {} : { ticketId: wanted }),
      ...(who.answers.length === 0 ? {} : { answers: who.answers }),
    })
  }
  const add = async (ids: readonly string[]) => {
    const failed = new Map<string, string>()
    await Promise.all(
      ids.map(async (id) => {
        const who = good[Number(id)]
        if (who === undefined) return
        await patiently(() => addOne(who)).catch((error: unknown) => failed.set(id, troubleOf(error)))
      }),
    )
    return failed
  }
  const ids = good.map((_, index) => String(index))
  const ended = await startRun(words.running, ids, add, { ofACall: AT_ONCE })
  if (ended === null) return null
  const whyNot = new Map(people.flatMap(({ row, fault }) => (fault === null ? [] : [[row, fault] as const])))
  for (const [index, { row }] of good.entries()) {
    const why = index < ended.done ? ended.failed.get(String(index)) : words.faults.stopped
    if (why !== undefined) whyNot.set(row, why)
  }
  return {
    added: ended.done - ended.failed.size,
    isEmailing,
    head,
    notAdded: people.flatMap(({ row, email }) => {
      const why = whyNot.get(row)
      return why === undefined ? [] : [{ row, cells: rows[row - 1] ?? [], email, why }]
    }),
  }
}

/** The result of an import whose dialog was closed before it ended, by event id. The dialog shows it when it opens. */
const unseen = new Map<string, ImportOutcome>()

export const keepForLater = (eventId: string, outcome: ImportOutcome) => {
  unseen.set(eventId, outcome)
}

export const takeUnseen = (eventId: string) => {
  const outcome = unseen.get(eventId) ?? null
  unseen.delete(eventId)
  return outcome
}
