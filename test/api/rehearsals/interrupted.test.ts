import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/db/database.ts'
import { DAY_MS } from '../../../src/kernel/time.ts'
import { eventToCopy } from '../../../src/modules/rehearsals/rehearsals.store.ts'
import { calendarToCopy } from '../../../src/modules/sandboxes/sandboxes.store.ts'
import type { SandboxEnv } from '../../../src/sandbox/env.ts'
import { SandboxObject } from '../../../src/sandbox/object.ts'
import { newCalendar } from '../../support/factories.ts'
import { KILLED, killer } from '../../support/kills.ts'
import { newConcert } from '../../support/rehearsals.ts'

const OPENS_AT = Date.parse('2031-04-01T10:00:00Z')
const GUESTS = { guests: 4, seed: 7 }
/** The object is killed after this many batches, in the middle of the month. */
const BATCHES = 400

interface Finished {
  id: string
  result: string | null
}

interface OwnRehearsal {
  /** Runs the alarm in a new object with the rows of the previous one. */
  wake(): Promise<void>
  /** Runs the alarm in an object that is killed while it works. */
  interrupt(): Promise<void>
  /** Whether the object still has rows. */
  hasRows(): boolean
  /** Results that the calendar's list has received. */
  finished: Finished[]
}

const newRehearsed = async () => {
  const calendar = await newCalendar()
  return { calendar, event: await newConcert(calendar) }
}

/** Starts a rehearsal in an object that the test kills and wakes. */
const inRehearsal = async (
  { calendar, event }: Awaited<ReturnType<typeof newRehearsed>>,
  work: (rehearsal: OwnRehearsal) => Promise<void>,
) => {
  const db = openDatabase(env.DB)
  const now = OPENS_AT - DAY_MS
  const rows = [
    ['calendars', await calendarToCopy(db, calendar.id)] as const,
    ...(await eventToCopy(db, { id: event.id, calendarId: calendar.id }, { opensAt: OPENS_AT, now })),
  ]
  const { EVENTS } = env as unknown as { EVENTS: DurableObjectNamespace }
  await runInDurableObject(EVENTS.getByName(crypto.randomUUID()), async (_object, state) => {
    const finished: Finished[] = []
    const kills = killer()
    let isKilled = false
    const shelf = {
      finish(id: string, result: string | null) {
        if (isKilled) throw new Error(KILLED)
        finished.push({ id, result })
      },
    }
    const bindings = { ...env, SHELVES: { getByName: () => shelf } } as unknown as SandboxEnv
    await new SandboxObject(state, bindings).start({
      id: 'sbx_0123456789',
      calendarId: calendar.id,
      now,
      seed: GUESTS.seed,
      sendsWebhooks: false,
      rows,
      rehearsal: { id: 'rsl_test', eventId: event.id, ...GUESTS },
    })
    const { sql } = state.storage
    const wake = () => new SandboxObject(state, bindings).alarm()
    const interrupt = async () => {
      kills.nextLife(BATCHES)
      isKilled = true
      await expect(wake()).rejects.toThrow(KILLED)
      isKilled = false
      kills.nextLife(Number.POSITIVE_INFINITY)
    }
    await work({
      wake,
      interrupt,
      hasRows: () => sql.exec("select 1 from sqlite_master where name = 'sandbox_state'").toArray().length > 0,
      finished,
    }).finally(kills.stop)
  })
}

// A rehearsal plays a month, so it takes seconds, and longer on a busy machine.
describe('a rehearsal whose object is killed', { timeout: 240_000 }, () => {
  it('begins again and has the result of one that was not interrupted', async () => {
    const results: (string | null)[] = []
    const rehearsed = await newRehearsed()
    for (const isInterrupted of [false, true]) {
      await inRehearsal(rehearsed, async ({ wake, interrupt, hasRows, finished }) => {
        if (isInterrupted) {
          await interrupt()
          // This alarm detects the interruption and starts over. The next one plays the event.
          await wake()
          expect(finished).toEqual([])
        }
        await wake()
        expect(finished).toMatchObject([{ id: 'rsl_test' }])
        expect(hasRows()).toBe(false)
        results.push(finished[0]?.result ?? null)
      })
    }
    expect(results[0]).toContain('"timeline"')
    expect(results[1]).toBe(results[0])
  })

  it('has failed after three attempts, and leaves no rows', async () => {
    await inRehearsal(await newRehearsed(), async ({ wake, interrupt, hasRows, finished }) => {
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        await interrupt()
        expect([finished.length, hasRows()], `attempt ${attempt}`).toEqual([0, true])
        await wake()
      }
      expect(finished).toEqual([{ id: 'rsl_test', result: null }])
      expect(hasRows()).toBe(false)
      await wake()
      expect(finished).toHaveLength(1)
    })
  })
})
