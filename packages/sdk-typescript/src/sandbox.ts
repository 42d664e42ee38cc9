import type { TestResource } from './generated/client.ts'
import type { AdvanceClock, TestClock, TestEffect, TestMailContent } from './generated/types.ts'

const POLL_MS = 500
const UNITS: Record<string, string> = { s: 'S', m: 'M', h: 'H', d: 'D', w: 'W' }

/** Returns the ISO 8601 duration of `3d`, `90m` or `2h`. Passes on one that is written as such. */
export const durationOf = (text: string): string => {
  const [, count, unit = ''] = /^(\d+)([smhdw])$/.exec(text) ?? []
  if (count === undefined) return text
  return `P${'smh'.includes(unit) ? 'T' : ''}${count}${UNITS[unit]}`
}

/** A job of the sandbox failed, so the clock stopped there. */
export class AdvanceFailedError extends Error {
  readonly job: string

  constructor(job: string, reason: string) {
    super(`${job}: ${reason}`)
    this.name = 'AdvanceFailedError'
    this.job = job
  }
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
   * run, and returns its effects in order.
   */
  async advance(move: { by: string } | { to: string }): Promise<TestEffect[]> {
    const body: AdvanceClock = 'by' in move ? { by: durationOf(move.by) } : { to: move.to }
    const advance = await this.#test.advance(body)
    let state: Pick<TestClock, 'status' | 'failure'> = advance
    while (state.status === 'ADVANCING') {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      state = await this.#test.clock()
    }
    const { failure } = state
    if (failure !== null) throw new AdvanceFailedError(failure.job, failure.reason)
    const all = [...advance.effects]
    let { cursor, hasMore } = advance
    // More has happened since the response if the clock was still moving.
    hasMore ||= advance.status === 'ADVANCING'
    while (hasMore) {
      const page = await this.#test.effects({ cursor })
      all.push(...page.effects)
      ;({ cursor, hasMore } = page)
    }
    return all
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
