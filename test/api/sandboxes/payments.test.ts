import { describe, expect, it } from 'vitest'
import { inOwnSandbox, type OwnSandbox } from '../../support/own-sandbox.ts'

const NOW = Date.UTC(2030, 2, 1, 9)

const newSeats = async ({ call, books }: OwnSandbox) => {
  const { body } = await call('POST /v1/events', {
    title: 'Paid',
    timezone: 'UTC',
    startAt: '2030-04-01T10:00:00Z',
    status: 'PUBLISHED',
    tickets: [{ name: 'Seat', price: 2500, currency: 'EUR' }],
  })
  const event = body.data as { id: string; tickets: { id: string }[] }
  let guests = 0
  /** Registers another guest, and returns the unpaid order with the name of its payment page. */
  return async () => {
    guests += 1
    const { body: sold } = await call(`POST /public/events/${event.id}/registrations`, {
      firstName: 'Guest',
      lastName: `N${guests}`,
      email: `guest${guests}@example.org`,
      ticketId: event.tickets[0]?.id,
    })
    const { id } = sold.data.order as { id: string }
    const [checkout] = books.rows<{ session: string }>(
      'select session_id as session from sandbox_checkouts where order_id = ?',
      id,
    )
    return { id, eventId: event.id, session: checkout?.session ?? '' }
  }
}

const statusOf = async ({ call }: OwnSandbox, { id, eventId }: { id: string; eventId: string }): Promise<string> =>
  (await call(`GET /v1/events/${eventId}/orders/${id}`)).body.data.status

const decide = ({ call }: OwnSandbox, { id }: { id: string }, outcome: string, more: object = {}) =>
  call(`POST /v1/test/orders/${id}/payment`, { outcome, ...more })

const REFUSED = { status: 409, body: { code: 'invalid_transition' } }

describe('the payment of a sandbox', () => {
  it('fails and leaves the page open, so that the buyer can pay later', () =>
    inOwnSandbox({ now: NOW }, async (sandbox) => {
      const order = await (await newSeats(sandbox))()
      const failed = await decide(sandbox, order, 'failed')
      expect(failed.body.data.effects).toMatchObject([{ kind: 'payment.failed', id: order.id }])
      expect(await statusOf(sandbox, order)).toBe('PENDING')
      expect((await decide(sandbox, order, 'paid')).status).toBe(200)
      expect(await statusOf(sandbox, order)).toBe('PAID')
    }))

  it('expires with its page, and no pending payment does', () =>
    inOwnSandbox({ now: NOW }, async (sandbox) => {
      const sell = await newSeats(sandbox)
      const [over, pending] = [await sell(), await sell()]
      const expired = await decide(sandbox, over, 'expired')
      expect(expired.body.data.effects).toContainEqual(
        expect.objectContaining({ kind: 'payment.expired', id: over.id }),
      )
      expect(await decide(sandbox, over, 'paid')).toMatchObject(REFUSED)
      expect((await decide(sandbox, pending, 'pending', { settlesIn: 'P1D' })).status).toBe(200)
      expect(await decide(sandbox, pending, 'expired')).toMatchObject(REFUSED)
      expect(await decide(sandbox, pending, 'pending', { settlesIn: 'P1D' })).toMatchObject(REFUSED)
      expect((await decide(sandbox, pending, 'failed')).status).toBe(200)
      expect(await decide(sandbox, pending, 'paid')).toMatchObject(REFUSED)
      await sandbox.call('POST /v1/test/clock/advance', { by: 'P1D' })
      expect(await statusOf(sandbox, over)).toBe('EXPIRED')
    }))

  it('returns 404 with the reason for a free order', () =>
    inOwnSandbox({ now: NOW }, async ({ call, books }) => {
      await call('POST /v1/test/triggers', { type: 'guest.registered' })
      const [free] = books.rows<{ id: string }>('select id from orders')
      expect(await call(`POST /v1/test/orders/${free?.id}/payment`, { outcome: 'paid' })).toMatchObject({
        status: 404,
        body: { code: 'not_found', message: expect.stringContaining('Free orders and bank transfers have none.') },
      })
    }))

  it('is disputed once, and never after a refund', () =>
    inOwnSandbox({ now: NOW }, async (sandbox) => {
      const sell = await newSeats(sandbox)
      const [disputed, refunded] = [await sell(), await sell()]
      expect(await decide(sandbox, disputed, 'disputed')).toMatchObject(REFUSED)
      for (const order of [disputed, refunded]) await decide(sandbox, order, 'paid')
      const { body } = await decide(sandbox, disputed, 'disputed')
      expect(body.data.effects).toContainEqual(expect.objectContaining({ kind: 'dispute.opened', id: disputed.id }))
      expect(await decide(sandbox, disputed, 'disputed')).toMatchObject(REFUSED)
      const refund = await sandbox.call(`POST /v1/events/${refunded.eventId}/orders/${refunded.id}/refund`, {})
      expect(refund.status, JSON.stringify(refund.body)).toBe(200)
      expect(await decide(sandbox, refunded, 'disputed')).toMatchObject(REFUSED)
      expect(sandbox.books.rows('select count(*) as many from sandbox_disputes')).toEqual([{ many: 1 }])
    }))
})

