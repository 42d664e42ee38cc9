import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { asks } from '../../support/asks.ts'
import { mailsTo, refundsOf, setColumns } from '../../support/database.ts'
import { manageApi, newCalendar, newEvent, newTicket, person } from '../../support/factories.ts'
import { asOwner, orderNow, pay, refund, statusOfGuest } from '../../support/orders.ts'
import { withProvider } from '../../support/provider.ts'
import type { MailMessage } from '../../../src/deps.ts'
import { cancelOfParty } from '../../../src/modules/guests/own/cancel-of-party.ts'
import { quoteOf } from '../../../src/modules/guests/own/own-refunds.ts'
import { sendDue } from '../../../src/modules/mails/index.ts'
import { managedBy } from '../../../src/modules/seats/index.ts'
import { manageUrlOfGuest } from '../../../src/modules/seats/manage-token.ts'

asks({ 'GET /public/registrations/:manageToken/cancellation': { isOpen: true, isSecret: true } })

const HOUR_MS = 3_600_000
const home = await newCalendar()
const POLICY = {
  steps: [
    { hoursBefore: 168, percent: 80 },
    { hoursBefore: 24, percent: 50 },
  ],
  fee: { fixed: 0, percent: 8 },
}
const NO_FEE = { fixed: 0, percent: 0 }
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

interface Bought {
  event: { id: string; slug: string }
  order: { id: string }
  guests: { id: string }[]
  manageUrl: string
  email: string
}

const buy = async (hours: number, fields: object = {}, attendees: object[] | null = null): Promise<Bought> => {
  const event = await newEvent(home, { startAt: inHours(hours), refundPolicy: POLICY, ...fields }, { price: 11_900 })
  const { email } = person()
  const body = { firstName: 'Ada', lastName: 'Byron', email }
  const { data } = (
    await send(`POST /public/events/${event.id}/registrations`, {
      json: attendees === null ? body : { buyer: body, attendees },
    })
  ).body
  await pay(home, event, data.order.id)
  return { event, order: data.order, guests: data.guests ?? [data.guest], manageUrl: data.manageUrl, email }
}
const quote = async ({ manageUrl }: Pick<Bought, 'manageUrl'>, guestIds: string[] = []) =>
  (
    await send(
      `GET ${manageApi(manageUrl)}/cancellation${guestIds.length > 0 ? `?guestIds=${guestIds.join(',')}` : ''}`,
    )
  ).body.data
const cancel = ({ manageUrl }: Pick<Bought, 'manageUrl'>, json: object = {}) =>
  send(`POST ${manageApi(manageUrl)}/cancel`, { json })

describe('confirmation', () => {
  const confirmationOf = async (email: string) => {
    const sent: MailMessage[] = []
    const mail = (await mailsTo(email)).find(({ kind }) => kind === 'confirmation' || kind === 'party')
    await setColumns('mails', String(mail?.['id']), { status: 'pending', next_attempt_at: 0, lease_until: null })
    const mailer = { send: async (message: MailMessage) => void sent.push(message) }
    await sendDue([String(mail?.['id'])], { ...deps, mailer, tell: () => {} })
    return sent[0]?.text
  }

  it.each([[null], [[{}, {}]]])('names the refund policy to the buyer (party: %j)', async (attendees) => {
    const { email } = await buy(200, {}, attendees)
    const text = await confirmationOf(email)
    expect(text).toContain('If you cancel')
    expect(text).toContain(': 80% back')
    expect(text).toContain('minus a fee of 8% per place')
  })

  it('names the service fee', async () => {
    const { email } = await buy(200, { serviceFee: { fixed: 150, currency: 'EUR' } })
    const text = await confirmationOf(email)
    expect(text).toContain('Service fee')
    expect(text).toContain('€1.50')
  })

  it('names none if the order has none', async () => {
    const { email } = await buy(200, { refundPolicy: null })
    expect(await confirmationOf(email)).not.toContain('If you cancel')
  })
})

