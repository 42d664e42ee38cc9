import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { deps } from '../../support/app.ts'
import { send } from '../../support/api.ts'
import { mailsTo, seatsHeld, setColumns } from '../../support/database.ts'
import { newCalendar, newEvent, newKey, newOrder, register } from '../../support/factories.ts'
import { asOwner, letExpire, orderNow, pay, refund, statusOfGuest } from '../../support/orders.ts'
import { mails as mailTable } from '../../../src/db/schema.ts'
import { compose } from '../../../src/modules/mails/compose.ts'
import { expireUnpaidOrders } from '../../../src/modules/seats/moves.ts'

const TRIES = 24
const HOUR_MS = 3_600_000
const home = await newCalendar()
const { key } = await newKey(home, ['billing:read', 'billing:write'])

const mailNamed = async (id: unknown) => {
  const [mail] = await deps.db
    .select()
    .from(mailTable)
    .where(eq(mailTable.id, String(id)))
  if (mail === undefined) throw new Error('there is no such email')
  return mail
}

type Named = { id: string }
const markPaid = (event: Named, orderId: string, json: object) =>
  asOwner(home, `POST /events/${event.id}/orders/${orderId}/mark-paid`, json)
const takeBack = (event: Named, orderId: string) =>
  asOwner(home, `POST /events/${event.id}/orders/${orderId}/mark-unpaid`)
const paidOrder = async (fields: Parameters<typeof newOrder>[1] = {}) => {
  const made = await newOrder(home, fields)
  await pay(home, made.event, made.order.id)
  return made
}
const checkIn = (event: Named, guestId: string) =>
  asOwner(home, `PATCH /events/${event.id}/guests/${guestId}/status`, { status: 'CHECKED_IN' })
/** An event whose door is open: it starts in an hour. */
const soon = () => ({
  startAt: new Date(Date.now() + HOUR_MS).toISOString(),
  endAt: new Date(Date.now() + 3 * HOUR_MS).toISOString(),
  timezone: 'UTC',
})

describe('POST .../mark-paid with a date and a note', () => {
  it('stores them, and today if no date is given', async () => {
    const { event, order } = await newOrder(home)
    const paid = await markPaid(event, order.id, { paidOn: '2026-01-31', note: 'Cash, Ada' })
    expect(paid.body.data.payment).toMatchObject({ paidOn: '2026-01-31', note: 'Cash, Ada' })
    expect((await markPaid(event, order.id, { paidOn: '2026-02-01' })).body.data.payment.paidOn).toBe('2026-01-31')
    const other = await newOrder(home, { timezone: 'Pacific/Kiritimati' })
    const today = new Date(Date.now() + 14 * HOUR_MS).toISOString().slice(0, 10)
    expect((await pay(home, other.event, other.order.id)).body.data.payment).toMatchObject({
      paidOn: today,
      note: null,
    })
  })

  it.each([
    [{ paidOn: '2999-01-01' }, 'paidOn'],
    [{ paidOn: '31.01.2026' }, 'paidOn'],
    [{ note: 'x'.repeat(201) }, 'note'],
  ])('returns 400 for %j', async (json, field) => {
    const { event, order } = await newOrder(home)
    const refused = await markPaid(event, order.id, json)
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, field])
    expect((await orderNow(home, event, order.id)).status).toBe('PENDING')
  })

  it('shows the note to the team only', async () => {
    const { event, order, manageUrl } = await newOrder(home)
    await markPaid(event, order.id, { note: 'Known debtor' })
    const mine = await send(`GET /public/registrations/${manageUrl.split('/').at(-1) ?? ''}`)
    expect(mine.body.data.order.status).toBe('PAID')
    expect(mine.text).not.toContain('Known debtor')
  })

  it('reports date and note in the history as a change of the payment', async () => {
    const { event, order } = await newOrder(home)
    await markPaid(event, order.id, { note: 'Cash' })
    const { data } = (await asOwner(home, `GET /calendars/${home.slug}/changes?object=order&id=${order.id}`)).body
    expect(data[0].fields).toEqual(expect.arrayContaining(['status', 'paidAt', 'payment']))
    expect(data[0].current.payment.note).toBe('Cash')
  })
})

