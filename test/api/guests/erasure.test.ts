import { env } from 'cloudflare:workers'
import { expect, it, vi } from 'vitest'
import type { Deps } from '../../../src/deps.ts'
import { runExport, startDueExports } from '../../../src/modules/exports/index.ts'
import { sendDue } from '../../../src/modules/mails/index.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { guestsOf, mailsTo, rowOf, setColumns } from '../../support/database.ts'
import { whereKept } from '../../support/everywhere.ts'
import { manageApi, newCalendar, newEvent, newKey, newWebhook, register, type Event } from '../../support/factories.ts'
import { pay, refund } from '../../support/orders.ts'
import { afterAttempts, deliveriesOf, delivery, receiver } from '../../support/webhooks.ts'
import { manageUrlOfGuest } from '../../../src/modules/seats/manage-token.ts'

const calendar = await newCalendar()
const { key } = await newKey(calendar)
const quiet: Deps = { ...deps, tell: () => {} }

const LILITH = { firstName: 'Lilith', lastName: 'Vantongeren', email: 'lilith.vt@persons.test' }
const ANSWER = 'anaphylaxis-to-nuts'
const QUESTIONS = [{ id: 'qst_health', label: 'Health', type: 'TEXT', required: false, options: [] }]
const HOUR = 3_600_000
const OPEN_DOOR = { startAt: Date.now() - HOUR, endAt: Date.now() + HOUR, timezone: 'UTC' }
const answers = [{ questionId: 'qst_health', answer: ANSWER }]

const erase = (event: { id: string }, guest: { id: string }, headers: Record<string, string> = {}) =>
  send(`POST /v1/events/${event.id}/guests/${guest.id}/erase`, { key, headers })

/** Creates a daily export of `dataset`, makes it due and runs it with `startDueExports()` and `runExport()`. */
const exportNow = async (dataset: string) => {
  const json = { dataset, frequency: 'DAILY', timeOfDay: '08:00', recipients: ['ops@persons.test'] }
  const { id } = (await send(`POST /calendars/${calendar.slug}/scheduled-exports`, { as: calendar.owner, json })).body
    .data
  await setColumns('scheduled_exports', id, { next_run_at: Date.now() - 60_000 })
  await startDueExports(quiet)
  const runs = async () =>
    (await send(`GET /calendars/${calendar.slug}/scheduled-exports/${id}/runs`, { as: calendar.owner })).body.data
  await runExport((await runs())[0].id, quiet)
  const [run] = await runs()
  return { schedule: id as string, run: run.id as string, link: String(run.url).replace(/^.*\/api/, '') }
}

const allSettled = (email: string) =>
  vi.waitFor(async () => expect((await mailsTo(email)).filter(({ status }) => status === 'pending')).toEqual([]), {
    timeout: 20_000,
  })

it('erasing a guest removes their name, email, QR code and answers from every table, file and object', async () => {
  const [told, failing] = [receiver('echo'), receiver('echo-400')]
  await newWebhook(calendar, told.url, { events: ['guest.registered', 'checkin.created'] })
  const event = await newEvent(
    calendar,
    { ...OPEN_DOOR, registration_questions: JSON.stringify(QUESTIONS) },
    { price: 2_500 },
  )
  await newWebhook(event, failing.url, { events: ['guest.registered'] })
  const { guest, order, manageUrl } = (await register(event, { ...LILITH, answers })).body.data
  await pay(calendar, event, order.id)
  await send(`POST /v1/events/${event.id}/checkins`, {
    key,
    json: { qrCode: guest.qrCode },
    headers: { 'Idempotency-Key': 'let-lilith-in' },
  })
  await refund(calendar, event, order.id, { amount: 100, reason: 'Lilith asked for it' })
  await send(`PATCH /v1/events/${event.id}/guests/${guest.id}`, { key, json: { lastName: 'Vantongeren-Ruiz' } })
  await deps.db.$client.prepare('insert into unsubscribes values (?, ?, 0)').bind(calendar.id, LILITH.email).run()
  const files = [await exportNow('GUESTS'), await exportNow('ORDERS'), await exportNow('CHECKINS')]
  for (const { id } of await deliveriesOf(calendar)) await afterAttempts(calendar, String(id), 1)
  await allSettled(LILITH.email)
  await env.DB.prepare("update mails set error = recipient || ' is unknown here' where recipient = ?")
    .bind(LILITH.email)
    .run()

  const persons = ['Lilith', 'Vantongeren', LILITH.email, ANSWER, guest.qrCode, String(guest.userId ?? 'usr_none')]
  const before = await whereKept(persons)
  for (const place of ['table guests', 'table orders', 'table mails', 'table deliveries', 'table delivery_attempts'])
    expect(before.join()).toContain(place)
  for (const place of ['table unsubscribes', 'table refunds', 'table idempotency_claims', 'file exports/'])
    expect(before.join()).toContain(place)

  const headers = { 'Idempotency-Key': 'erase-lilith' }
  const erased = await erase(event, guest, headers)
  expect(erased.body.data).toMatchObject({ firstName: '', lastName: '', registrationAnswers: [] })
  expect(await whereKept(persons)).toEqual([])

  expect((await erase(event, guest, headers)).headers.get('Idempotent-Replayed')).toBe('true')
  for (const { link } of files) expect((await send(`GET ${link}`)).status).toBe(404)
  expect((await send(`GET ${manageApi(manageUrl)}`)).status).toBe(404)
  const again = await send(`POST /v1/events/${event.id}/checkins`, {
    key,
    json: { qrCode: guest.qrCode },
    headers: { 'Idempotency-Key': 'let-lilith-in' },
  })
  expect([again.status, again.body.code]).toEqual([409, 'answer_erased'])
})

