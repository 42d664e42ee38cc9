import { setTimeout as sleep } from 'node:timers/promises'
import type { Act } from '../history.ts'
import { note, type Run } from '../perform.ts'
import { openSocket, type Answer, type Sent } from '../socket.ts'
import { dataOf } from '../world.ts'

export interface Means {
  /** Number of the current round, from 1. */
  round: number
  /** Sends the request, and resends it if its response was lost, until there is a response. */
  ask(sent: Sent): Promise<Answer>
  /** Sends the request and returns the data of the response. Any refusal ends the round. */
  read<Data>(sent: Sent): Promise<Data>
  /** Records how often an effect was expected, and how often it is visible now. */
  sawEffect(what: string, wanted: number, seen: number): void
}

/** Uses the service alongside the sockets, in rounds, with objects that no socket touches. */
export interface Companion {
  name: Extract<Act, { kind: 'sawEffect' }>['by']
  pauseMs: number
  play(means: Means): Promise<void>
}

class RoundEnded extends Error {
  override readonly name = 'RoundEnded'
}

const RETRY_MS = 200
/** The first request, whose response was lost, may still be running. */
const isUndecided = ({ status, body }: Answer) => status >= 500 || body.code === 'idempotency_in_progress'

/** Plays the companion's rounds until the run is over. */
export const accompany = async (run: Run, baseUrl: string, number: number, { name, pauseMs, play }: Companion) => {
  const socket = openSocket(new URL(baseUrl).origin)
  const meansOf = (round: number): Means => {
    const noteOne = (from: number, act: Act) =>
      note(run, { socket: number, step: round }, { from, to: performance.now() }, [{ act, outcome: 'done' }])
    const ask = async (sent: Sent) => {
      for (;;) {
        await run.resting
        if (run.isOver) throw new RoundEnded('the run is over')
        const { sentAt, answer } = await socket.ask(sent, () => run.isOver)
        if (answer !== null) noteOne(sentAt, { kind: 'answer', operation: name, status: answer.status })
        if (answer !== null && !isUndecided(answer)) return answer
        await sleep(RETRY_MS)
      }
    }
    return {
      round,
      ask,
      async read<Data>(sent: Sent) {
        const answer = await ask(sent)
        const data = dataOf<Data>(answer)
        if (data === undefined) throw new RoundEnded(`${sent.method} ${sent.path} answered ${answer.status}`)
        return data
      },
      sawEffect: (what, wanted, seen) =>
        noteOne(performance.now(), { kind: 'sawEffect', by: name, what, wanted, seen }),
    }
  }
  for (let round = 1; !run.isOver; round += 1) {
    try {
      await play(meansOf(round))
    } catch (error) {
      if (!(error instanceof RoundEnded)) throw error
    }
    await sleep(pauseMs)
  }
  socket.close()
}
