import { describe, expect, inject, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/time.ts'
import { advanceTo } from '../../../src/sandbox/advance.ts'
import { chanceOf } from '../../../src/sandbox/rehearsal/chance.ts'
import { inOwnSandbox, listenIn, rowsOf, type OwnSandbox } from '../../support/own-sandbox.ts'
import { STORY_BEGINS, STORY_DAYS, tellStory } from '../../support/sandbox-story.ts'

/** More seeds by hand: SANDBOX_SEEDS=100 npx vitest run --project worker test/api/sandboxes/clock.test.ts */
const SEEDS = Array.from({ length: inject('sandboxSeeds') }, (_, index) => index + 1)
const END = STORY_BEGINS + STORY_DAYS * DAY_MS
const NEVER = { isOver: () => false }

/** Runs the story for a seed, moves the clock with `advance`, and returns the rows and the effects. */
const after = (seed: number, advance: (sandbox: OwnSandbox) => Promise<void>, roundMs = 1) =>
  inOwnSandbox({ now: STORY_BEGINS, seed }, async (sandbox) => {
    await listenIn(sandbox)
    await tellStory(sandbox, seed)
    await advance(sandbox)
    return rowsOf(sandbox.books, roundMs)
  })

const advanceBy = async ({ running }: OwnSandbox, instants: readonly number[], pace = NEVER) => {
  for (const to of instants) {
    const { status, failure } = await advanceTo(to, running.engine, pace)
    expect({ status, failure }).toEqual({ status: 'READY', failure: null })
  }
}

type Rows = ReturnType<typeof rowsOf>

/** The minutes with effects. What causes a job's effect falls due in the minute before. */
const minutesOf = (rows: Rows) => {
  const instants = (rows['sandbox_effects'] ?? []).map((row) => Number(/\["at",(\d+)\]/.exec(row)?.[1]))
  const minutes = new Set(instants.map((at) => Math.floor(at / MINUTE_MS) * MINUTE_MS))
  return [...minutes].filter((minute) => minute > STORY_BEGINS).toSorted((a, b) => a - b)
}

/** The first rows that are in only one of the two. */
const differing = (left: Rows, right: Rows) =>
  Object.keys(right).flatMap((table) => {
    const [mine, theirs] = [left[table] ?? [], right[table] ?? []]
    const only = (some: string[], others: string[]) => some.filter((row) => !others.includes(row)).slice(0, 2)
    return [...only(mine, theirs), ...only(theirs, mine)].map((row) => `${table}: ${row.slice(0, 4_000)}`)
  })

describe('the clock of a sandbox', { timeout: 60_000 * Math.max(4, SEEDS.length) }, () => {
  it('writes the same rows and effects in one advance and in many', async () => {
    for (const seed of SEEDS) {
      const chance = chanceOf(seed, 'cuts')
      const once = await after(seed, (sandbox) => advanceBy(sandbox, [END]))
      const cuts = Array.from({ length: chance.between(2, 60) }, () => chance.between(STORY_BEGINS + MINUTE_MS, END))
      // Some advances end between the instant at which something falls due and the minute of its job.
      const minutes = minutesOf(once)
      expect(minutes.length).toBeGreaterThan(10)
      const chosen = minutes.filter((_, index) => index < 8 || chance.below(8) === 0)
      cuts.push(...chosen.map((minute) => minute - 1))
      const often = await after(seed, (sandbox) => advanceBy(sandbox, [...cuts.toSorted((a, b) => a - b), END]))
      expect(differing(often, once), `seed ${seed}`).toEqual([])
      expect(once['sandbox_effects']?.length).toBeGreaterThan(60)
    }
  })

  it('writes the same rows as a run of all jobs at every minute', async () => {
    // 16 hours, or three days with 100 seeds: running all jobs every minute takes a minute of real time.
    const until = [STORY_BEGINS + (SEEDS.length >= 100 ? 72 : 16) * HOUR_MS]
    const skipping = await after(2, (sandbox) => advanceBy(sandbox, until), MINUTE_MS)
    const everyMinute = { ...NEVER, everyMinute: true }
    const minutely = await after(2, (sandbox) => advanceBy(sandbox, until, everyMinute), MINUTE_MS)
    expect(differing(minutely, skipping)).toEqual([])
  })
})
