import { chanceOf } from '../../src/sandbox/rehearsal/chance.ts'

export const STORY_BEGINS = Date.UTC(2030, 2, 1, 9)
export const STORY_DAYS = 24

const iso = (days: number) => new Date(STORY_BEGINS + days * 86_400_000).toISOString()

// `any`: tests read answers without the service's own types.
// oxlint-disable-next-line typescript/no-explicit-any
type Call = (line: string, json?: object) => Promise<{ status: number; body: any }>

const must = ({ status, body }: Awaited<ReturnType<Call>>) => {
  if (status >= 300) throw new Error(`the story was refused: ${status} ${JSON.stringify(body)}`)
  return body.data
}

/**
 * Creates work for many kinds of jobs: offers that expire, reminders, unpaid and late orders, a planned message and a
 * series.
 */
export const tellStory = async (
  { call }: { call: Call },
  seed: number,
  { offerMinutes }: { offerMinutes?: number } = {},
) => {
  const chance = chanceOf(seed, 'story')
  const event = async (fields: object) =>
    must(
      await call('POST /v1/events', {
        title: 'Story',
        timezone: 'Europe/Paris',
        startAt: iso(chance.between(8, 20) + 0.4),
        status: 'PUBLISHED',
        ...fields,
      }),
    ) as { id: string; tickets: { id: string }[] }
  const register = async (eventId: string, number: number, fields: object = {}) =>
    must(
      await call(`POST /public/events/${eventId}/registrations`, {
        firstName: 'Guest',
        lastName: `N${number}`,
        email: `guest${number}@example.org`,
        ...fields,
      }),
    ) as { manageUrl: string; order: { id: string } | null }
  const drawnMinutes = chance.between(30, 600)
  const full = await event({
    capacity: 2,
    waitlistEnabled: true,
    waitlistMode: 'OFFERS',
    offerMinutes: offerMinutes ?? drawnMinutes,
    reminderMinutes: [chance.between(60, 4_000), 30],
  })
  const [first] = [await register(full.id, 1)]
  for (let number = 2; number <= chance.between(4, 8); number += 1) await register(full.id, number)
  must(await call(`POST /public/registrations/${first?.manageUrl.split('/').at(-1)}/cancel`, {}))
  const paid = await event({ capacity: 5, tickets: [{ name: 'Seat', price: 2500, currency: 'EUR' }] })
  const orders = []
  for (const number of [11, 12, 13]) {
    const { order } = await register(paid.id, number, { ticketId: paid.tickets[0]?.id })
    orders.push(order?.id)
  }
  must(await call(`POST /v1/test/orders/${orders[0]}/payment`, { outcome: 'paid' }))
  must(
    await call(`POST /v1/test/orders/${orders[1]}/payment`, {
      outcome: 'pending',
      settlesIn: `PT${chance.between(5, 300)}M`,
      // oxlint-disable-next-line unicorn/no-thenable -- a field of the wire format, not a promise
      then: chance.happens(0.5) ? 'paid' : 'failed',
    }),
  )
  must(
    await call(`POST /v1/events/${full.id}/announcements`, {
      subject: 'Soon',
      body: 'See you soon.',
      sendAt: iso(chance.between(1, 6) + 0.3),
    }),
  )
  must(
    await call('POST /v1/series', {
      template: { title: 'Every week', capacity: 12 },
      startAt: iso(3).slice(0, 16),
      durationMinutes: 90,
      timezone: 'Europe/Paris',
      rrule: 'FREQ=WEEKLY',
    }),
  )
}