describe('POST .../mark-unpaid', () => {
  it('makes order and guest PENDING for 72 hours, keeps the seat and emails the guest', async () => {
    const { event, order, guest } = await newOrder(home)
    await markPaid(event, order.id, { note: 'Wrong order' })
    const before = Date.now()
    const back = await takeBack(event, order.id)
    expect(back.status, back.text).toBe(200)
    expect(back.body.data).toMatchObject({
      status: 'PENDING',
      paidAt: null,
      payment: { status: 'PENDING', paidOn: null, note: null },
    })
    const left = Date.parse(back.body.data.expiresAt) - before
    expect(Math.abs(left - 72 * HOUR_MS)).toBeLessThan(60_000)
    expect(await statusOfGuest(guest.id)).toBe('PENDING')
    expect(await seatsHeld(event)).toBe(1)
    expect((await takeBack(event, order.id)).body.data.expiresAt).toBe(back.body.data.expiresAt)
    const mails = await mailsTo(guest.email)
    expect(mails.map(({ kind }) => kind)).toEqual(['pending', 'confirmation', 'pending'])
    const letter = await compose(await mailNamed(mails.at(-1)?.['id']), deps)
    expect(letter?.text).toContain('marked your order as paid by mistake')
  })

  it('counts the sale only while the order is paid', async () => {
    const { event, order } = await paidOrder()
    const sales = async () => (await asOwner(home, `GET /events/${event.id}/sales`)).body.data.totals[0]
    expect(await sales()).toMatchObject({ gross: 2_500, pending: 0, paidOrders: 1 })
    await takeBack(event, order.id)
    expect(await sales()).toMatchObject({ gross: 0, pending: 2_500, paidOrders: 0 })
    await pay(home, event, order.id)
    expect(await sales()).toMatchObject({ gross: 2_500, pending: 0, paidOrders: 1 })
  })

  it('lets the order expire and frees the seat if no one pays after all', async () => {
    const { event, order, guest } = await paidOrder()
    await takeBack(event, order.id)
    await letExpire(order.id)
    await expireUnpaidOrders(deps)
    expect((await orderNow(home, event, order.id)).status).toBe('EXPIRED')
    expect(await statusOfGuest(guest.id)).toBe('CANCELLED')
    expect(await seatsHeld(event)).toBe(0)
  })

  it('sets the deadline to the start of the event if that is earlier', async () => {
    const startAt = new Date(Date.now() + 20 * HOUR_MS).toISOString()
    const { event, order } = await paidOrder({ startAt, timezone: 'UTC' })
    expect((await takeBack(event, order.id)).body.data.expiresAt).toBe(startAt)
  })

  it('returns 409 once a guest has checked in, and works again after the check-in is undone', async () => {
    const { event, order, guest } = await paidOrder(soon())
    expect((await checkIn(event, guest.id)).status).toBe(200)
    expect((await takeBack(event, order.id)).body.code).toBe('payment_in_use')
    await asOwner(home, `PATCH /events/${event.id}/guests/${guest.id}/status`, { status: 'CONFIRMED' })
    expect((await takeBack(event, order.id)).status).toBe(200)
  })

  it('returns 409 after a scan at another checkpoint', async () => {
    const { event, order, guest } = await paidOrder(soon())
    const room = (await asOwner(home, `POST /events/${event.id}/checkpoints`, { name: 'Workshop', mode: 'ONCE' })).body
    const scan = await asOwner(home, `POST /events/${event.id}/checkins`, {
      guestId: guest.id,
      checkpointId: room.data.id,
    })
    expect(scan.status, scan.text).toBe(200)
    expect((await takeBack(event, order.id)).body.code).toBe('payment_in_use')
  })

  it('returns 409 after a refund, for a free order, a cancelled guest and a cancelled event', async () => {
    const refunded = await paidOrder()
    await refund(home, refunded.event, refunded.order.id, { amount: 100 })
    expect((await takeBack(refunded.event, refunded.order.id)).body).toMatchObject({
      code: 'invalid_transition',
      data: { status: 'PARTIALLY_REFUNDED' },
    })
    const event = await newEvent(home)
    const free = (await register(event)).body.data.order
    expect((await takeBack(event, free.id)).body.code).toBe('invalid_transition')
    const left = await paidOrder()
    await asOwner(home, `PATCH /events/${left.event.id}/guests/${left.guest.id}/status`, { status: 'CANCELLED' })
    expect((await takeBack(left.event, left.order.id)).body.code).toBe('payment_in_use')
    const off = await paidOrder()
    await asOwner(home, `POST /events/${off.event.id}/cancel`, {})
    expect((await takeBack(off.event, off.order.id)).body.code).toBe('payment_in_use')
    expect((await takeBack(off.event, refunded.order.id)).status).toBe(404)
  })
})

