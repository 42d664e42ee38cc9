import { describe, expect, it, onTestFinished } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../src/kernel/time.ts'
import { advanceTo } from '../../../src/sandbox/advance.ts'
import { KILLED, killer } from '../../support/kills.ts'
import { answerEveryThird, inOwnSandbox, listenIn, type OwnSandbox } from '../../support/own-sandbox.ts'
import { STORY_BEGINS, tellStory } from '../../support/sandbox-story.ts'

const END = STORY_BEGINS + 9 * DAY_MS
const NEVER = { isOver: () => false }
const MAX_KILLS = 40
/** A mailbox gets at most five offers a day, and a repeated step can move the sixth across that limit. */
const LONG_OFFERS = { offerMinutes: 700 }

const newKiller = () => {
  const kills = killer()
  onTestFinished(kills.stop)
  return kills
}

/** All effects by minute, because a repeated step is milliseconds later. Outgoing attempts may be repeated. */
const outcome = ({ books }: OwnSandbox) => ({
  effects: books.rows(
    `select at / ${MINUTE_MS} as minute, kind, summary from sandbox_effects where kind <> 'delivery.attempted' order by 1, 2, 3`,
  ),
  mails: books.rows(`select at / ${MINUTE_MS} as minute, kind, recipient from sandbox_mails order by 1, 2, 3`),
  guests: books.rows('select email, status from guests order by email'),
  orders: books.rows('select status, total, refunded from orders order by status, total'),
})

const newStory = async (sandbox: OwnSandbox) => {
  await listenIn(sandbox)
  await tellStory(sandbox, 3, LONG_OFFERS)
}

const newPaidEvent = async ({ call }: OwnSandbox) => {
  const { body } = await call('POST /v1/events', {
    title: 'Paid',
    timezone: 'UTC',
    startAt: '2030-04-01T10:00:00Z',
    status: 'PUBLISHED',
    tickets: [{ name: 'Seat', price: 2500, currency: 'EUR' }],
  })
  return body.data as { id: string; tickets: { id: string }[] }
}

/** Registers a guest for an event with a paid ticket, and returns the id of the unpaid order. */
const orderOf = async (
  { call }: OwnSandbox,
  { id, tickets }: Awaited<ReturnType<typeof newPaidEvent>>,
  guest: number,
): Promise<string> => {
  const { body } = await call(`POST /public/events/${id}/registrations`, {
    firstName: 'Guest',
    lastName: `N${guest}`,
    email: `guest${guest}@example.org`,
    ticketId: tickets[0]?.id,
  })
  return body.data.order.id
}

describe('a sandbox that is killed', { timeout: 240_000 }, () => {
  it.each([7, 11, 43])(
    'repeats only outgoing deliveries when an advance ends after every %i batches',
    async (every) => {
      const expected = await inOwnSandbox({ now: STORY_BEGINS }, async (sandbox) => {
        await newStory(sandbox)
        expect(await advanceTo(END, sandbox.running.engine, NEVER)).toMatchObject({ status: 'READY' })
        return outcome(sandbox)
      })
      await inOwnSandbox({ now: STORY_BEGINS }, async (sandbox) => {
        await newStory(sandbox)
        const kills = newKiller()
        let [awake, killed] = [sandbox, 0]
        for (let status = ''; status !== 'READY';) {
          kills.killAfter(killed < MAX_KILLS ? every + killed : Number.POSITIVE_INFINITY)
          try {
            const advance = await advanceTo(END, awake.running.engine, NEVER)
            expect(advance.failure).toBeNull()
            ;({ status } = advance)
          } catch (error) {
            expect((error as Error).message).toBe(KILLED)
            killed += 1
            kills.nextLife(Number.POSITIVE_INFINITY)
            awake = awake.wake()
            answerEveryThird(awake)
          }
        }
        expect(killed).toBeGreaterThan(20)
        expect(outcome(awake)).toEqual(expected)
      })
    },
  )

  it('runs the jobs of its first minute again if it was killed in that minute', async () => {
    const addReminder = async ({ call }: OwnSandbox) => {
      const startAt = new Date(STORY_BEGINS + DAY_MS).toISOString()
      const fields = { title: 'Soon', timezone: 'UTC', startAt, status: 'PUBLISHED', reminderMinutes: [24 * 60 - 1] }
      const { body } = await call('POST /v1/events', fields)
      const guest = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org' }
      await call(`POST /public/events/${body.data.id}/registrations`, guest)
    }
    const expected = await inOwnSandbox({ now: STORY_BEGINS }, async (sandbox) => {
      await addReminder(sandbox)
      await advanceTo(STORY_BEGINS + DAY_MS, sandbox.running.engine, NEVER)
      return outcome(sandbox)
    })
    expect(expected.mails).toHaveLength(2)
    await inOwnSandbox({ now: STORY_BEGINS }, async (sandbox) => {
      const { engine } = sandbox.running
      await addReminder(sandbox)
      const kills = newKiller()
      const { clock } = engine
      const set = clock.set.bind(clock)
      clock.set = (at) => {
        set(at)
        if (at % MINUTE_MS === 0) kills.killAfter(2)
      }
      await expect(advanceTo(STORY_BEGINS + DAY_MS, engine, NEVER)).rejects.toThrow(KILLED)
      kills.nextLife(Number.POSITIVE_INFINITY)
      const awake = sandbox.wake()
      await advanceTo(STORY_BEGINS + DAY_MS, awake.running.engine, NEVER)
      expect(outcome(awake)).toEqual(expected)
    })
  })

  it('continues an advance by its alarm', () =>
    inOwnSandbox({ now: STORY_BEGINS }, async (sandbox) => {
      await newStory(sandbox)
      expect(await sandbox.alarm()).toBeNull()
      const kills = newKiller()
      // The key, the idempotency key and the first look at the due jobs.
      kills.killAfter(8)
      await sandbox.call('POST /v1/test/clock/advance', { by: 'P3D' }).catch(() => null)
      kills.nextLife(Number.POSITIVE_INFINITY)
      const awake = sandbox.wake()
      expect((await awake.call('GET /v1/test/clock')).body.data.status).toBe('ADVANCING')
      expect(await awake.alarm()).toBeGreaterThan(0)
      while (await awake.running.goOn());
      expect((await awake.call('GET /v1/test/clock')).body.data).toMatchObject({ status: 'READY', target: null })
    }))

  it('reports each booked payment to the service', () =>
    inOwnSandbox({ now: STORY_BEGINS }, async (sandbox) => {
      const event = await newPaidEvent(sandbox)
      const kills = newKiller()
      const seen = { paid: 0, open: 0 }
      let awake = sandbox
      for (let batches = 0; batches < 24; batches += 1) {
        const orderId = await orderOf(awake, event, batches)
        kills.killAfter(batches)
        await awake.call(`POST /v1/test/orders/${orderId}/payment`, { outcome: 'paid' }).catch(() => null)
        kills.nextLife(Number.POSITIVE_INFINITY)
        awake = awake.wake()
        await awake.call('POST /v1/test/clock/advance', { by: 'PT1S' })
        const [booked] = awake.books.rows<{ status: 'paid' | 'open' }>(
          'select status from sandbox_checkouts where order_id = ?',
          orderId,
        )
        const [order] = awake.books.rows<{ status: string }>('select status from orders where id = ?', orderId)
        expect(order?.status, `after ${batches} batches`).toBe(booked?.status === 'paid' ? 'PAID' : 'PENDING')
        seen[booked?.status ?? 'open'] += 1
      }
      expect(seen.open).toBeGreaterThan(0)
      expect(seen.paid).toBeGreaterThan(3)
    }))
})
