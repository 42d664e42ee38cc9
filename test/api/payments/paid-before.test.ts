import { exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { mails } from '../../../src/db/schema.ts'
import { compose } from '../../../src/modules/mails/compose.ts'
import { openWaitingCheckouts } from '../../../src/modules/payments/index.ts'
import { mailsTo, ordersOf } from '../../support/database.ts'
import { manageApi, newCalendar, newEvent, person } from '../../support/factories.ts'
import { withProvider } from '../../support/provider.ts'

const PRICE = 2_500
const SAID = 'You’ve already paid €25.00 for this event, and it hasn’t been refunded.'
const home = await newCalendar()
const { deps, act, ask, books, tellAll, later } = await withProvider()

const asOwner = (line: string, json?: object) => ask(line, { as: home.owner, ...(json === undefined ? {} : { json }) })
const register = (event: { id: string }, json: object) => ask(`POST /public/events/${event.id}/registrations`, { json })

const paidAndLeft = async (fields: Record<string, unknown> = {}) => {
  const event = await newEvent(home, fields, { price: PRICE })
  const who = person()
  const first = (await register(event, who)).body.data
  await act({ act: 'pay', session: first.order.payment.reference })
  await tellAll()
  await ask(`POST ${manageApi(first.manageUrl)}/cancel`, { json: {} })
  return { event, who, first }
}
/** A guest who paid, cancelled and registers again, with the same address. */
const again = async (fields: Record<string, unknown> = {}) => {
  const left = await paidAndLeft(fields)
  return { ...left, second: await register(left.event, left.who) }
}
const emailsTo = async (address: string, kind: string) => {
  const found = (await mailsTo(address)).filter((mail) => mail['kind'] === kind)
  const row = found.at(-1)
  const [mail] = await deps.db
    .select()
    .from(mails)
    .where(eq(mails.id, String(row?.['id'])))
  return mail === undefined ? '' : ((await compose(mail, deps))?.text ?? '')
}

describe('guest who paid, cancelled and registers again', () => {
  it('appears in the email that asks for the second payment, and not in the response', async () => {
    const { who, second } = await again()
    expect(second.body.data.order).toMatchObject({ status: 'PENDING', total: PRICE })
    expect(second.text).not.toContain('already paid')
    expect((await emailsTo(who.email, 'pending')).replaceAll(/\s+/g, ' ')).toContain(SAID)
  })

  it('is left out once the first payment was refunded', async () => {
    const { event, who, first } = await again()
    await asOwner(`POST /events/${event.id}/orders/${first.order.id}/refund`, {})
    expect(await emailsTo(who.email, 'pending')).not.toContain('already paid')
  })

  it('appears in the verification email, before the second registration', async () => {
    const { event, who } = await paidAndLeft()
    await asOwner(`PATCH /events/${event.id}`, { verifyEmail: true })
    const answer = await register(event, who)
    expect(answer.body.data).toMatchObject({ guest: null, order: null, manageUrl: null })
    expect(answer.text).not.toContain('25')
    expect((await emailsTo(who.email, 'verification')).replaceAll(/\s+/g, ' ')).toContain(SAID)
  })

  it('gets the first place back for nothing from the organiser, without a new order or page', async () => {
    const { event, first, second } = await again({ capacity: 3 })
    const status = (guest: { id: string }, wanted: string) =>
      asOwner(`PATCH /events/${event.id}/guests/${guest.id}/status`, { status: wanted })
    const taken = await status(first.guest, 'CONFIRMED')
    expect([taken.status, taken.body.code]).toEqual([409, 'already_registered'])
    await status(second.body.data.guest, 'CANCELLED')
    const pages = (await books()).sessions.length
    const restored = await status(first.guest, 'CONFIRMED')
    expect([restored.status, restored.body.data.status, restored.body.data.orderId]).toEqual([
      200,
      'CONFIRMED',
      first.order.id,
    ])
    await later(120_000)
    await openWaitingCheckouts(deps)
    expect((await books()).sessions).toHaveLength(pages)
    expect((await ordersOf(event)).map(({ status: one }) => one)).toEqual(['PAID', 'CANCELLED'])
  })

  it('sees the amount paid on the page of the cancelled registration, until it is refunded', async () => {
    const { first, event } = await again()
    const path = new URL(first.manageUrl).pathname
    const read = () =>
      exports.default.fetch(new Request(`https://calendar.test${path}`, { headers: { Accept: 'text/html' } }))
    const page = async () => (await read()).text()
    expect((await page()).replaceAll(/<\/?bdi>/g, '')).toContain(SAID)
    await asOwner(`POST /events/${event.id}/orders/${first.order.id}/refund`, {})
    expect(await page()).not.toContain('already paid')
  })
})
