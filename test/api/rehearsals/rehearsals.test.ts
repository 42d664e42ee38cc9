import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { asks } from '../../support/asks.ts'
import { everyTable } from '../../support/database.ts'
import { newCalendar, newEvent, newKey } from '../../support/factories.ts'
import { newConcert, rehearse } from '../../support/rehearsals.ts'

asks({
  'POST /events/:eventId/rehearsals': { role: 'MANAGER' },
  'GET /events/:eventId/rehearsals': { role: 'MANAGER', isWhole: true },
  'GET /events/:eventId/rehearsals/:rehearsalId': { role: 'MANAGER' },
  'POST /v1/events/:eventId/rehearsals': { scope: 'events:write' },
  'GET /v1/events/:eventId/rehearsals': { scope: 'events:read', isWhole: true },
  'GET /v1/events/:eventId/rehearsals/:rehearsalId': { scope: 'events:read' },
})

// A rehearsal plays a month, so it takes seconds, and longer on a busy machine.
describe('a rehearsal', { timeout: 240_000 }, () => {
  it('shows emails, seats, money, the door and findings, and is the same from the same seed', async () => {
    const calendar = await newCalendar()
    const event = await newConcert(calendar)
    const first = await rehearse(calendar, event.id, { guests: 20, seed: 7 })
    const { result } = first
    expect(result.seats).toMatchObject({ capacity: 8 })
    expect(Math.max(...result.seats.line.map(({ taken }: { taken: number }) => taken))).toBeLessThanOrEqual(8)
    expect(Math.max(...result.seats.line.map(({ waiting }: { waiting: number }) => waiting))).toBeGreaterThan(0)
    const kinds = result.mails.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['confirmation', 'reminder', 'waitlisted', 'offered']))
    const milestone = result.timeline.find(({ kind }: { kind: string }) => kind === 'milestone')
    expect(milestone).toMatchObject({ at: '2031-04-01T10:00:00.000Z', name: 'opens' })
    expect(result.money).toMatchObject([{ currency: 'EUR' }])
    expect(result.money[0].charged).toBeGreaterThan(0)
    expect(result.door.admitted).toBeGreaterThan(0)
    const codes = result.findings.map(({ code }: { code: string }) => code)
    expect(codes).toContain('sale_after_start')
    expect(codes).not.toContain('dead_link')
    expect(JSON.stringify(result)).not.toContain('sbx_')
    const again = await rehearse(calendar, event.id, { guests: 20, seed: 7 })
    expect(JSON.stringify(again.result)).toBe(JSON.stringify(result))
    const other = await rehearse(calendar, event.id, { guests: 20, seed: 8 })
    expect(other.result).not.toEqual(result)
  })

  it('changes no row of the live database', async () => {
    const calendar = await newCalendar()
    const event = await newConcert(calendar)
    const before = await everyTable()
    await rehearse(calendar, event.id, { guests: 5 })
    expect(await everyTable()).toEqual(before)
  })

  it('finds a coupon that is used up in the rush and a door that opens late', async () => {
    const calendar = await newCalendar()
    const event = await newConcert(calendar, {
      capacity: null,
      checkInOpensAt: '2031-05-02T17:55:00Z',
    })
    await send(`POST /calendars/${calendar.slug}/coupons`, {
      as: calendar.owner,
      json: { code: 'EARLY', discountType: 'PERCENT', percentOff: 50, maxRedemptions: 1 },
    })
    const { result } = await rehearse(calendar, event.id, { guests: 30, seed: 3 })
    const codes = result.findings.map(({ code }: { code: string }) => code)
    expect(codes).toEqual(expect.arrayContaining(['coupon_gone_in_rush', 'door_opens_late']))
  })

  it('copies tax rates and add-ons', async () => {
    const calendar = await newCalendar()
    const event = await newConcert(calendar, { capacity: null })
    const create = async (path: string, json: object) => {
      const made = await send(`POST ${path}`, { as: calendar.owner, json })
      expect(made.status, made.text).toBe(200)
    }
    await create(`/calendars/${calendar.slug}/tax-rates`, { name: 'VAT', rate: 1900, isDefault: true })
    await create(`/events/${event.id}/addons`, { name: 'T-shirt', price: 1500, currency: 'EUR', per: 'SEAT', stock: 3 })
    const { result } = await rehearse(calendar, event.id, { guests: 30, seed: 3 })
    const [money] = result.money
    expect(money.addons).toMatchObject([{ name: 'T-shirt' }])
    // A guest who cancels gives theirs back, so that more than the stock can be sold over time.
    expect(money.addons[0].quantity).toBeGreaterThanOrEqual(3)
    expect(money.addons[0].charged).toBe(money.addons[0].quantity * 1500)
    const sold = [...money.tickets, ...money.addons].reduce((sum, { charged }) => sum + charged, 0)
    expect(sold).toBe(money.charged)
  })

  it('sends the planned messages and reminders of the event at their times', async () => {
    const calendar = await newCalendar()
    const event = await newConcert(calendar, { capacity: null, reminderMinutes: [] })
    const plan = async (path: string, json: object) => {
      const planned = await send(`POST /events/${event.id}/${path}`, { as: calendar.owner, json })
      expect(planned.status, planned.text).toBe(200)
    }
    await plan('announcements', { subject: 'Doors', body: 'Doors open at 7.', sendAt: '2031-04-28T09:00:00Z' })
    await plan('reminders', { sendAt: '2031-05-01T08:30:00Z' })
    const { result } = await rehearse(calendar, event.id, { guests: 10, seed: 3 })
    const momentsOf = (kind: string) =>
      result.mails
        .filter((mail: { kind: string }) => mail.kind === kind)
        .flatMap(({ moments }: { moments: { at: string }[] }) => moments.map(({ at }) => at.slice(0, 16)))
    expect(momentsOf('announcement')).toEqual(['2031-04-28T09:00'])
    expect(momentsOf('reminder')).toEqual(['2031-05-01T08:30'])
  })

  it('is refused for a cancelled event, one that is over, and while another one is running', async () => {
    const calendar = await newCalendar()
    const cancelled = await newEvent(calendar, { status: 'CANCELLED' })
    const over = await newEvent(calendar, { start_at: Date.now() - 9e6, end_at: Date.now() - 8e6 })
    const post = (id: string) => send(`POST /events/${id}/rehearsals`, { as: calendar.owner, json: { guests: 1 } })
    expect(await post(cancelled.id)).toMatchObject({ status: 409, body: { code: 'event_cancelled' } })
    expect(await post(over.id)).toMatchObject({ status: 409, body: { code: 'event_over' } })
    const event = await newConcert(calendar)
    const [one, two] = await Promise.all([post(event.id), post(event.id)])
    expect([one.status, two.status].toSorted()).toEqual([202, 409])
    expect([one, two].find(({ status }) => status === 409)?.body.code).toBe('rehearsal_running')
  })

  it('takes the key of the calendar, and no rehearsal of another event', async () => {
    const calendar = await newCalendar()
    const [event, other] = [await newConcert(calendar), await newConcert(calendar)]
    const { key } = await newKey(calendar)
    const started = await send(`POST /v1/events/${event.id}/rehearsals`, { key, json: { guests: 1 } })
    expect(started.status).toBe(202)
    const { id } = started.body.data
    expect((await send(`GET /v1/events/${event.id}/rehearsals/${id}`, { key })).status).toBe(200)
    expect((await send(`GET /v1/events/${other.id}/rehearsals/${id}`, { key })).status).toBe(404)
    const tooMany = await send(`POST /v1/events/${event.id}/rehearsals`, { key, json: { guests: 5_000 } })
    expect(tooMany).toMatchObject({ status: 400, body: { errors: [{ field: 'guests' }] } })
  })
})