describe('refund policy', () => {
  it.each([
    [169, 8_568, 952],
    [167, 4_998, 952],
    [23, 0, 0],
  ])('%d hours before the start, gives back %d of 11,900', async (hours, amount, fee) => {
    const bought = await buy(hours)
    const terms = await quote(bought)
    expect(terms).toMatchObject({ refund: amount, fee, kept: 11_900 - amount, currency: 'EUR', method: 'HAND' })
    expect(terms.steps).toHaveLength(2)
    expect(await cancel(bought, { quote: terms.quote })).toMatchObject({ status: 200 })
    expect(await orderNow(home, bought.event, bought.order.id)).toMatchObject({
      refunded: amount,
      net: 11_900 - amount,
    })
    expect(await statusOfGuest(bought.guests[0]?.id ?? '')).toBe('CANCELLED')
    expect((await mailsTo(bought.email)).filter(({ kind }) => kind === 'refund')).toHaveLength(amount > 0 ? 1 : 0)
  })

  it('returns the time of the next change and the refund after it', async () => {
    const bought = await buy(169)
    const terms = await quote(bought)
    expect(terms.nextRefund).toBe(4_998)
    expect(Date.parse(terms.changesAt)).toBe(Date.parse(terms.steps[0].until))
  })

  it('applies as of the purchase', async () => {
    const bought = await buy(169)
    await asOwner(home, `PATCH /events/${bought.event.id}`, { refundPolicy: { steps: [] } })
    expect((await quote(bought)).refund).toBe(8_568)
  })

  it('of the ticket comes before that of the event, and that of the event before the calendar’s', async () => {
    const other = await newCalendar()
    await asOwner(other, `PATCH /calendars/${other.slug}`, {
      refundPolicy: { steps: [{ hoursBefore: 0, percent: 10 }] },
    })
    const event = await newEvent(other, { startAt: inHours(48) }, { price: 1_000 })
    const ofTicket = await newTicket(event, {
      price: 1_000,
      refundPolicy: { steps: [{ hoursBefore: 0, percent: 30 }] },
    })
    const refundOf = async (ticketId: string) => {
      const { data } = (
        await send(`POST /public/events/${event.id}/registrations`, { json: { ...person(), ticketId } })
      ).body
      await pay(other, event, data.order.id)
      return (await quote(data)).refund
    }
    expect(await refundOf(event.ticketId)).toBe(100)
    await asOwner(other, `PATCH /events/${event.id}`, { refundPolicy: { steps: [{ hoursBefore: 0, percent: 20 }] } })
    expect(await refundOf(event.ticketId)).toBe(200)
    expect(await refundOf(ofTicket.id)).toBe(300)
  })

  it('is null by default, so cancelling has no refund', async () => {
    const bought = await buy(169, { refundPolicy: null })
    expect(await quote(bought)).toMatchObject({ refund: 0, kept: 11_900, steps: [], changesAt: null })
    await cancel(bought)
    expect(await refundsOf(bought.order)).toEqual([])
    expect(await statusOfGuest(bought.guests[0]?.id ?? '')).toBe('CANCELLED')
  })

  it('refunds in full after the event is cancelled', async () => {
    const bought = await buy(30)
    await asOwner(home, `POST /events/${bought.event.id}/cancel`, { suppressNotifications: true })
    expect(await quote(bought)).toMatchObject({ refund: 11_900, fee: 0, kept: 0, changesAt: null })
  })

  it('is shown on the page before and after the purchase, with the exact sum', async () => {
    const bought = await buy(169)
    const page = async (path: string) =>
      (
        await exports.default.fetch(new Request(`https://calendar.test${path}`, { headers: { Accept: 'text/html' } }))
      ).text()
    const before = await page(`/e/${bought.event.slug}`)
    expect(before).toContain('80% back')
    expect(before).toContain('minus a fee of 8% per place')
    const after = await page(`/r/${bought.manageUrl.split('/').at(-1)}/cancel`)
    expect(after).toContain('You get €85.68 back (80%, minus a fee of €9.52).')
    expect(after).toContain('it will be €49.98.')
    expect(after).toContain('Cancel and refund €85.68')
  })
})

