import type { TestResource } from './generated/client.ts'
import type {
  AdvanceClock,
  TestAdvance,
  TestAdvanceFailure,
  TestClock,
  TestEffect,
  TestMailContent,
} from './generated/types.ts'
import { sleep } from './runtime.ts'

const POLL_MS = 500
const EFFECTS_PER_PAGE = 500
const UNITS: Record<string, string> = { s: 'S', m: 'M', h: 'H', d: 'D', w: 'W' }

/** Returns the ISO 8601 duration of `3d`, `90m` or `2h`. Returns ISO 8601 durations unchanged. */
export const durationOf = (text: string): string => {
  const [, count, unit = ''] = /^(\d+)([smhdw])$/.exec(text) ?? []
  if (count === undefined) return text
  return `P${'smh'.includes(unit) ? 'T' : ''}${count}${UNITS[unit]}`
}

/** A job of the sandbox failed, so the clock stopped there. Advance to the same instant to try the job again. */
export class AdvanceFailedError extends Error {
  readonly job: string
  /** The advance up to the failure, with all its effects. */
  readonly advance: TestAdvance

  constructor({ job, reason }: TestAdvanceFailure, advance: TestAdvance) {
    super(`${job}: ${reason}`)
    this.name = 'AdvanceFailedError'
    this.job = job
    this.advance = advance
  }
}

const countsOf = (effects: readonly TestEffect[]) => {
  const counts: Record<string, number> = {}
  for (const { kind } of effects) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

/** The clock of a sandbox. Needs the key of a sandbox. */
export class SandboxClock {
  readonly #test: TestResource

  constructor(test: TestResource) {
    this.#test = test
  }

  async now(): Promise<Date> {
    return new Date((await this.#test.clock()).now)
  }

  /**
   * Moves the clock by `3d`, `90m` or `P1DT2H`, or to an instant. Waits until everything that falls due on the way has
   * run, and returns the advance with all its effects in order. The signal ends the wait; the clock moves on.
   */
  async advance(move: { by: string } | { to: string }, options: { signal?: AbortSignal } = {}): Promise<TestAdvance> {
    const body: AdvanceClock = 'by' in move ? { by: durationOf(move.by) } : { to: move.to }
    const first = await this.#test.advance(body, options)
    let { status, failure }: Pick<TestClock, 'status' | 'failure'> = first
    while (status === 'ADVANCING') {
      await sleep(POLL_MS, options.signal)
      ;({ status, failure } = await this.#test.clock(options))
    }
    const effects = [...first.effects]
    let { cursor, hasMore } = first
    // If the clock was still moving, there are more effects than in the response.
    hasMore ||= first.status === 'ADVANCING'
    while (hasMore) {
      const page = await this.#test.effects({ cursor, limit: EFFECTS_PER_PAGE }, options)
      effects.push(...page.effects)
      ;({ cursor, hasMore } = page)
    }
    const advance: TestAdvance = { ...first, status, failure, counts: countsOf(effects), effects, cursor, hasMore }
    if (failure !== null) throw new AdvanceFailedError(failure, advance)
    return advance
  }
}

/** The emails that a sandbox captured. Needs the key of a sandbox. */
export class SandboxMails {
  readonly #test: TestResource

  constructor(test: TestResource) {
    this.#test = test
  }

  /** Returns the newest email to the address with its text and links, or null if there is none. */
  async latest(to: string): Promise<TestMailContent | null> {
    const [newest] = await this.#test.mails({ to, limit: 1 })
    return newest === undefined ? null : this.#test.mail(newest.id)
  }
}
