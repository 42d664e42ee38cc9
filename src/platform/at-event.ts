import type { RawRow } from '../db/statement.ts'
import type { BatchResult } from '../db/turns.ts'
import type { AtEvent } from '../deps.ts'
import { unavailable } from '../kernel/failure.ts'
import type { EventRpc } from './env.ts'

const BUSY = 'This event is busy. Try again later.'

interface Trouble {
  overloaded?: boolean
  retryable?: boolean
}

const troubleOf = (error: unknown): Trouble => (typeof error === 'object' && error !== null ? error : {})

/** While a new version comes up, objects of the one before may still run. */
const isOfAnotherVersion = (error: unknown) =>
  error instanceof TypeError && error.message.includes('The RPC receiver does not implement')

/**
 * An object that does not take the call is 503, not 500: it will. Where asking twice is harmless an interrupted call is
 * asked again; an overloaded object is left alone.
 */
const ask = async <Result>(call: () => Promise<Result>, { mayRepeat }: { mayRepeat: boolean }): Promise<Result> => {
  try {
    return await call()
  } catch (error) {
    const { overloaded = false, retryable = false } = troubleOf(error)
    if (mayRepeat && retryable && !overloaded) return ask(call, { mayRepeat: false })
    if (overloaded || retryable || isOfAnotherVersion(error)) {
      throw unavailable(BUSY, error)
    }
    throw error
  }
}

/**
 * An error that came as data is one again, in its own words: whoever asks for a violation finds it there. Where it may be that
 * of another's call, it is said to try again.
 */
const rowsIn = (outcome: BatchResult): RawRow[][] => {
  if ('rows' in outcome) return outcome.rows
  const error = new Error(outcome.failed)
  throw outcome.isShared ? unavailable(BUSY, error) : error
}

export const createAtEvent = (namespace: DurableObjectNamespace<EventRpc>): AtEvent => {
  const at = (eventId: string) => namespace.getByName(eventId)
  return {
    write: async (eventId, queries, told) =>
      rowsIn(await ask(async () => at(eventId).write(queries, told), { mayRepeat: false })),
    read: async (eventId, queries) => rowsIn(await ask(async () => at(eventId).read(queries), { mayRepeat: true })),
    spendTicket: (eventId, nonce, expiresAt) =>
      ask(async () => at(eventId).spendTicket(nonce, expiresAt), { mayRepeat: false }),
    recheckWatchers: (eventId) => ask(async () => at(eventId).recheckWatchers(), { mayRepeat: true }),
    wake: async (eventId) => void (await ask(async () => at(eventId).ping(), { mayRepeat: true })),
    watch: async (eventId, holder, first, room) => {
      const live = encodeURIComponent(JSON.stringify({ holder, first: first.toSQL(), room }))
      const answer = await ask(
        async () => at(eventId).fetch('https://event/live', { headers: { Upgrade: 'websocket', 'x-live': live } }),
        { mayRepeat: true },
      )
      if (answer.status === 503) throw new Error(await answer.text())
      return answer
    },
  }
}
