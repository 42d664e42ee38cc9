import { expect, it } from 'vitest'
import { readFacts } from '../../../src/sandbox/rehearsal/event-facts.ts'
import { rehearsedMoney } from '../../../src/sandbox/rehearsal/answer.ts'
import { inOwnSandbox } from '../../support/own-sandbox.ts'

it('the money of a rehearsal is pending, then charged, then disputed', async () => {
  await inOwnSandbox({ now: Date.parse('2031-03-31T10:00:00Z') }, async ({ call, books }) => {
    const { body } = await call('POST /v1/events', {
      title: 'Concert',
      startAt: '2031-05-02T18:00:00Z',
      timezone: 'Europe/Paris',
      status: 'PUBLISHED',
      tickets: [{ name: 'Seat', price: 2500, currency: 'EUR' }],
    })
    const registered = await call(`POST /public/events/${body.data.id}/registrations`, {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.org',
      ticketId: body.data.tickets[0].id,
    })
    const money = () => rehearsedMoney(books, readFacts(books, body.data.id))
    const decide = (outcome: string) =>
      call(`POST /v1/test/orders/${registered.body.data.order.id}/payment`, { outcome })
    expect(money()).toMatchObject([{ charged: 0, pending: 2500, disputed: 0, kept: 0 }])
    await decide('paid')
    expect(money()).toMatchObject([{ charged: 2500, pending: 0, disputed: 0, kept: 2500 }])
    await decide('disputed')
    expect(money()).toMatchObject([{ charged: 2500, pending: 0, disputed: 2500, kept: 0 }])
  })
})