describe('a refund of a sandbox', () => {
  it('fails afterwards as a bank can decide, and can succeed again', () =>
    inOwnSandbox({ now: NOW }, async (sandbox) => {
      const { call, books } = sandbox
      const order = await (await newSeats(sandbox))()
      await decide(sandbox, order, 'paid')
      await call(`POST /v1/events/${order.eventId}/orders/${order.id}/refund`, {})
      const [row] = books.rows<{ id: string }>('select id from refunds where order_id = ?', order.id)
      const status = () => books.rows<{ status: string }>('select status from refunds')[0]?.status
      expect(status()).toBe('SUCCEEDED')
      const failed = await call(`POST /v1/test/refunds/${row?.id}`, { outcome: 'failed' })
      expect(failed.body.data.effects).toContainEqual(expect.objectContaining({ kind: 'refund.failed', id: row?.id }))
      expect(status()).toBe('FAILED')
      const unknown = await call('POST /v1/test/refunds/rfd_unknown', { outcome: 'failed' })
      expect(unknown).toMatchObject({
        status: 404,
        body: { code: 'not_found', message: expect.stringContaining('Refund a paid order first.') },
      })
    }))
})

describe('the payment page of a sandbox', () => {
  const press = async ({ running }: OwnSandbox, session: string, outcome: string) => {
    const answer = await running.answer(
      new Request(`https://calendar.test/s/${running.about.id}/pay/${session}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ outcome }),
      }),
    )
    return { status: answer.status, to: answer.headers.get('Location') ?? '' }
  }
  const open = ({ running }: OwnSandbox, session: string) =>
    running.answer(new Request(`https://calendar.test/s/${running.about.id}/pay/${session}`))

  it.each([
    ['paid', 'PAID', 'paid'],
    ['failed', 'PENDING', 'open'],
    ['pending', 'PENDING', 'pending'],
  ])('has a button for %s and leads back to the order', (outcome, status, booked) =>
    inOwnSandbox({ now: NOW }, async (sandbox) => {
      const order = await (await newSeats(sandbox))()
      const page = await open(sandbox, order.session)
      expect(await page.text()).toContain(`value="${outcome}"`)
      const { status: answered, to } = await press(sandbox, order.session, outcome)
      expect(answered).toBe(303)
      expect(to).toContain(`/s/${sandbox.running.about.id}/`)
      expect(await statusOf(sandbox, order)).toBe(status)
      const rows = sandbox.books.rows('select status from sandbox_checkouts where session_id = ?', order.session)
      expect(rows).toEqual([{ status: booked }])
    }),
  )

  it('has a name that does not follow from another, also with the same seed', () =>
    inOwnSandbox({ now: NOW }, async (sandbox) => {
      const sell = await newSeats(sandbox)
      const [first, second] = [await sell(), await sell()]
      for (const { session } of [first, second]) expect(session).toMatch(/^cs_sandbox[0-9A-Za-z]{22}$/)
      expect(first.session.slice(10, 18)).not.toBe(second.session.slice(10, 18))
      expect((await open(sandbox, first.session)).status).toBe(200)
      expect((await open(sandbox, 'cs_sandbox00000001')).status).toBe(404)
      const again = await inOwnSandbox({ now: NOW }, async (other) => (await newSeats(other))())
      expect(again.session).not.toBe(first.session)
    }))
})
