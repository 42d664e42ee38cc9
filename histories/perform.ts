import { setTimeout as sleep } from 'node:timers/promises'
import type { Entry } from './history.ts'
import { operations } from './operations/index.ts'
import { planOf, type Step } from './plan.ts'
import { openSocket, type Answer, type Socket } from './socket.ts'
import type { Noted, World } from './world.ts'

export interface Run {
  entries: Entry[]
  /** Number of requests that were answered or given up. */
  steps: number
  /** Minimum duration of a step in milliseconds. It limits the request rate. */
  stepMs: number
  /** All sockets wait for this promise before their next step. */
  resting: Promise<void>
  isOver: boolean
  startedAt: number
}

export const note = (
  run: Run,
  whose: { socket: number; step: number },
  span: { from: number; to: number },
  noted: Noted[],
) => {
  const [from, answered] = [span.from - run.startedAt, span.to - run.startedAt]
  for (const { act, outcome } of noted)
    run.entries.push({ ...whose, from, to: outcome === 'maybe' ? Infinity : answered, outcome, act })
}

const perform = async (run: Run, world: World, socket: Socket, whose: { socket: number; step: number }, step: Step) => {
  const name = `${whose.socket}-${whose.step}`
  const wanted = await operations[step.operation](world, { step, name })
  if (wanted === null) return
  const repeats = step.repeats && wanted.isRepeatable === true
  const sent = repeats ? { ...wanted.sent, headers: { ...wanted.sent.headers, 'idempotency-key': name } } : wanted.sent
  const first = await socket.ask(sent, () => run.isOver)
  const last = first.answer === null && repeats && !run.isOver ? await socket.ask(sent, () => run.isOver) : first
  const span = { from: first.sentAt, to: performance.now() }
  const answered = (answer: Answer): Noted => ({
    act: { kind: 'answer', operation: step.operation, status: answer.status },
    outcome: 'done',
  })
  note(run, whose, span, [...wanted.meaning(last.answer), ...(last.answer === null ? [] : [answered(last.answer)])])
}

/** Lets one socket carry out its plan until the run is over. */
export const keepBusy = async (run: Run, world: World, baseUrl: string, number: number, seed: number) => {
  const socket = openSocket(baseUrl)
  let count = 0
  for (const step of planOf(seed, number)) {
    await run.resting
    if (run.isOver) break
    const from = performance.now()
    await perform(run, world, socket, { socket: number, step: (count += 1) }, step)
    run.steps += 1
    const rest = from + run.stepMs - performance.now()
    if (rest > 0) await sleep(rest)
  }
  socket.close()
}