it('erasing a guest redacts the webhook deliveries about them, cancels the pending ones and returns 409 on a retry', async () => {
  const [failing, down] = [receiver('400'), receiver('503')]
  const hooks = await Promise.all(
    [failing, down].map(({ url }) => newWebhook(calendar, url, { events: ['guest.registered'] })),
  )
  const event = await newEvent(calendar, { registration_questions: JSON.stringify(QUESTIONS) })
  const { guest } = (await register(event, { ...LILITH, answers })).body.data
  const ids = await Promise.all(
    hooks.map(async ({ id }) => String((await deliveriesOf(calendar, `?webhookId=${id}`))[0]?.['id'])),
  )
  for (const id of ids) await afterAttempts(calendar, id, 1)
  const [before] = await Promise.all(ids.map((id) => delivery(calendar, id)))
  expect(before.payload.data).toMatchObject({ guestEmail: LILITH.email })

  await erase(event, guest)
  const [failed, waiting] = await Promise.all(ids.map((id) => delivery(calendar, id)))
  expect(failed).toMatchObject({ status: 'failed', attempts: 1 })
  expect(waiting).toMatchObject({ status: 'cancelled', nextRetryAt: null })
  for (const { payload } of [failed, waiting]) {
    expect(payload).toMatchObject({ calendarSlug: calendar.slug, type: 'guest.registered' })
    expect(payload.data).toEqual({
      ...before.payload.data,
      userId: expect.stringMatching(/^usr_/),
      guestEmail: `${guest.id}@erased.invalid`,
      guestName: '',
      registrationAnswers: [],
    })
    expect(payload.data.userId).not.toBe(before.payload.data.userId)
  }
  for (const id of ids) {
    const retried = await send(`POST /v1/webhook-deliveries/${id}/retry`, { key })
    expect([retried.status, retried.body.code]).toEqual([409, 'delivery_erased'])
  }
  expect(await failing.seen()).toHaveLength(1)
})

it('hides an erased guest from lists, counts and exports, but returns the anonymised row for updatedSince', async () => {
  const event = await newEvent(calendar)
  const at = `/v1/events/${event.id}/guests`
  const read = async (path: string) => (await send(`GET ${path}`, { key })).body
  const { guest: stays } = (await register(event, {})).body.data
  const { guest } = (await register(event, LILITH)).body.data
  await send(`PATCH ${at}/${guest.id}/status`, { key, json: { status: 'CANCELLED' } })
  const since = (await read(`${at}/${guest.id}`)).data.updatedAt
  await erase(event, guest)

  for (const query of ['', '?newestFirst=true', `?ticketId=${guest.ticket.id}`]) {
    const { data, meta } = await read(at + query)
    expect([data.map(({ id }: { id: string }) => id), meta.total]).toEqual([[stays.id], 1])
  }
  for (const query of ['?status=CANCELLED', `?email=${guest.id}@erased.invalid`, '?page=2&limit=1'])
    expect((await read(at + query)).data).toEqual([])
  expect((await read(`${at}/counts`)).data).toMatchObject({ total: 1, statuses: [{ status: 'CONFIRMED', guests: 1 }] })
  const file = await send(`GET /v1/events/${event.id}/export?format=csv`, { key })
  expect(file.text).toContain(stays.id)
  expect(file.text).not.toContain(guest.id)

  const { data: changed, meta } = await read(`${at}?updatedSince=${since}`)
  expect(changed.at(-1)).toMatchObject({ id: guest.id, firstName: '', status: 'CANCELLED' })
  expect(meta.total).toBe(changed.length)
  expect((await read(`${at}/${guest.id}`)).data).toEqual(changed.at(-1))
})

