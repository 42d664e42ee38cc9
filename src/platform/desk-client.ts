import type { Answer, Desk } from '../desk.ts'
import { unavailable } from '../kernel/failure.ts'
import type { DeskObject } from './env.ts'

interface Trouble {
  overloaded?: boolean
  retryable?: boolean
}

const troubleOf = (error: unknown): Trouble => (typeof error === 'object' && error !== null ? error : {})

/**
 * A desk that does not take the call is 503, not 500: it will. Where asking twice is harmless an interrupted
 * call is asked again; an overloaded desk is left alone.
 */
const ask = async <Result>(call: () => Promise<Result>, isRepeatable: boolean): Promise<Result> => {
  try {
    return await call()
  } catch (error) {
    const { overloaded, retryable } = troubleOf(error)
    if (overloaded !== true && retryable === true && isRepeatable) return ask(call, false)
    if (overloaded === true || retryable === true) throw unavailable('The check-in desk is busy just now.', error)
    throw error
  }
}

const readable = <Settled>(answer: Answer<Settled>) => {
  if (answer.outcome === 'unreadable') throw unavailable('The guests cannot be read just now.')
  return answer
}

export const createDesk = (namespace: DurableObjectNamespace<DeskObject>): Desk => {
  const at = (eventId: string) => namespace.getByName(eventId)
  return {
    admit: async (door, scan, by, once, read) =>
      readable(await ask(async () => at(door.eventId).admit(door, scan, by, once, read), once !== null)),
    upload: async (door, scans, by, once) =>
      readable(await ask(async () => at(door.eventId).upload(door, scans, by, once), once !== null)),
    lookUp: async (door, guest, read) =>
      readable(await ask(async () => at(door.eventId).lookUp(door, guest, read), true)),
    undo: (eventId, what, by) => ask(async () => at(eventId).undo(eventId, what, by), false),
    list: (eventId, filter) => ask(async () => at(eventId).list(filter), true),
    tally: (eventId) => ask(async () => at(eventId).tally(), true),
    spendTicket: (eventId, nonce, expiresAt) => ask(async () => at(eventId).spendTicket(nonce, expiresAt), false),
    recheckWatchers: (eventId) => ask(async () => at(eventId).recheckWatchers(), true),
    openLive: (door, holder) =>
      ask(
        async () =>
          at(door.eventId).fetch('https://desk/live', {
            headers: { Upgrade: 'websocket', 'x-live': encodeURIComponent(JSON.stringify({ door, holder })) },
          }),
        true,
      ),
  }
}
