import { env, exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { orderNumberOfReference } from '../../../src/kernel/bank-transfer.ts'
import { DAY_MS } from '../../../src/kernel/time.ts'
import { compose } from '../../../src/modules/mails/compose.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { asks } from '../../support/asks.ts'
import { newCalendar, newEvent, newKey, person } from '../../support/factories.ts'
import { tokenFor } from '../../support/identity.ts'
import { restrictedAccount } from '../../support/payment-accounts.ts'
import { readQr } from '../../support/qr-reader.ts'
import { noteAnswer } from '../../support/judged.ts'

const IBAN = 'DE89370400440532013000'
const OTHER_IBAN = 'FR1420041010050500013M02606'
const PRICE = 11_900

type Home = Awaited<ReturnType<typeof newCalendar>>
const accountsAt = ({ slug }: Home) => `/calendars/${slug}/bank-accounts`

/** Signs in as the owner, `minutes` ago. */
const asOwner = async ({ owner }: Home, line: string, json?: unknown, minutes = 1) => {
  const token = await tokenFor(owner, { auth_time: Math.floor(Date.now() / 1000) - minutes * 60 })
  return send(line, { token, ...(json === undefined ? {} : { json }) })
}
const open = async (home: Home, fields = {}) => {
  const json = { holder: 'Musikverein Höchst e. V.', iban: IBAN, currency: 'EUR', ...fields }
  const made = await asOwner(home, `POST ${accountsAt(home)}`, json)
  expect(made.status, made.text).toBe(200)
  return made.body.data
}
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const eventIn = (home: Home, days: number, price = PRICE) =>
  newEvent(home, { startAt: inDays(days), endAt: inDays(days + 1) }, { price })
const buy = (event: { id: string }, fields = {}) =>
  send(`POST /public/events/${event.id}/registrations`, { json: { ...person(), ...fields } })
const tokenOf = (manageUrl: string) => manageUrl.split('/').at(-1) ?? ''
const daysUntil = (at: string) => (Date.parse(at) - Date.now()) / DAY_MS
const fetchAt = (path: string) =>
  exports.default.fetch(new Request(`https://calendar.test${path}`, { headers: { Accept: 'text/html, image/png' } }))

const changesTold = async ({ id }: { id: string }) => {
  const found = env.DB.prepare(`select data from mails where calendar_id = ? and kind = 'account-changed'`).bind(id)
  return (await found.all<{ data: string }>()).results.map(
    ({ data }) => (JSON.parse(data) as { account: string }).account,
  )
}

describe('bank accounts of a calendar', () => {
  asks({
    'GET /calendars/:slug/bank-accounts': { role: 'OWNER', isWhole: true },
    'GET /v1/calendars/:slug/bank-accounts': { scope: 'billing:read', isWhole: true },
    'POST /calendars/:slug/bank-accounts': { role: 'OWNER' },
    'PATCH /calendars/:slug/bank-accounts/:bankAccountId': { role: 'OWNER' },
    'DELETE /calendars/:slug/bank-accounts/:bankAccountId': { role: 'OWNER' },
  })

  it('are created, listed, changed and deleted, and keys see the last 4 characters', async () => {
    const home = await newCalendar()
    const made = await open(home, { iban: 'de89 3704 0044 0532 0130 00' })
    expect(made).toMatchObject({ iban: IBAN, bic: null, bankDays: 10, bankClosesHours: 168, isActive: true })
    expect((await asOwner(home, `GET ${accountsAt(home)}`)).body.data).toEqual([made])
    const { key } = await newKey(home, ['billing:read'])
    const read = await send(`GET /v1${accountsAt(home)}`, { key })
    expect(read.body.data).toEqual([{ ...made, iban: '****3000' }])
    expect(read.text).not.toContain(IBAN)
    const path = `${accountsAt(home)}/${made.id}`
    const changed = await asOwner(home, `PATCH ${path}`, { bankDays: 5, bic: 'cobadeffxxx' }, 60)
    expect(changed.body.data).toMatchObject({ bankDays: 5, bic: 'COBADEFFXXX', iban: IBAN })
    expect((await asOwner(home, `DELETE ${path}`)).body.data).toEqual({ id: made.id, deleted: true })
    expect((await asOwner(home, `DELETE ${path}`)).status).toBe(404)
    expect((await asOwner(home, `PATCH ${path}`, { bankDays: 5 })).status).toBe(404)
  })

  it('keep the columns of the bank’s CSV files, and an old sign-in may name them', async () => {
    const home = await newCalendar()
    const csvColumns = [
      { heading: 'Buchungstag', meaning: 'date' },
      { heading: 'Betrag', meaning: 'amount' },
      { heading: '', meaning: 'none' },
    ]
    const made = await open(home)
    expect(made.csvColumns).toBeNull()
    const path = `${accountsAt(home)}/${made.id}`
    const kept = await asOwner(home, `PATCH ${path}`, { csvColumns }, 60)
    expect(kept.body.data).toEqual({ ...made, csvColumns, updatedAt: kept.body.data.updatedAt })
    expect((await asOwner(home, `GET ${accountsAt(home)}`)).body.data[0].csvColumns).toEqual(csvColumns)
    expect((await asOwner(home, `PATCH ${path}`, { bankDays: 5 })).body.data.csvColumns).toEqual(csvColumns)
    const wrong = await asOwner(home, `PATCH ${path}`, { csvColumns: [{ heading: 'A', meaning: 'payee' }] })
    expect(wrong.body.errors).toMatchObject([{ field: 'csvColumns.0.meaning' }])
    expect((await asOwner(home, `PATCH ${path}`, { csvColumns: null })).body.data.csvColumns).toBeNull()
    expect((await open(home, { currency: 'CHF', csvColumns })).csvColumns).toEqual(csvColumns)
  })

  it('require a recent sign-in to change the destination of money, and the owners get an email', async () => {
    const home = await newCalendar()
    const stale = { statusCode: 403, code: 'reauthentication_required' }
    const json = { holder: 'Club', iban: IBAN, currency: 'EUR' }
    expect((await asOwner(home, `POST ${accountsAt(home)}`, json, 11)).body).toMatchObject(stale)
    await env.DB.prepare('update members set email = ? where calendar_id = ?').bind('owner@owners.test', home.id).run()
    const { id } = await open(home)
    const path = `${accountsAt(home)}/${id}`
    for (const change of [{ iban: OTHER_IBAN }, { holder: 'Someone else' }])
      expect((await asOwner(home, `PATCH ${path}`, change, 11)).body).toMatchObject(stale)
    expect((await asOwner(home, `PATCH ${path}`, { iban: OTHER_IBAN })).body.data.iban).toBe(OTHER_IBAN)
    expect((await changesTold(home)).toSorted()).toEqual(['****2606', '****3000'])
  })

  it('are redirected only by a recent sign-in, even if the account changes in the same moment', async () => {
    const home = await newCalendar()
    const { id } = await open(home)
    const path = `PATCH ${accountsAt(home)}/${id}`
    for (let round = 0; round < 8; round += 1) {
      const [from, to] = round % 2 === 0 ? [IBAN, OTHER_IBAN] : [OTHER_IBAN, IBAN]
      const [kept] = await Promise.all([asOwner(home, path, { iban: from }, 11), asOwner(home, path, { iban: to })])
      expect([200, 403]).toContain(kept.status)
      expect((await asOwner(home, `GET ${accountsAt(home)}`)).body.data[0].iban).toBe(to)
    }
  })

  it.each([
    ['iban', 'DE88370400440532013000'],
    ['iban', 'DE89'],
    ['bic', 'NOTABIC'],
    ['bankDays', 2],
    ['bankDays', 31],
    ['bankClosesHours', 71],
    ['currency', 'EURO'],
    ['holder', 'x'.repeat(71)],
  ])('refuse %s %s', async (field, value) => {
    const home = await newCalendar()
    const json = { holder: 'Club', iban: IBAN, currency: 'EUR', [field]: value }
    expect((await asOwner(home, `POST ${accountsAt(home)}`, json)).body.errors).toMatchObject([{ field }])
  })

  it('are active once per currency, and at most 20', async () => {
    const home = await newCalendar()
    await open(home)
    const json = { holder: 'Club', iban: OTHER_IBAN, currency: 'EUR' }
    const exists = { statusCode: 409, code: 'bank_account_exists' }
    expect((await asOwner(home, `POST ${accountsAt(home)}`, json)).body).toMatchObject(exists)
    const { id } = await open(home, { iban: OTHER_IBAN, isActive: false })
    await env.DB.prepare('update members set email = ? where calendar_id = ?').bind('owner@owners.test', home.id).run()
    expect((await asOwner(home, `PATCH ${accountsAt(home)}/${id}`, { isActive: true })).body).toMatchObject(exists)
    expect(await changesTold(home)).toEqual([])
    await open(home, { currency: 'CHF' })
    for (let more = 3; more < 20; more += 1) await open(home, { isActive: false })
    expect((await asOwner(home, `POST ${accountsAt(home)}`, { ...json, isActive: false })).body).toMatchObject({
      statusCode: 409,
      code: 'bank_account_limit_reached',
    })
  })
})

describe('an order paid by bank transfer', () => {
  it('shows only the buyer where to transfer the money, with a reference to the order', async () => {
    const home = await newCalendar()
    const account = await open(home, { bic: 'COBADEFFXXX' })
    const event = await eventIn(home, 60)
    const bought = await buy(event, { payBy: 'BANK' })
    const { order, guest } = bought.body.data
    expect(guest.status).toBe('PENDING')
    expect(order.payment).toMatchObject({
      provider: 'OFFLINE',
      method: 'BANK',
      bank: { holder: 'Musikverein Höchst e. V.', iban: IBAN, bic: 'COBADEFFXXX' },
    })
    expect(orderNumberOfReference(order.payment.reference)).toBe(order.number)
    expect(daysUntil(order.expiresAt)).toBeCloseTo(10, 1)
    const listed = await asOwner(home, `GET /events/${event.id}/orders?q=${order.payment.reference}`)
    expect(listed.body.data).toMatchObject([
      { id: order.id, payment: { bank: null, reference: order.payment.reference } },
    ])
    // A later change of the account doesn't affect the destination of this order's payment.
    await asOwner(home, `PATCH ${accountsAt(home)}/${account.id}`, { iban: OTHER_IBAN, holder: 'Other' })
    const own = await send(`GET /public/registrations/${tokenOf(bought.body.data.manageUrl)}`)
    expect(own.body.data.order.payment.bank).toMatchObject({ iban: IBAN, holder: 'Musikverein Höchst e. V.' })
  })

  it('ends 48 hours before the start at the latest', async () => {
    const home = await newCalendar()
    await open(home, { bankClosesHours: 72, bankDays: 30 })
    const { order } = (await buy(await eventIn(home, 9), { payBy: 'BANK' })).body.data
    expect(daysUntil(order.expiresAt)).toBeCloseTo(7, 1)
  })

  it('outlives the end of registration, and shrinks with an earlier start', async () => {
    const home = await newCalendar()
    await open(home)
    const event = await eventIn(home, 30)
    const { order } = (await buy(event, { payBy: 'BANK' })).body.data
    const expiry = async () =>
      daysUntil((await asOwner(home, `GET /events/${event.id}/orders/${order.id}`)).body.data.expiresAt)
    const change = (json: unknown) => asOwner(home, `PATCH /events/${event.id}`, json)
    expect((await change({ registrationClosesAt: inDays(1) })).status).toBe(200)
    expect(await expiry()).toBeCloseTo(10, 1)
    expect((await change({ startAt: inDays(5), endAt: inDays(6) })).status).toBe(200)
    expect(await expiry()).toBeCloseTo(3, 1)
  })

  it('is the default of a calendar without online payments, for one person and for a party', async () => {
    const home = await newCalendar()
    await open(home)
    const event = await eventIn(home, 60)
    expect((await buy(event)).body.data.order.payment).toMatchObject({ method: 'BANK', bank: { iban: IBAN } })
    const { firstName, lastName, email } = person()
    const party = { buyer: { firstName, lastName, email }, attendees: [{ firstName: 'A' }, { firstName: 'B' }] }
    for (const json of [party, { ...party, buyer: { ...person() }, payBy: 'BANK' }]) {
      const { order } = (await send(`POST /public/events/${event.id}/registrations`, { json })).body.data
      expect(order).toMatchObject({ total: 2 * PRICE, payment: { method: 'BANK', bank: { iban: IBAN } } })
      expect(daysUntil(order.expiresAt)).toBeCloseTo(10, 1)
    }
  })

  it('can be chosen next to online payments, even if those are interrupted', async () => {
    const home = await newCalendar()
    await open(home)
    await restrictedAccount(home)
    const event = await eventIn(home, 60)
    expect((await buy(event)).body).toMatchObject({ code: 'payment_account_not_ready' })
    expect((await buy(event, { payBy: 'ONLINE' })).body).toMatchObject({ code: 'payment_account_not_ready' })
    expect((await buy(event, { payBy: 'BANK' })).body.data.order.payment).toMatchObject({ method: 'BANK' })
  })

  it('is refused when it is closed, and then the default is paid by hand', async () => {
    const home = await newCalendar()
    const event = await eventIn(home, 6)
    const closed = { statusCode: 409, code: 'payment_method_closed' }
    expect((await buy(event, { payBy: 'BANK' })).body).toMatchObject(closed)
    await open(home, { currency: 'CHF' })
    expect((await buy(event, { payBy: 'BANK' })).body).toMatchObject(closed)
    await open(home)
    const party = { buyer: { ...person() }, attendees: [{ firstName: 'A' }, { firstName: 'B' }], payBy: 'BANK' }
    expect((await send(`POST /public/events/${event.id}/registrations`, { json: party })).body).toMatchObject(closed)
    expect((await buy(event, { payBy: 'BANK' })).body).toMatchObject(closed)
    expect((await buy(event, { payBy: 'ONLINE' })).body).toMatchObject(closed)
    const { order } = (await buy(event)).body.data
    expect(order).toMatchObject({ payment: { method: 'HAND', bank: null, reference: null } })
    expect(daysUntil(order.expiresAt)).toBeCloseTo(3, 1)
    const free = await eventIn(home, 6, 0)
    expect((await buy(free, { payBy: 'BANK' })).body.data.guest.status).toBe('CONFIRMED')
  })
})

describe('the choice on the order form', () => {
  asks({ 'GET /public/events/:eventId/payment-ways': { isOpen: true, isWhole: true } })

  const both = async (days = 60, price = PRICE) => {
    const home = await newCalendar()
    await open(home)
    await restrictedAccount(home)
    await env.DB.prepare(`update payment_accounts set status = 'ACTIVE' where calendar_id = ?`).bind(home.id).run()
    return { home, event: await eventIn(home, days, price) }
  }
  const waysOf = async (event: { id: string }) =>
    (await send(`GET /public/events/${event.id}/payment-ways`)).body.data as { payBy: string; heldUntil: string }[]
  const pageOf = async ({ slug }: { slug: string }) => (await fetchAt(`/e/${slug}`)).text()

  it('offers online payment and transfer while both are open', async () => {
    const { event } = await both()
    const [online, bank] = await waysOf(event)
    expect([online?.payBy, bank?.payBy]).toEqual(['ONLINE', 'BANK'])
    expect(daysUntil(bank?.heldUntil ?? '')).toBeCloseTo(10, 1)
    const page = await pageOf(event)
    expect(page).toContain('name="payBy" value="BANK"')
    expect(page).toContain('name="payBy" value="ONLINE" checked')
    const late = (await both(6)).event
    expect((await waysOf(late)).map(({ payBy }) => payBy)).toEqual(['ONLINE'])
    expect(await pageOf(late)).not.toContain('name="payBy"')
    expect(await pageOf((await both(60, 0)).event)).not.toContain('name="payBy"')
  })

  it('is sent by the form without JavaScript, and a closed way is refused on the page', async () => {
    const { home, event } = await both()
    const [ticket] = event.tickets as { id: string }[]
    const submit = (fields: Record<string, string>) =>
      exports.default.fetch(
        new Request(`https://calendar.test/e/${event.slug}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' },
          body: new URLSearchParams({ ...fields, [`quantity.${ticket?.id}`]: '1', attending: 'yes', guests: '0' }),
          redirect: 'manual',
        }),
      )
    const sent = await submit({ ...person(), payBy: 'BANK' })
    expect(sent.status, await sent.clone().text()).toBe(303)
    const { body } = await asOwner(home, `GET /events/${event.id}/orders`)
    expect(body.data).toMatchObject([{ payment: { method: 'BANK' } }])
    await env.DB.prepare('update bank_accounts set is_active = 0 where calendar_id = ?').bind(home.id).run()
    const refused = await submit({ ...person(), payBy: 'BANK' })
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain('This payment method is no longer available')
  })
})

describe('the payment QR code', () => {
  asks({ 'GET /public/registrations/:manageToken/payment-qr': { isOpen: true, isSecret: true } })

  it('is read back line by line by zxing, from the page’s link and from the email', async () => {
    const home = await newCalendar()
    await open(home)
    const guest = person()
    const bought = await send(`POST /public/events/${(await eventIn(home, 60)).id}/registrations`, { json: guest })
    const { order, manageUrl } = bought.body.data
    const path = `/public/registrations/${tokenOf(manageUrl)}/payment-qr`
    const drawn = await fetchAt(`/api${path}`)
    noteAnswer({ method: 'GET', path }, drawn, '(an image)')
    expect(drawn.headers.get('Cache-Control')).toBe('private, no-store')
    const [found] = await readQr(await drawn.bytes())
    const lines = ['BCD', '002', '1', 'SCT', '', 'Musikverein Höchst e. V.', IBAN, 'EUR119.00', '', '']
    expect(new TextDecoder().decode(found?.bytes)).toBe([...lines, order.payment.reference].join('\n'))
    const page = await (await fetchAt(`/r/${tokenOf(manageUrl)}`)).text()
    for (const text of [
      'Musikverein Höchst e. V.',
      'DE89 3704 0044 0532 0130 00',
      `/api${path}`,
      order.payment.reference,
    ])
      expect(page).toContain(text)
    const [mail] = await deps.db.query.mails.findMany({ where: (row, { eq }) => eq(row.recipient, guest.email) })
    const message = mail === undefined ? null : await compose(mail, deps)
    for (const text of ['Musikverein Höchst e. V.', 'DE89 3704 0044 0532 0130 00']) {
      expect(message?.text).toContain(text)
      expect(message?.html).toContain(text)
    }
    const picture = message?.attachments.find(({ contentId }) => contentId === 'payment-code')
    const [mailed] = await readQr(picture?.content as Uint8Array)
    expect(mailed?.bytes).toEqual(found?.bytes)
    await asOwner(home, `POST /events/${order.eventId}/orders/${order.id}/mark-paid`, {})
    expect((await send(`GET ${path}`)).status).toBe(404)
  })

  it('does not exist in another currency or without a transfer', async () => {
    const home = await newCalendar()
    const byHand = (await buy(await eventIn(home, 60))).body.data
    expect((await send(`GET /public/registrations/${tokenOf(byHand.manageUrl)}/payment-qr`)).status).toBe(404)
    expect((await send('GET /public/registrations/unknown/payment-qr')).status).toBe(404)
  })
})