it('cancels a webhook delivery in flight when its guest is erased, without storing the response body', async () => {
  const slow = receiver('slow-503')
  const hook = await newWebhook(calendar, slow.url, { events: ['guest.registered'] })
  const event = await newEvent(calendar)
  const { guest } = (await register(event, LILITH)).body.data
  await expect.poll(async () => (await slow.seen()).length).toBe(1)
  await erase(event, guest)
  const id = String((await deliveriesOf(calendar, `?webhookId=${hook.id}`))[0]?.['id'])
  const after = await afterAttempts(calendar, id, 1)
  expect(after).toMatchObject({ status: 'cancelled', nextRetryAt: null, attemptLog: [{ responseBody: null }] })
})

const transferred = async (event: Event, email: string, recipientName: string) => {
  const { guest: giver, order } = (await register(event, { ...LILITH })).body.data
  await pay(calendar, event, order.id)
  const json = { recipientEmail: email, recipientName }
  const receiverGuest = (await send(`POST /v1/rsvps/${giver.id}/transfer`, { key, json })).body.data
  await allSettled(email)
  return { giver, order, receiver: receiverGuest }
}

it('erasing the sender of a transfer removes them from the order they placed and keeps the recipient', async () => {
  const event = await newEvent(calendar, {}, { price: 100 })
  const { giver, order, receiver: taker } = await transferred(event, 'bertrand@persons.test', 'Bertrand Quill')
  await erase(event, giver)
  expect(await whereKept(['Lilith', LILITH.email])).toEqual([])
  expect(await rowOf('guests', taker.id)).toMatchObject({
    first_name: 'Bertrand',
    order_id: order.id,
    status: 'CONFIRMED',
  })
})

it('erasing the recipient of a transfer removes them from the email to the sender and keeps the sender as buyer', async () => {
  const event = await newEvent(calendar, {}, { price: 100 })
  const { order, receiver: taker } = await transferred(event, 'cornelia@persons.test', 'Cornelia Featherstone')
  await erase(event, taker)
  expect(await whereKept(['Cornelia', 'Featherstone', 'cornelia@persons.test'])).toEqual([])
  expect(await rowOf('orders', order.id)).toMatchObject({ buyer_first_name: 'Lilith', buyer_email: LILITH.email })
})

it('erases a buyer who does not attend along with the last guest of the party, and hides them from /data of the others', async () => {
  const event = await newEvent(calendar, {}, { price: 500 })
  const buyer = { firstName: 'Bartholomew', lastName: 'Quuxington', email: 'bartholomew.q@persons.test' }
  const attendees = [
    { firstName: 'Xenia', email: 'xenia@persons.test' },
    { firstName: 'Yorick', email: 'y@persons.test' },
  ]
  const made = await send(`POST /public/events/${event.id}/registrations`, { json: { buyer, attendees } })
  const { guests, order, manageUrl } = made.body.data
  const [one, two] = guests
  await pay(calendar, event, order.id)
  // The first seat is already TRANSFERRED when the buyer gets the `refund` email.
  const json = { recipientEmail: 'taker@persons.test' }
  const taker = (await send(`POST /v1/rsvps/${one.id}/transfer`, { key, json })).body.data
  await refund(calendar, event, order.id, { amount: 100, reason: 'as Bartholomew asked' })
  await env.DB.prepare('insert into unsubscribes values (?, ?, 0)').bind(calendar.id, buyer.email).run()
  await allSettled(buyer.email)

  const persons = ['Bartholomew', 'Quuxington', buyer.email]
  const kept = (await whereKept(persons)).join()
  for (const place of ['orders', 'parties', 'refunds', 'mails', 'unsubscribes'])
    expect(kept, place).toContain(`table ${place}`)
  await erase(event, one)
  expect(await rowOf('orders', order.id)).toMatchObject({ buyer_email: buyer.email })
  for (const { id } of [two, taker]) {
    const told = await send(`GET ${manageApi(await manageUrlOfGuest(id, deps))}/data`)
    expect(told.status).toBe(200)
    expect(told.text).not.toMatch(/bartholomew/i)
  }
  await erase(event, two)
  expect(await whereKept(persons)).toEqual([])
  expect((await send(`GET ${manageApi(manageUrl)}`)).status).toBe(404)
  expect(await rowOf('guests', taker.id)).toMatchObject({ status: 'CONFIRMED', email: 'taker@persons.test' })
})

