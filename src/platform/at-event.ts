import type { RawRow } from '../db/statement.ts'
import type { BatchResult } from '../db/turns.ts'
import type { AtEvent } from '../deps.ts'
import { refusal, unavailable } from '../kernel/failure.ts'
import type { Env, EventRpc } from './env.ts'

const RETRY_SOCKET_SECONDS = 60
const BUSY = 'This event is busy. Try again later.'

interface RpcErrorFlags {
  overloaded?: boolean
  retryable?: boolean
}

const errorFlags = (error: unknown): RpcErrorFlags => (typeof error === 'object' && error !== null ? error : {})

/** During a deployment, a new Worker may call an object that is still running the previous version. */
const isOfAnotherVersion = (error: unknown) =>
  error instanceof TypeError && error.message.includes('The RPC receiver does not implement')

/**
 * Turns temporary errors of the object into a 503. If the call is idempotent (`mayRepeat`), an interrupted call is
 * retried once. Calls to an overloaded object are never retried.
 */
const callObject = async <Result>(
  call: () => Promise<Result>,
  { mayRepeat }: { mayRepeat: boolean },
): Promise<Result> => {
  try {
    return await call()
  } catch (error) {
    const { overloaded = false, retryable = false } = errorFlags(error)
    if (mayRepeat && retryable && !overloaded) return callObject(call, { mayRepeat: false })
    if (overloaded || retryable || isOfAnotherVersion(error)) {
      throw unavailable(BUSY, error)
    }
    throw error
  }
}

/**
 * Rethrows the error, which crossed the RPC boundary as text. The original message stays innermost, because callers
 * match constraint violations on it. If several calls shared the batch, another caller may have caused the error, so
 * this caller gets a 503 and can retry.
 */
const rowsIn = (outcome: BatchResult): RawRow[][] => {
  if ('rows' in outcome) return outcome.rows
  const error = new Error(outcome.failed)
  throw outcome.isShared ? unavailable(BUSY, error) : error
}

/** The objects of the events, in the jurisdiction of the deployment if it has one. */
export const eventsIn = ({ EVENTS, JURISDICTION }: Pick<Env, 'EVENTS' | 'JURISDICTION'>) =>
  JURISDICTION ? EVENTS.jurisdiction(JURISDICTION as DurableObjectJurisdiction) : EVENTS

export const createAtEvent = (namespace: DurableObjectNamespace<EventRpc>): AtEvent => {
  const at = (eventId: string) => namespace.getByName(eventId)
  return {
    write: async (eventId, queries, dueRows) =>
      rowsIn(await callObject(async () => at(eventId).write(queries, dueRows), { mayRepeat: false })),
    read: async (eventId, queries) =>
      rowsIn(await callObject(async () => at(eventId).read(queries), { mayRepeat: true })),
    spendTicket: (eventId, nonce, expiresAt) =>
      callObject(async () => at(eventId).spendTicket(nonce, expiresAt), { mayRepeat: false }),
    recheckWatchers: (eventId) => callObject(async () => at(eventId).recheckWatchers(), { mayRepeat: true }),
    erase: (eventId) => callObject(async () => at(eventId).erase(), { mayRepeat: true }),
    wake: async (eventId) => void (await callObject(async () => at(eventId).ping(), { mayRepeat: true })),
    watch: async (eventId, holder, first, room) => {
      const live = encodeURIComponent(JSON.stringify({ holder, first: first.toSQL(), room }))
      const answer = await callObject(
        async () => at(eventId).fetch('https://event/live', { headers: { Upgrade: 'websocket', 'x-live': live } }),
        { mayRepeat: true },
      )
      if (answer.status === 429) throw refusal('rate_limited', { retryAfterSeconds: RETRY_SOCKET_SECONDS })
      if (answer.status === 503) throw new Error(await answer.text())
      return answer
    },
  }
}