describe('races of mark-unpaid', () => {
  it(`never leave a checked-in guest unpaid, in ${TRIES} races with a check-in`, { timeout: 60_000 }, async () => {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const { event, order, guest } = await paidOrder(soon())
      const both = [() => takeBack(event, order.id), () => checkIn(event, guest.id)]
      await Promise.all((tried % 2 === 0 ? both : both.toReversed()).map((act) => act()))
      const { status } = await orderNow(home, event, order.id)
      expect([
        ['PENDING', 'PENDING'],
        ['PAID', 'CHECKED_IN'],
      ]).toContainEqual([status, await statusOfGuest(guest.id)])
    }
  })

  it(`never refund an unpaid order, in ${TRIES} races with a refund`, { timeout: 60_000 }, async () => {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const { event, order, guest } = await paidOrder()
      const both = [() => takeBack(event, order.id), () => refund(home, event, order.id, { cancelGuests: true })]
      await Promise.all((tried % 2 === 0 ? both : both.toReversed()).map((act) => act()))
      const { status, refunded } = await orderNow(home, event, order.id)
      expect([
        ['PENDING', 0, 'PENDING'],
        ['REFUNDED', 2_500, 'CANCELLED'],
      ]).toContainEqual([status, refunded, await statusOfGuest(guest.id)])
    }
  })

  it(
    `never leave an unpaid order without a guest, in ${TRIES} races with a cancellation`,
    { timeout: 60_000 },
    async () => {
      for (let tried = 0; tried < TRIES; tried += 1) {
        const { event, order, guest } = await paidOrder()
        const cancel = () =>
          asOwner(home, `PATCH /events/${event.id}/guests/${guest.id}/status`, { status: 'CANCELLED' })
        const both = [() => takeBack(event, order.id), cancel]
        await Promise.all((tried % 2 === 0 ? both : both.toReversed()).map((act) => act()))
        const { status } = await orderNow(home, event, order.id)
        expect([
          ['CANCELLED', 'CANCELLED'],
          ['PAID', 'CANCELLED'],
        ]).toContainEqual([status, await statusOfGuest(guest.id)])
        expect(await seatsHeld(event)).toBe(0)
      }
    },
  )
})

describe('GET /calendars/:slug/orders', () => {
  it('pages through the priced orders of all events by key, without free ones', async () => {
    const mine = await newCalendar()
    const made = []
    for (let count = 0; count < 3; count += 1) {
      const { order } = await newOrder(mine)
      await setColumns('orders', order.id, { created_at: 1_800_000_000_000 + Math.floor(count / 2) })
      made.push(order.id)
    }
    const free = await newEvent(mine)
    for (let count = 0; count < 4; count += 1) await register(free)
    const read = async (query: string) => (await asOwner(mine, `GET /calendars/${mine.slug}/orders?${query}`)).body
    const first = await read('limit=2')
    expect([first.data.length, first.meta.hasMore]).toEqual([2, true])
    const second = await read(`limit=2&before=${first.data[1].id}`)
    expect([second.data.length, second.meta.hasMore]).toEqual([1, false])
    expect([...first.data, ...second.data].map(({ id }) => id).toSorted()).toEqual(made.toSorted())
    expect(first.data[0].id).toBe(made[2])
    expect((await read(`before=${(await newOrder(home)).order.id}`)).data).toEqual([])
  })

  it('needs the role OWNER or the scope billing:read', async () => {
    expect((await send(`GET /v1/calendars/${home.slug}/orders`, { key })).status).toBe(200)
    const { key: weak } = await newKey(home, ['events:read'])
    expect((await send(`GET /v1/calendars/${home.slug}/orders`, { key: weak })).body.code).toBe('scope_missing')
  })
})