it('erasing a buyer also removes the address they had before a correction, including from data about their party', async () => {
  const echo = receiver('echo')
  const event = await newEvent(calendar, {}, { price: 500 })
  const hook = await newWebhook(event, echo.url, { events: ['guest.registered', 'guest.updated'] })
  const [wrong, right] = ['cordula.wrong@persons.test', 'cordula.right@persons.test']
  const cordula = { firstName: 'Cordula', lastName: 'Zeppelin', email: wrong }
  const attendees = [{ firstName: 'Yann', email: 'yann@persons.test' }, cordula, { firstName: 'Ottokar' }]
  const made = await send(`POST /public/events/${event.id}/registrations`, { json: { buyer: cordula, attendees } })
  const { guests, order } = made.body.data
  const [friend, bought, kid] = guests
  await pay(calendar, event, order.id)
  await env.DB.prepare('insert into unsubscribes values (?, ?, 0)').bind(calendar.id, wrong).run()
  const headers = { 'Idempotency-Key': 'renew-ottokar' }
  const renewed = await send(`POST /v1/events/${event.id}/guests/${kid.id}/renew-links`, { key, headers })
  expect(renewed.body.data.email).toBe(wrong)
  await allSettled(wrong)

  await send(`PATCH /v1/events/${event.id}/guests/${bought.id}`, { key, json: { email: right } })
  await allSettled(right)
  for (const { id } of await deliveriesOf(calendar, `?webhookId=${hook.id}`))
    await afterAttempts(calendar, String(id), 1)
  const before = (await whereKept([wrong])).join()
  for (const place of ['mails', 'deliveries', 'delivery_attempts', 'idempotency_claims'])
    expect(before, place).toContain(`table ${place}`)
  for (const place of ['orders', 'parties', 'guests', 'unsubscribes']) expect(before).not.toContain(`table ${place}`)

  await erase(event, bought)
  expect(await whereKept(['Cordula', 'Zeppelin', wrong, right])).toEqual([])
  expect(await rowOf('guests', kid.id)).toMatchObject({ first_name: 'Ottokar', status: 'CONFIRMED' })
  expect(await rowOf('guests', friend.id)).toMatchObject({ email: 'yann@persons.test', status: 'CONFIRMED' })
  expect(await mailsTo('yann@persons.test')).toMatchObject([{ kind: 'confirmation' }])
})

it('keeps an unsubscribe until no guest or buyer of the calendar has the address', async () => {
  const [first, second, third] = [await newEvent(calendar), await newEvent(calendar), await newEvent(calendar)]
  const email = 'twice@persons.test'
  const guests = await Promise.all(
    [first, second].map(async (event) => (await register(event, { ...LILITH, email })).body.data.guest),
  )
  await env.DB.prepare('insert into unsubscribes values (?, ?, 0)').bind(calendar.id, email).run()
  const wish = () =>
    env.DB.prepare('select count(*) as wishes from unsubscribes where email = ?').bind(email).first('wishes')
  await erase(first, guests[0])
  expect(await wish()).toBe(1)
  const json = { buyer: { ...LILITH, email }, attendees: [{ email: 'brought@persons.test' }] }
  const brought = await send(`POST /public/events/${third.id}/registrations`, { json })
  await send(`PATCH /v1/events/${second.id}/guests/${guests[1].id}`, { key, json: { email: 'once@persons.test' } })
  expect(await wish()).toBe(1)
  await send(`PATCH /v1/events/${second.id}/guests/${guests[1].id}`, { key, json: { email } })
  await erase(second, guests[1])
  expect(await wish()).toBe(1)
  await erase(third, brought.body.data.guests[0])
  expect(await wish()).toBe(0)
})

