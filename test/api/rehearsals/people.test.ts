import { describe, expect, it } from 'vitest'
import { newCalendar } from '../../support/factories.ts'
import { inOwnSandbox } from '../../support/own-sandbox.ts'
import { newConcert, rehearse } from '../../support/rehearsals.ts'

interface Entry {
  at: string
  kind: string
  name: string
  count: number
  guest: number | null
}

const countOf = ({ timeline }: { timeline: Entry[] }, name: string) =>
  timeline.filter((each) => each.kind === 'guests' && each.name === name).reduce((sum, { count }) => sum + count, 0)

// A rehearsal plays a month, so it takes seconds, and longer on a busy machine.
describe('invented guests', { timeout: 240_000 }, () => {
  it.for([
    { of: 'the event', fields: { requiresApproval: true }, ticket: {} },
    { of: 'the ticket', fields: {}, ticket: { requiresApproval: true } },
  ])('wait for approval of $of, pay once they have it, and come', async ({ fields, ticket }) => {
    const calendar = await newCalendar()
    const event = await newConcert(calendar, { capacity: null, ...fields }, ticket)
    const { result } = await rehearse(calendar, event.id, { guests: 30, seed: 5 })
    const [approved, declined] = [countOf(result, 'approved'), countOf(result, 'declined')]
    expect(countOf(result, 'requested')).toBe(30)
    expect(approved).toBeGreaterThan(15)
    expect(declined).toBeGreaterThan(0)
    // The others cancelled before the organiser had decided.
    expect(approved + declined).toBeLessThanOrEqual(30)
    expect(Math.max(...result.seats.line.map(({ taken }: { taken: number }) => taken))).toBeLessThanOrEqual(approved)
    expect(result.money[0].charged).toBeGreaterThan(2500 * 15)
    expect(result.money[0].charged).toBeLessThanOrEqual(2500 * approved)
    expect(result.door.admitted).toBeGreaterThan(10)
    const kinds = result.mails.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['pending', 'confirmation', 'refusal']))
  })

  it('get a place on the waiting list if the event is full, and pay once they are promoted', async () => {
    const calendar = await newCalendar()
    const event = await newConcert(calendar, { requiresApproval: true, waitlistMode: 'AUTOMATIC' })
    const { result } = await rehearse(calendar, event.id, { guests: 30, seed: 5 })
    const promoted = result.mails.find(({ kind }: { kind: string }) => kind === 'promoted')
    expect(countOf(result, 'approved')).toBe(8)
    expect(countOf(result, 'waitlisted')).toBeGreaterThan(0)
    expect(promoted.count).toBeGreaterThan(0)
    expect(result.money[0].charged).toBeGreaterThan(8 * 2500)
    for (const { taken } of result.seats.line) expect(taken).toBeLessThanOrEqual(8)
  })

  it('transfer a ticket, dispute a payment, pay late, show a code twice and meet an offline scanner', async () => {
    await inOwnSandbox({ now: Date.parse('2031-03-31T10:00:00Z') }, async ({ call, rehearse: play, books }) => {
      const { body } = await call('POST /v1/events', {
        title: 'Concert',
        startAt: '2031-05-02T18:00:00Z',
        timezone: 'Europe/Paris',
        registrationOpensAt: '2031-04-01T10:00:00Z',
        status: 'PUBLISHED',
        tickets: [{ name: 'Seat', price: 2500, currency: 'EUR' }],
      })
      const result = await play({ eventId: body.data.id, guests: 12, seed: 1343 })
      expect(countOf(result, 'registered')).toBe(12)
      expect(countOf(result, 'handed_on')).toBe(1)
      const handedOn = result.timeline.find(({ name }) => name === 'handed_on')
      expect(result.mails.find(({ kind }) => kind === 'transfer.received')?.sample.to).toBe(
        `friend${handedOn?.guest}@rehearsal.invalid`,
      )
      expect(result.door.refused).toEqual([{ code: 'already_checked_in', count: 1 }])
      const [money] = result.money
      expect(money?.disputed).toBeGreaterThan(0)
      expect(money?.kept).toBe((money?.charged ?? 0) - (money?.refunded ?? 0) - (money?.disputed ?? 0))
      expect(result.mails.map(({ kind }) => kind)).toContain('payment-processing')
      // A scanner that is offline uploads its scans later, with the instants at which they were made.
      const [uploaded] = books.rows<{ many: number }>(
        'select count(*) as many from checkins where created_at > checked_in_at + 60000',
      )
      expect(uploaded?.many).toBeGreaterThan(0)
    })
  })
})
