import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import type { Deps, MailMessage } from '../../../src/deps.ts'
import { renderQrPng } from '../../../src/modules/checkins/index.ts'
import { unsubscribeUrlOf } from '../../../src/modules/communications/index.ts'
import { sendDue } from '../../../src/modules/mails/index.ts'
import { send } from '../../support/api.ts'
import { appWith, deps } from '../../support/app.ts'
import {
  guestsOf,
  insertAll,
  linkCalendarOf,
  loseAnswers,
  mailsTo,
  ordersOf,
  rowOf,
  setColumns,
} from '../../support/database.ts'
import { manageApi, newCalendar, newEvent, newKey, register, type Event } from '../../support/factories.ts'
import { pay, refund } from '../../support/orders.ts'

const calendar = await newCalendar()
const { key } = await newKey(calendar)

const change = (event: Event, guest: { id: string }, json: object) =>
  send(`PATCH /v1/events/${event.id}/guests/${guest.id}`, { key, json })
const renew = (event: Event, guest: { id: string }, headers = {}) =>
  send(`POST /v1/events/${event.id}/guests/${guest.id}/renew-links`, { key, headers })
const lookUp = (event: Event, code: string) =>
  send(`GET /v1/events/${event.id}/checkins/lookup?qrCode=${code}`, { key })
const unsubscribeApi = async (guestId: string) => {
  const row = await rowOf('guests', guestId)
  const within = await linkCalendarOf('guests', guestId)
  const url = await unsubscribeUrlOf({ id: guestId, linkVersion: Number(row?.['link_version']) }, within, deps)
  return url.replace(/^.*\/api/, '')
}

/**
 * Sets the given `mails` rows back to `pending`, as after an outage of the email provider, and returns the emails that
 * `sendDue()` then sends.
 */
const mailedNow = async (rows: Record<string, unknown>[]) => {
  const sent: MailMessage[] = []
  const quiet: Deps = { ...deps, tell: () => {}, mailer: { send: async (message) => void sent.push(message) } }
  for (const { id } of rows)
    await setColumns('mails', String(id), { status: 'pending', next_attempt_at: 0, lease_until: null })
  await sendDue(
    rows.map(({ id }) => String(id)),
    quiet,
  )
  return sent
}
const linkIn = (sent: MailMessage | undefined) => /\/r\/(\S+)/.exec(sent?.text ?? '')?.[1]

/**
 * Registers a party of three: a friend with another address, the buyer, and a child without an address of their own
 * (`emailIsBuyers`).
 */
const bring = async (event: Event, email: string) => {
  const buyer = { firstName: 'Ann', lastName: 'Bee', email }
  const attendees = [{ firstName: 'Friend', email: `friend@${email.replace('@', '.')}` }, buyer, { firstName: 'Kid' }]
  const { data } = (await send(`POST /public/events/${event.id}/registrations`, { json: { buyer, attendees } })).body
  const [friend, own, kid] = data.guests
  return { ...data, friend, buyer: own, kid }
}

/**
 * Registers one person twice: as a single guest, then as the buyer of a party with one friend, who has another address.
 */
const bringAside = async (event: Event, email: string) => {
  const { guest } = (await register(event, { email })).body.data
  const json = { buyer: { firstName: 'Ann', lastName: 'Bee', email }, attendees: [{ email: `of.${email}` }] }
  const { manageUrl } = (await send(`POST /public/events/${event.id}/registrations`, { json })).body.data
  await settledMails(email)
  return { guest, manageUrl }
}

/**
 * Returns the party size behind each working `manageUrl` in the emails to an address, or 0 for a single registration.
 */
const linksMailed = async (email: string) => {
  const sent = await mailedNow(await settledMails(email))
  const answers = await Promise.all(sent.map((mail) => send(`GET /public/registrations/${linkIn(mail)}`)))
  return answers.flatMap(({ status, body }) => (status === 200 ? [body.data.party?.guests.length ?? 0] : [])).toSorted()
}