it('restarts an export in progress when one of its guests is erased, and deletes the file of the outdated run', async () => {
  const event = await newEvent(calendar)
  const { guest } = (await register(event, { ...LILITH, email: 'late@persons.test' })).body.data
  const json = {
    dataset: 'GUESTS',
    eventId: event.id,
    frequency: 'DAILY',
    timeOfDay: '08:00',
    recipients: ['a@b.test'],
  }
  const { id } = (await send(`POST /calendars/${calendar.slug}/scheduled-exports`, { as: calendar.owner, json })).body
    .data
  await setColumns('scheduled_exports', id, { next_run_at: Date.now() - 60_000 })
  await startDueExports(quiet)
  const runs = async () =>
    (await send(`GET /calendars/${calendar.slug}/scheduled-exports/${id}/runs`, { as: calendar.owner })).body.data
  const [{ id: run }] = await runs()
  const slow: Deps = {
    ...quiet,
    files: {
      ...deps.files,
      write: async (...file) => {
        const written = await deps.files.write(...file)
        await erase(event, guest)
        return written
      },
    },
  }
  await runExport(run, slow)
  expect((await runs())[0]).toMatchObject({ status: 'PENDING', url: null })
  expect(await whereKept(['late@persons.test'])).toEqual([])
  await runExport(run, quiet)
  expect((await runs())[0]).toMatchObject({ status: 'SUCCEEDED', rowCount: 0 })
  expect(await whereKept(['late@persons.test'])).toEqual([])
})

it('cancels the pending emails to an erased guest', async () => {
  const event = await newEvent(calendar)
  const { guest } = (await register(event, { ...LILITH, email: 'waiting@persons.test' })).body.data
  await allSettled('waiting@persons.test')
  const [mail] = (await guestsOf(event)).length === 1 ? await mailsTo('waiting@persons.test') : []
  await setColumns('mails', String(mail?.id), { status: 'pending', next_attempt_at: 0, lease_until: null })
  await erase(event, guest)
  expect(await rowOf('mails', String(mail?.id))).toMatchObject({ status: 'cancelled', data: '{}', error: null })
  const sent: unknown[] = []
  await sendDue([String(mail?.id)], { ...quiet, mailer: { send: async (message) => void sent.push(message) } })
  expect(sent).toEqual([])
})

it('does not store the message of an invitation for a guest who registers with the invited address', async () => {
  const event = await newEvent(calendar)
  const json = { emails: ['vip@persons.test'], message: 'Your fee is waived, tell nobody.' }
  expect((await send(`POST /v1/events/${event.id}/guests/invite`, { key, json })).status).toBe(200)
  const { guest, manageUrl } = (await register(event, { ...LILITH, email: 'vip@persons.test' })).body.data
  expect(guest.source).toBe('INVITE')
  const told = await send(`GET ${manageApi(manageUrl)}/data`)
  expect(told.text).toContain('"kind":"invitation"')
  expect(told.text).not.toContain('fee is waived')
})

it('GET .../data lists everything stored about the guest, with the reason for and the retention period of each item', async () => {
  const event = await newEvent(calendar, { registration_questions: JSON.stringify(QUESTIONS) }, { price: 500 })
  const { guest, order, manageUrl } = (await register(event, { ...LILITH, email: 'asks@persons.test', answers })).body
    .data
  await pay(calendar, event, order.id)
  const answer = await send(`GET ${manageApi(manageUrl)}/data`)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
  const { held, ...head } = answer.body.data
  expect(head).toMatchObject({ guestId: guest.id, eventId: event.id })
  const rows = (what: string) => held.find((each: { what: string }) => each.what === what).rows
  expect(rows('registrations')).toEqual([
    {
      userId: expect.stringMatching(/^usr_/),
      firstName: 'Lilith',
      lastName: 'Vantongeren',
      email: 'asks@persons.test',
      status: 'CONFIRMED',
      qrCode: guest.qrCode,
      shortCode: guest.shortCode.replace('-', ''),
      answers: [{ questionId: 'qst_health', question: 'Health', answer: ANSWER }],
      checkedInAt: null,
      locale: null,
      createdAt: guest.createdAt,
    },
  ])
  expect(rows('orders')).toMatchObject([{ number: order.number, buyerEmail: 'asks@persons.test', total: 500 }])
  expect(rows('emails, queued and sent')).toMatchObject([
    { kind: 'pending', recipient: 'asks@persons.test' },
    { kind: 'confirmation', recipient: 'asks@persons.test' },
  ])
  for (const { reason, kept } of held) expect([reason, kept].every((text) => text.length > 3)).toBe(true)
  expect(answer.text).not.toContain(calendar.owner)
  expect((await send(`GET ${manageApi(`${manageUrl}x`)}/data`)).status).toBe(404)
})