describe('cancelling with a refund', () => {
  it('is refused with the new quote if the refund differs, and cancels no one', async () => {
    const bought = await buy(169)
    const { quote: old } = await quote(bought)
    await setColumns('events', bought.event.id, { start_at: Date.now() + 100 * HOUR_MS })
    const answer = await cancel(bought, { quote: old })
    expect([answer.status, answer.body.code, answer.body.data.refund]).toEqual([409, 'refund_changed', 4_998])
    expect(await statusOfGuest(bought.guests[0]?.id ?? '')).toBe('CONFIRMED')
    expect(await refundsOf(bought.order)).toEqual([])
    expect((await cancel(bought, { quote: answer.body.data.quote })).status).toBe(200)
  })

  it('refunds once for eight concurrent requests', async () => {
    const bought = await buy(169, {}, [{}, {}])
    const { quote: seen } = await quote(bought)
    const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(bought, { quote: seen })))
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect((await refundsOf(bought.order)).map(({ amount }) => amount)).toEqual([17_136])
    expect((await cancel(bought, { quote: seen })).status).toBe(200)
    expect(await orderNow(home, bought.event, bought.order.id)).toMatchObject({
      refunded: 17_136,
      status: 'PARTIALLY_REFUNDED',
    })
  })

  it('refunds the seats of a party separately or together, with the same sum', async () => {
    const together = await buy(169, {}, [{}, {}, {}])
    await cancel(together)
    const alone = await buy(169, {}, [{}, {}, {}])
    for (const { id } of alone.guests.toReversed()) {
      expect((await quote(alone, [id])).refund).toBe(8_568)
      expect((await cancel(alone, { guestIds: [id] })).status).toBe(200)
    }
    const sums = await Promise.all([together, alone].map(({ event, order }) => orderNow(home, event, order.id)))
    expect(sums.map(({ refunded }) => refunded)).toEqual([25_704, 25_704])
  })

  it.each(['the buyer', 'the organiser'])(
    'returns the add-on of the order when %s refunds the other of the last two seats in the same moment',
    async (other) => {
      const policy = { steps: [{ hoursBefore: 0, percent: 100 }], fee: NO_FEE }
      for (let round = 0; round < 4; round += 1) {
        const event = await newEvent(home, { startAt: inHours(48), refundPolicy: policy }, { price: 5_000 })
        const addon = { name: 'Parking', price: 900, currency: 'EUR', per: 'ORDER' }
        const { id: addonId } = (await asOwner(home, `POST /events/${event.id}/addons`, addon)).body.data
        const json = { buyer: person(), attendees: [{}, {}], addons: [{ addonId, quantity: 1 }] }
        const { data } = (await send(`POST /public/events/${event.id}/registrations`, { json })).body
        await pay(home, event, data.order.id)
        const [first, second] = data.guests.map(({ id }: { id: string }) => id)
        const items = { items: [{ guestId: second }] }
        const answers = await Promise.all([
          cancel(data, { guestIds: [first] }),
          other === 'the buyer'
            ? cancel(data, { guestIds: [second] })
            : asOwner(home, `POST /events/${event.id}/orders/${data.order.id}/refund`, items),
        ])
        expect(answers.map(({ status }) => status < 300)).toEqual([true, true])
        expect(await orderNow(home, event, data.order.id)).toMatchObject({ refunded: 10_900, status: 'REFUNDED' })
      }
    },
  )

  describe('of a priced and a free seat', () => {
    const withParking = async () => {
      const policy = { steps: [{ hoursBefore: 0, percent: 100 }], fee: NO_FEE }
      const event = await newEvent(home, { startAt: inHours(48), refundPolicy: policy }, { price: 5_000 })
      const child = await newTicket(event, {})
      const addon = { name: 'Parking', price: 900, currency: 'EUR', per: 'ORDER' }
      const { id: addonId } = (await asOwner(home, `POST /events/${event.id}/addons`, addon)).body.data
      const attendees = [{ ticketId: event.ticketId }, { ticketId: child.id }]
      const json = { buyer: person(), attendees, addons: [{ addonId, quantity: 1 }] }
      const { data } = (await send(`POST /public/events/${event.id}/registrations`, { json })).body
      await pay(home, event, data.order.id)
      const ids: string[] = data.guests.map(({ id }: { id: string }) => id)
      const refunded = async () => (await orderNow(home, event, data.order.id)).refunded
      return { data, ids, refunded, leave: (id = '') => cancel(data, { guestIds: [id] }) }
    }

    it.each([
      ['priced', [0, 1]],
      ['free', [1, 0]],
    ])('returns the add-on of the order with the last seat, if the %s one leaves first', async (_which, order) => {
      const { ids, refunded, leave } = await withParking()
      for (const index of order) expect((await leave(ids[index])).status).toBe(200)
      expect(await refunded()).toBe(5_900)
    })

    it('returns the add-on of the order if both leave in the same moment', async () => {
      for (let round = 0; round < 6; round += 1) {
        const { ids, refunded, leave } = await withParking()
        const answers = await Promise.all(ids.map((id) => leave(id)))
        expect(answers.map(({ status }) => status)).toEqual([200, 200])
        expect(await refunded()).toBe(5_900)
      }
    })
  })

  it('refunds only seats with a price', async () => {
    const event = await newEvent(
      home,
      { startAt: inHours(48), refundPolicy: { steps: [{ hoursBefore: 0, percent: 50 }] } },
      { price: 999 },
    )
    const free = await newTicket(event, {})
    const { data } = (
      await send(`POST /public/events/${event.id}/registrations`, {
        json: { buyer: person(), attendees: [{ ticketId: event.ticketId }, { ticketId: free.id }] },
      })
    ).body
    await pay(home, event, data.order.id)
    expect(await quote(data)).toMatchObject({ refund: 499, kept: 500 })
    expect(await quote(data, [data.guests[1].id])).toMatchObject({ refund: 0, kept: 0, currency: null })
  })

  it('never exceeds the remaining amount of the order', async () => {
    const bought = await buy(169)
    await refund(home, bought.event, bought.order.id, { amount: 10_000 })
    expect((await quote(bought)).refund).toBe(1_900)
    await cancel(bought)
    expect(await orderNow(home, bought.event, bought.order.id)).toMatchObject({ status: 'REFUNDED', net: 0 })
  })

  it('refunds no one if a guest was checked in after the sum was computed', async () => {
    const refundPolicy = { steps: [{ hoursBefore: 0, percent: 100 }], fee: NO_FEE }
    const bought = await buy(1, { refundPolicy }, [{}, {}])
    const [first, second] = bought.guests.map(({ id }) => id)
    const { event, together, ...managed } = await managedBy(bought.manageUrl.split('/').at(-1) ?? '', deps)
    if (together === null) throw new Error('the buyer has no party')
    const computed = await quoteOf({ event, together, ...managed }, undefined, deps)
    await asOwner(home, `PATCH /events/${event.id}/guests/${first}/status`, { status: 'CHECKED_IN' })

    expect(await cancelOfParty(event, together, null, computed, deps)).toBe('NOT_REFUNDED')
    expect(await refundsOf(bought.order)).toEqual([])
    expect(await Promise.all([first, second].map((id = '') => statusOfGuest(id)))).toEqual(['CHECKED_IN', 'CONFIRMED'])
  })

  it('does not refund a seat twice', async () => {
    const bought = await buy(169, {}, [{}, {}])
    await refund(home, bought.event, bought.order.id, { items: [{ guestId: bought.guests[0]?.id }] })
    expect((await quote(bought)).refund).toBe(8_568)
  })

  it('has no refund for an unpaid order or through the link of another attendee', async () => {
    const event = await newEvent(
      home,
      { startAt: inHours(48), refundPolicy: { steps: [{ hoursBefore: 0, percent: 100 }] } },
      { price: 500 },
    )
    const friend = person()
    const { data } = (
      await send(`POST /public/events/${event.id}/registrations`, {
        json: { buyer: person(), attendees: [{}, friend] },
      })
    ).body
    expect(await quote(data)).toMatchObject({ refund: 0, currency: null })
    await pay(home, event, data.order.id)
    const manageUrl = await manageUrlOfGuest(data.guests[1].id, deps)
    expect((await quote(data)).refund).toBe(1_000)
    expect((await quote({ manageUrl })).refund).toBe(0)
    await cancel({ manageUrl })
    expect(await refundsOf(data.order)).toEqual([])
  })

  it('returns 400 for a guest of another party', async () => {
    const [bought, other] = [await buy(48), await buy(48)]
    const answer = await cancel(bought, { guestIds: [other.guests[0]?.id] })
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'guestIds.0'])
  })

  it('never takes a fee above the refund', async () => {
    const bought = await buy(48, {
      refundPolicy: { steps: [{ hoursBefore: 0, percent: 10 }], fee: { fixed: 5_000, percent: 0 } },
    })
    expect(await quote(bought)).toMatchObject({ refund: 0, fee: 1_190, kept: 11_900 })
    const all = await buy(48, { refundPolicy: { steps: [{ hoursBefore: 0, percent: 100 }], fee: NO_FEE } })
    expect(await quote(all)).toMatchObject({ refund: 11_900, kept: 0 })
  })
})

describe('cancelling an order paid by card', () => {
  it('sends one refund to the provider', async () => {
    const { act, ask, books, tellAll } = await withProvider()
    const event = await newEvent(home, { startAt: inHours(200), refundPolicy: POLICY }, { price: 11_900 })
    const { data } = (await ask(`POST /public/events/${event.id}/registrations`, { json: person() })).body
    await act({ act: 'pay', session: data.order.payment.reference })
    await tellAll()
    const path = manageApi(data.manageUrl)
    const { data: terms } = (await ask(`GET ${path}/cancellation`)).body
    expect(terms).toMatchObject({ refund: 8_568, method: 'ONLINE', arrivesWithinDays: 10 })
    const answers = await Promise.all([1, 2, 3].map(() => ask(`POST ${path}/cancel`, { json: { quote: terms.quote } })))
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    const charges = (await books()).charges.filter(({ metadata }) => metadata['order_id'] === data.order.id)
    expect(charges.map(({ amount_refunded: back }) => back)).toEqual([8_568])
  })
})