const settledMails = (email: string) =>
  vi.waitFor(
    async () => {
      const mails = await mailsTo(email)
      expect(mails.every(({ status }) => status !== 'pending')).toBe(true)
      return mails
    },
    { timeout: 20_000 },
  )

describe('correcting a guest', () => {
  it('replaces the QR code and all links when the email changes; the old ones return 404', async () => {
    const event = await newEvent(calendar)
    const { guest, manageUrl } = (await register(event, { email: 'wrong@links.test' })).body.data
    const unsubscribe = await unsubscribeApi(guest.id)
    const corrected = (await change(event, guest, { email: 'right@links.test' })).body.data
    expect(corrected.qrCode).toMatch(/^qr_\w{22}$/)
    expect(corrected.qrCode).not.toBe(guest.qrCode)
    expect((await lookUp(event, guest.qrCode)).status).toBe(404)
    expect((await lookUp(event, corrected.qrCode)).body.data).toMatchObject({ guestId: guest.id })
    for (const line of ['GET', 'GET /event.ics', 'GET /data', 'POST /accept', 'POST /cancel']) {
      const [method, rest = ''] = line.split(' ')
      const json = rest === '/accept' ? { json: { firstName: 'Eve', lastName: 'Else' } } : {}
      const answer = await send(`${method} ${manageApi(manageUrl)}${rest}`, json)
      expect(answer.status, line).toBe(404)
    }
    for (const method of ['GET', 'POST']) expect((await send(`${method} ${unsubscribe}`)).status, method).toBe(404)
    expect((await send(`POST ${await unsubscribeApi(guest.id)}`)).status).toBe(200)

    const [mail] = await settledMails('right@links.test')
    const [sent] = await mailedNow([mail!])
    const link = /\/r\/(\S+)/.exec(sent!.text)?.[1]
    expect((await send(`GET /public/registrations/${link}`)).body.data.guest).toMatchObject({
      email: 'right@links.test',
    })
    expect(sent!.attachments[0]!.content).toEqual(await renderQrPng(corrected.qrCode, { size: 444 }))
    expect((await mailsTo('wrong@links.test')).every(({ status }) => status !== 'pending')).toBe(true)
  })

  it('keeps the QR code and the manage link when only a name changes', async () => {
    const event = await newEvent(calendar)
    const { guest, manageUrl } = (await register(event)).body.data
    expect((await change(event, guest, { firstName: 'Zoë' })).body.data.qrCode).toBe(guest.qrCode)
    expect((await send(`GET ${manageApi(manageUrl)}`)).body.data.guest.firstName).toBe('Zoë')
  })

  it('cancels unsent emails to the old address', async () => {
    const event = await newEvent(calendar, { reminderMinutes: [] })
    const { guest } = (await register(event, { email: 'away@links.test' })).body.data
    const [mail] = await settledMails('away@links.test')
    await change(event, guest, { email: 'here@links.test' })
    expect(await mailedNow([mail!])).toEqual([])
    expect(await rowOf('mails', String(mail!.id))).toMatchObject({ status: 'cancelled' })
  })

  it('moves unsent emails to the corrected address, but cancels the unsent confirmation and sends a new one', async () => {
    const event = await newEvent(calendar)
    const { guest } = (await register(event, { email: 'waits@links.test' })).body.data
    await send(`PATCH /v1/events/${event.id}`, { key, json: { endAt: '2031-05-02T21:00:00Z' } })
    await vi.waitFor(async () => expect(await settledMails('waits@links.test')).toHaveLength(2), { timeout: 20_000 })
    for (const { id } of await mailsTo('waits@links.test'))
      await setColumns('mails', String(id), { status: 'retrying', next_attempt_at: Date.now() + 600_000 })
    await change(event, guest, { email: 'got@links.test' })
    expect(await mailsTo('waits@links.test')).toMatchObject([{ kind: 'confirmation', status: 'cancelled' }])
    const right = await mailsTo('got@links.test')
    expect(right.map(({ kind }) => kind)).toEqual(['event.changed', 'confirmation'])
    expect(right.some(({ status }) => status === 'cancelled')).toBe(false)
  })

  it('updates the order that the guest placed, but not one received by transfer', async () => {
    const event = await newEvent(calendar, {}, { price: 300 })
    const { guest, order } = (await register(event, { email: 'buyer@links.test' })).body.data
    await pay(calendar, event, order.id)
    await change(event, guest, { email: 'bought@links.test', lastName: 'Buyer' })
    expect(await ordersOf(event)).toMatchObject([{ buyer_email: 'bought@links.test', buyer_last_name: 'Buyer' }])
    const json = { recipientEmail: 'taker@links.test' }
    const taker = (await send(`POST /v1/rsvps/${guest.id}/transfer`, { key, json })).body.data
    await change(event, taker, { email: 'took@links.test' })
    expect(await ordersOf(event)).toMatchObject([{ guest_id: taker.id, buyer_email: 'bought@links.test' }])
    await refund(calendar, event, order.id)
    expect(await mailsTo('bought@links.test')).toMatchObject([
      { kind: 'confirmation' },
      { kind: 'transfer.sent' },
      { kind: 'refund', guest_id: guest.id },
    ])
    expect((await mailsTo('buyer@links.test')).filter(({ kind }) => kind === 'refund')).toEqual([])
  })

  it('moves the whole party when the email of its buyer changes: old links return 404, one email goes to the new address', async () => {
    const event = await newEvent(calendar, {}, { price: 300 })
    const [wrong, right] = ['wrong.buyer@links.test', 'right.buyer@links.test']
    const { buyer, kid, friend, order, partyId, manageUrl } = await bring(event, wrong)
    await pay(calendar, event, order.id)
    const shown = (await send(`GET ${manageApi(manageUrl)}`)).body.data.party.guests
    const ofKid = shown.find(({ guest }: { guest: { id: string } }) => guest.id === kid.id).manageUrl
    const device = { device_id: 'phone', push_token: 't', guest_id: kid.id, calendar_id: calendar.id, created_at: 0 }
    await insertAll({ pass_devices: [device] })
    for (const { id } of await settledMails(wrong))
      await setColumns('mails', String(id), { status: 'retrying', next_attempt_at: Date.now() + 600_000 })

    await change(event, buyer, { email: right, lastName: 'Beech' })
    for (const link of [manageUrl, ofKid]) expect((await send(`GET ${manageApi(link)}`)).status).toBe(404)
    expect((await lookUp(event, kid.qrCode)).status).toBe(404)
    expect((await env.DB.prepare("select * from pass_devices where device_id = 'phone'").all()).results).toEqual([])
    expect(await rowOf('parties', partyId)).toMatchObject({ buyer_email: right, buyer_last_name: 'Beech' })
    expect(await rowOf('orders', order.id)).toMatchObject({ buyer_email: right, buyer_last_name: 'Beech' })
    expect(await rowOf('guests', kid.id)).toMatchObject({ first_name: 'Kid', email: right, email_is_buyers: 1 })
    expect(await rowOf('guests', friend.id)).toMatchObject({ email: 'friend@wrong.buyer.links.test', link_version: 0 })
    const found = async (q: string) => (await send(`GET /v1/events/${event.id}/guests?q=${q}`, { key })).body.meta.total
    expect([await found(wrong), await found(right)]).toEqual([0, 2])

    expect((await mailsTo(wrong)).map(({ kind, status }) => [kind, status])).toEqual([
      ['party', 'cancelled'],
      ['confirmation', 'cancelled'],
    ])
    const mails = await settledMails(right)
    expect(mails.map(({ kind }) => kind)).toEqual(['confirmation'])
    const [sent] = await mailedNow(mails)
    const { party } = (await send(`GET /public/registrations/${linkIn(sent)}`)).body.data
    expect(party.guests).toHaveLength(3)
    expect(sent?.text).toContain(party.guests[2].guest.shortCode)
    expect(party.guests[2].guest.qrCode).toMatch(/^qr_\w{22}$/)
    expect((await send(`GET ${manageApi(party.guests[2].manageUrl)}`)).status).toBe(200)
  })

  it('does not rename the buyer when a separate guest with the same address changes their own name', async () => {
    const event = await newEvent(calendar, {}, { price: 300 })
    const buyer = { firstName: 'Ann', lastName: 'Bee', email: 'same.name@links.test' }
    const { partyId, order } = (
      await send(`POST /public/events/${event.id}/registrations`, { json: { buyer, attendees: [{}] } })
    ).body.data
    const { guest, manageUrl } = (await register(event, buyer)).body.data
    const json = { firstName: 'Mallory' }
    expect((await send(`PATCH ${manageApi(manageUrl)}/guests/${guest.id}`, { json })).status).toBe(200)
    expect(await rowOf('parties', partyId)).toMatchObject({ buyer_first_name: 'Ann' })
    expect(await rowOf('orders', order.id)).toMatchObject({ buyer_first_name: 'Ann' })
  })

  it('does not change a party when a separate guest with the address of its buyer gets another email', async () => {
    const event = await newEvent(calendar, {}, { price: 300 })
    const email = 'victim.buyer@links.test'
    // Registering alone first takes the address, so the buyer's own row in the later party has `email_is_buyers` set.
    const { guest: stranger } = (await register(event, { email })).body.data
    const { buyer, kid, order, partyId, manageUrl } = await bring(event, email)
    const waits = (await settledMails(email)).find(({ kind }) => kind === 'party')
    await setColumns('mails', String(waits!.id), { status: 'retrying', next_attempt_at: Date.now() + 600_000 })
    expect((await change(event, stranger, { email: 'thief@links.test' })).status).toBe(200)
    expect(await rowOf('parties', partyId)).toMatchObject({ buyer_email: email, link_version: 0 })
    expect(await rowOf('orders', order.id)).toMatchObject({ buyer_email: email })
    for (const { id, qrCode } of [buyer, kid])
      expect(await rowOf('guests', id)).toMatchObject({ email, qr_code: qrCode, link_version: 0 })
    expect((await send(`GET ${manageApi(manageUrl)}`)).body.data.party.guests).toHaveLength(3)
    expect(await rowOf('mails', String(waits!.id))).toMatchObject({ recipient: email, status: 'retrying' })
    expect((await settledMails('thief@links.test')).map(({ kind, guest_id }) => [kind, guest_id])).toEqual([
      ['pending', stranger.id],
    ])
  })

  it('moves the party of the corrected buyer, but not another party booked under the same address', async () => {
    const event = await newEvent(calendar)
    const email = 'twice.buyer@links.test'
    const { buyer, partyId } = await bring(event, email)
    const json = { buyer: { firstName: 'Ann', lastName: 'Bee', email }, attendees: [{}] }
    const other = (await send(`POST /public/events/${event.id}/registrations`, { json })).body.data
    await change(event, buyer, { email: 'once.buyer@links.test' })
    expect(await rowOf('parties', partyId)).toMatchObject({ buyer_email: 'once.buyer@links.test' })
    expect(await rowOf('parties', other.partyId)).toMatchObject({ buyer_email: email, link_version: 0 })
    expect(await rowOf('guests', other.guests[0].id)).toMatchObject({ email, link_version: 0 })
  })

  it('does not change the buyer when an attendee gets another email', async () => {
    const event = await newEvent(calendar)
    const email = 'stays.buyer@links.test'
    const { kid, friend, partyId, manageUrl } = await bring(event, email)
    const [waits] = await settledMails(email)
    await setColumns('mails', String(waits!.id), { status: 'retrying', next_attempt_at: Date.now() + 600_000 })
    await change(event, kid, { email: 'own.kid@links.test' })
    await change(event, friend, { email: 'other.friend@links.test' })
    expect(await rowOf('parties', partyId)).toMatchObject({ buyer_email: email })
    expect(await rowOf('mails', String(waits!.id))).toMatchObject({ recipient: email, status: 'retrying' })
    expect((await send(`GET ${manageApi(manageUrl)}`)).body.data.party.buyer).toMatchObject({ email })
  })

  it('keeps a concurrent correction of another field', async () => {
    const event = await newEvent(calendar)
    const { guest } = (await register(event)).body.data
    let isFirst = true
    const app = appWith({
      commit: async (request) => {
        if (isFirst) {
          isFirst = false
          await change(event, guest, { lastName: 'Quicker' })
        }
        return deps.commit(request)
      },
    })
    const answer = await app.request(`/api/v1/events/${event.id}/guests/${guest.id}`, {
      method: 'PATCH',
      headers: { 'x-svc-api-key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ firstName: 'Slower' }),
    })
    expect(answer.status).toBe(200)
    expect(await guestsOf(event)).toMatchObject([{ first_name: 'Slower', last_name: 'Quicker' }])
  })
})

describe('PATCH .../parties/:partyId', () => {
  const correctBuyer = (event: Event, partyId: string, json: object) =>
    send(`PATCH /v1/events/${event.id}/parties/${partyId}`, { key, json })
  const bringOthers = async (event: Event, email: string, attendees: object[]) => {
    const json = { buyer: { firstName: 'Ann', lastName: 'Bee', email }, attendees }
    return (await send(`POST /public/events/${event.id}/registrations`, { json })).body.data
  }

  it('updates party, order and attendees without an address for a buyer who does not attend, and sends one email', async () => {
    const event = await newEvent(calendar, {}, { price: 300 })
    const [wrong, right] = ['absent.wrong@links.test', 'absent.right@links.test']
    const stranger = (await register(event, { email: wrong })).body.data
    const { partyId, order, manageUrl, guests } = await bringOthers(event, wrong, [{ firstName: 'Kid' }])
    await pay(calendar, event, order.id)
    await settledMails(wrong)
    const { body } = await correctBuyer(event, partyId, { email: right, lastName: 'Beech' })
    expect(body.data).toMatchObject({
      buyer: { firstName: 'Ann', lastName: 'Beech', email: right },
      guests: [{ id: guests[0].id, email: right, emailIsBuyers: true }],
    })
    expect(body.data.guests[0].qrCode).not.toBe(guests[0].qrCode)
    expect((await send(`GET ${manageApi(manageUrl)}`)).status).toBe(404)
    expect(await rowOf('orders', order.id)).toMatchObject({ buyer_email: right, buyer_last_name: 'Beech' })
    expect(await linksMailed(right)).toEqual([1])
    expect(await settledMails(right)).toHaveLength(1)
    expect(await rowOf('guests', stranger.guest.id)).toMatchObject({ email: wrong, link_version: 0 })
    expect((await send(`GET ${manageApi(stranger.manageUrl)}`)).status).toBe(200)
  })

  it('gives attendees without an address new codes that differ and use every letter and digit', async () => {
    const event = await newEvent(calendar)
    const kids = ['Kim', 'Leo', 'Max'].map((firstName) => ({ firstName }))
    const { guests, partyId } = await bringOthers(event, 'three.kids@links.test', kids)
    expect((await correctBuyer(event, partyId, { email: 'three.children@links.test' })).status).toBe(200)
    const codes = await Promise.all(
      guests.map(async ({ id }: { id: string }) => String((await rowOf('guests', id))?.['qr_code'])),
    )
    expect(new Set(codes).size).toBe(3)
    // Codes of 22 hex digits have 88 random bits. The contract promises 128.
    for (const code of codes) {
      expect(code).toMatch(/^qr_[0-9A-Za-z]{22}$/)
      expect(code).toMatch(/[G-Zg-z]/)
      expect(guests.map(({ qrCode }: { qrCode: string }) => qrCode)).not.toContain(code)
    }
  })

  it('emails the new link when every attendee has another address, and keeps those addresses', async () => {
    const event = await newEvent(calendar)
    const [wrong, right] = ['aside.wrong@links.test', 'aside.right@links.test']
    const { partyId, guests } = await bringOthers(event, wrong, [{ email: 'own.aside@links.test' }])
    await settledMails(wrong)
    expect((await correctBuyer(event, partyId, { email: right })).status).toBe(200)
    expect(await linksMailed(right)).toEqual([1])
    expect(await linksMailed(wrong)).toEqual([])
    expect(await rowOf('guests', guests[0].id)).toMatchObject({ email: 'own.aside@links.test', link_version: 0 })
  })

  it('also updates the guest record of a buyer who attends', async () => {
    const event = await newEvent(calendar)
    const { buyer, partyId } = await bring(event, 'self.wrong@links.test')
    await change(event, buyer, { firstName: 'Annie', email: 'self.right@links.test' })
    const json = { firstName: 'Anna', email: 'self.third@links.test' }
    expect((await correctBuyer(event, partyId, json)).body.data.buyer).toMatchObject(json)
    expect(await rowOf('guests', buyer.id)).toMatchObject({ email: 'self.third@links.test', email_is_buyers: 0 })
    const { guest: other } = (await register(event, { email: 'taken@links.test' })).body.data
    expect((await correctBuyer(event, partyId, { email: other.email })).body.code).toBe('already_registered')
    const elsewhere = await newEvent(calendar)
    expect((await correctBuyer(elsewhere, partyId, json)).status).toBe(404)
  })
})

describe('POST .../guests/:guestId/renew-links', () => {
  it('replaces the links of this guest only, keeps the QR code and emails the new link', async () => {
    const event = await newEvent(calendar)
    const [first, second] = [(await register(event)).body.data, (await register(event)).body.data]
    await settledMails(first.guest.email)
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const renewed = await renew(event, first.guest, headers)
    // Repeating a request with the same `Idempotency-Key` renews the links only once, even if the first response was
    // lost.
    await loseAnswers()
    expect((await renew(event, first.guest, headers)).body).toEqual(renewed.body)
    expect(renewed.body.data).toMatchObject({ id: first.guest.id, qrCode: first.guest.qrCode })
    expect((await send(`GET ${manageApi(first.manageUrl)}`)).status).toBe(404)
    expect((await send(`GET ${manageApi(second.manageUrl)}`)).status).toBe(200)
    const mails = await settledMails(first.guest.email)
    expect(mails).toHaveLength(2)
    const [sent] = await mailedNow([mails[1]!])
    const link = /\/r\/(\S+)/.exec(sent!.text)?.[1]
    expect((await send(`GET /public/registrations/${link}`)).body.data.guest.id).toBe(first.guest.id)
    // The proof in a token covers its version, so changing the version number in it does not make the token valid.
    const [name, version, proof] = String(link).split('.')
    for (const forged of [`${name}.${proof}`, `${name}.0.${proof}`, `${name}.2.${proof}`, `${name}.${version}.`])
      expect((await send(`GET /public/registrations/${forged}`)).status, forged).toBe(404)
  })

  it('revokes the party link only for a guest who is emailed at the address of the buyer', async () => {
    const event = await newEvent(calendar)
    const email = 'leaky.buyer@links.test'
    const { kid, friend, manageUrl } = await bring(event, email)
    await settledMails(email)
    expect((await renew(event, friend)).status).toBe(200)
    expect((await send(`GET ${manageApi(manageUrl)}`)).status).toBe(200)
    expect((await renew(event, kid)).status).toBe(200)
    expect((await send(`GET ${manageApi(manageUrl)}`)).status).toBe(404)
    const mails = await settledMails(email)
    const [sent] = await mailedNow(mails.slice(-1))
    expect((await send(`GET /public/registrations/${linkIn(sent)}`)).body.data.party.guests).toHaveLength(3)
  })

  it('also revokes the link of a party that the guest booked separately, and emails both new links', async () => {
    const event = await newEvent(calendar)
    const email = 'leaky.aside@links.test'
    const { guest, manageUrl } = await bringAside(event, email)
    const before = (await settledMails(email)).length
    expect((await renew(event, guest)).status).toBe(200)
    expect((await send(`GET ${manageApi(manageUrl)}`)).status).toBe(404)
    expect((await settledMails(email)).length - before).toBe(2)
    expect(await linksMailed(email)).toContain(1)
  })

  it('returns invalid_transition for an erased guest and 404 for an unknown one', async () => {
    const event = await newEvent(calendar)
    const { guest } = (await register(event)).body.data
    await send(`POST /v1/events/${event.id}/guests/${guest.id}/erase`, { key })
    expect((await renew(event, guest)).body.code).toBe('invalid_transition')
    expect((await renew(event, { id: 'gst_nobody' })).status).toBe(404)
  })
})

it('hides the buyer of a transferred order from the recipient, on the manage page and in /data', async () => {
  const event = await newEvent(calendar, {}, { price: 300 })
  const { guest, order, manageUrl } = (await register(event, { email: 'secret.buyer@links.test' })).body.data
  await pay(calendar, event, order.id)
  expect((await send(`GET ${manageApi(manageUrl)}`)).body.data.order.id).toBe(order.id)
  const json = { recipientEmail: 'curious@links.test' }
  await send(`POST /v1/rsvps/${guest.id}/transfer`, { key, json })
  const [mail] = await settledMails('curious@links.test')
  const [sent] = await mailedNow([mail!])
  const link = /\/r\/(\S+)/.exec(sent!.text)?.[1]
  for (const path of ['', '/data']) {
    const answer = await send(`GET /public/registrations/${link}${path}`)
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain('secret.buyer')
  }
})

describe('PATCH .../guests/:guestId with answers', () => {
  const QUESTIONS = [
    { label: 'Food', type: 'SELECT', options: ['Fish', 'Rice'], required: true },
    { label: 'Company', type: 'TEXT', options: [], required: false, askOf: 'BUYER' },
  ]

  it('replaces the answers, requires none and keeps those to deleted questions', async () => {
    const event = await newEvent(calendar, { registrationQuestions: QUESTIONS })
    const [food, company] = event['registrationQuestions']
    const first = [
      { questionId: food.id, answer: 'Fish' },
      { questionId: company.id, answer: 'ACME' },
    ]
    const { guest } = (await register(event, { answers: first })).body.data
    const answers = async (given: object[]) => {
      const { status, body } = await change(event, guest, { answers: given })
      return [status, body.data?.registrationAnswers ?? body.errors]
    }
    expect(await answers([{ questionId: food.id, answer: 'Rice' }])).toEqual([
      200,
      [{ question: 'Food', answer: 'Rice' }],
    ])
    expect(await answers([{ questionId: food.id, answer: 'Bread' }])).toEqual([
      400,
      [{ field: 'answers.0.answer', message: 'must be one of the options' }],
    ])
    const json = { registrationQuestions: [QUESTIONS[1]] }
    const left = (await send(`PATCH /v1/events/${event.id}`, { key, json })).body.data.registrationQuestions[0]
    expect(await answers([{ questionId: left.id, answer: 'Initech' }])).toEqual([
      200,
      [
        { question: 'Company', answer: 'Initech' },
        { question: 'Food', answer: 'Rice' },
      ],
    ])
    expect((await change(event, guest, { answers: [] })).body.data.registrationAnswers).toEqual([
      { question: 'Food', answer: 'Rice' },
    ])
    expect(await mailsTo(guest.email)).toHaveLength(1)
  })

  it('returns question_not_asked for a question that doesn’t apply to a member of a party', async () => {
    const event = await newEvent(calendar, { registrationQuestions: [QUESTIONS[1]] })
    const [company] = event['registrationQuestions']
    const { friend } = await bring(event, 'answers@corrected.test')
    const { status, body } = await change(event, friend, { answers: [{ questionId: company.id, answer: 'ACME' }] })
    expect([status, body.code]).toEqual([422, 'question_not_asked'])
  })
})
