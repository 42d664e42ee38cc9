import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { asks } from '../../support/asks.ts'
import { guestsOf, loseAnswers, mailsTo, seatsHeld, setColumns } from '../../support/database.ts'
import {
  addMember,
  newCalendar,
  newEvent,
  newGuests,
  newKey,
  newTicket,
  person,
  register,
  type Event,
} from '../../support/factories.ts'

asks({
  'GET /v1/events/:eventId/guests/counts': { scope: 'guests:read' },
  'GET /events/:eventId/guests/counts': { role: 'STAFF' },
  'GET /v1/events/:eventId/guests/:guestId/mails': { scope: 'guests:read', isWhole: true },
  'GET /events/:eventId/guests/:guestId/mails': { role: 'STAFF', isWhole: true },
  'POST /v1/events/:eventId/guests/batch': { scope: 'guests:write' },
  'POST /events/:eventId/guests/batch': { role: 'MANAGER' },
  'GET /v1/calendars/:slug/people': { scope: 'guests:read', isWhole: true },
  'GET /calendars/:slug/people': { role: 'MANAGER', isWhole: true },
})

const calendar = await newCalendar()
const { key } = await newKey(calendar)
const { owner: as } = calendar
const staff = await addMember(calendar, 'usr_door_staff', 'STAFF')
const made = async (event: Event, fields = {}) => (await register(event, fields)).body.data
const list = async (event: Event, query: string) => (await send(`GET /events/${event.id}/guests?${query}`, { as })).body
const batch = (event: Event, action: string, guestIds: string[], headers = {}) =>
  send(`POST /events/${event.id}/guests/batch`, { as, json: { action, guestIds }, headers })
const CURRENT = ['id', 'firstName', 'lastName', 'email', 'status', 'registrationAnswers']

describe('GET /events/:eventId/guests with a session', () => {
  it('returns six fields by default, and with whole=true the same guest as for an API key', async () => {
    const event = await newEvent(calendar, {}, { price: 900 })
    const { guest } = await made(event)
    const [current, whole, byKey] = [
      await list(event, ''),
      await list(event, 'whole=true'),
      (await send(`GET /v1/events/${event.id}/guests`, { key })).body,
    ]
    expect(Object.keys(current.data[0]).toSorted()).toEqual(CURRENT.toSorted())
    expect(whole.data).toEqual(byKey.data)
    expect(whole.data[0]).toMatchObject({
      status: 'PENDING',
      ticket: { id: event.ticketId },
      orderId: expect.stringMatching(/^ord_/),
      qrCode: guest.qrCode,
      createdAt: guest.createdAt,
    })
    const at = `GET /events/${event.id}/guests/${guest.id}`
    expect(Object.keys((await send(at, { as })).body.data).toSorted()).toEqual(CURRENT.toSorted())
    expect((await send(`${at}?whole=true`, { as: staff })).body.data).toEqual(byKey.data[0])
  })

  it('filters by an answer, including one choice of several, and sorts the newest first on request', async () => {
    const question = { label: 'Food', type: 'MULTISELECT', options: ['Fish', 'Fishcake', 'Rice'], required: false }
    const event = await newEvent(calendar, { registrationQuestions: [question] })
    const [{ id: questionId }] = event['registrationQuestions']
    const eat = async (answer: string[]) => (await made(event, { answers: [{ questionId, answer }] })).guest.id
    const [both, cake] = [await eat(['Fish', 'Rice']), await eat(['Fishcake'])]
    await made(event)
    const who = async (answer: string) => {
      const { data, total } = await list(event, `questionId=${questionId}&answer=${answer}`)
      return { ids: data.map(({ id }: { id: string }) => id), total }
    }
    expect(await who('Fish')).toEqual({ ids: [both], total: 1 })
    expect(await who('Fishcake')).toEqual({ ids: [cake], total: 1 })
    expect(await who('Bread')).toEqual({ ids: [], total: 0 })
    for (const [index, { id }] of (await guestsOf(event)).entries())
      await setColumns('guests', String(id), { created_at: 1_000 + index })
    const [oldest, newest] = [await list(event, 'limit=1'), await list(event, 'limit=1&newestFirst=true')]
    expect([oldest.data[0].id, oldest.total]).toEqual([both, 3])
    expect([newest.data[0].registrationAnswers, newest.total]).toEqual([[], 3])
    const half = await send(`GET /events/${event.id}/guests?questionId=${questionId}`, { as })
    expect([half.status, half.body.errors]).toEqual([
      400,
      [{ field: 'answer', message: 'is required: questionId and answer go together' }],
    ])
  })
})

describe('GET .../guests/counts', () => {
  it('counts the same guests as the list, by status and by ticket, with a group for guests without a ticket', async () => {
    const event = await newEvent(calendar, { requiresApproval: true })
    const other = await newTicket(event)
    await Promise.all([made(event, { ticketId: event.ticketId }), made(event, { ticketId: other.id })])
    await send(`POST /events/${event.id}/guests/invite`, { as, json: { emails: ['asked@guests.test'] } })
    await newGuests(event, 3, { ticket_id: other.id })
    const { data } = (await send(`GET /events/${event.id}/guests/counts`, { as: staff })).body
    expect(data).toMatchObject({
      total: 6,
      statuses: [
        { status: 'INVITED', guests: 1 },
        { status: 'PENDING', guests: 2 },
        { status: 'CONFIRMED', guests: 3 },
      ],
      tickets: [
        { ticketId: event.ticketId, guests: 1, statuses: [{ status: 'PENDING', guests: 1 }] },
        {
          ticketId: other.id,
          guests: 4,
          statuses: [
            { status: 'PENDING', guests: 1 },
            { status: 'CONFIRMED', guests: 3 },
          ],
        },
        { ticketId: null, name: null, guests: 1, statuses: [{ status: 'INVITED', guests: 1 }] },
      ],
    })
    expect((await list(event, '')).total).toBe(data.total)
    const empty = await newEvent(calendar)
    expect((await send(`GET /v1/events/${empty.id}/guests/counts`, { key })).body.data).toMatchObject({
      total: 0,
      statuses: [],
      tickets: [{ guests: 0, statuses: [] }],
    })
  })
})

describe('counts of pending work for the organiser', () => {
  const ofEvent = async (path: string) => (await send(`GET /events/${path}`, { as })).body

  it('is the same number in counts, attention, the filtered guest list and the order list', async () => {
    const soon = { startAt: Date.now() + 5 * 86_400_000, endAt: Date.now() + 6 * 86_400_000 }
    const [free, priced] = [await newEvent(calendar, soon), await newEvent(calendar, soon, { price: 1_500 })]
    await setColumns('events', free.id, { requires_approval: 1 })
    const three = () => ({ buyer: person(), attendees: [person(), person(), person()] })
    for (const event of [free, priced]) {
      for (const json of [person(), person(), three()])
        expect((await send(`POST /public/events/${event.id}/registrations`, { json })).status).toBe(200)
    }
    const [late] = (await ofEvent(`${priced.id}/orders?limit=1`)).data
    await send(`POST /events/${priced.id}/orders/${late.id}/mark-paid`, { as })

    const attention = (await send('GET /me/attention', { as })).body.data as {
      eventId: string
      kind: string
      count: number
    }[]
    for (const event of [free, priced]) {
      const { waiting } = (await ofEvent(`${event.id}/guests/counts`)).data
      const total = async (path: string) => (await ofEvent(`${event.id}/${path}&limit=1`)).total
      expect(waiting).toEqual({
        approvals: await total('guests?awaiting=APPROVAL'),
        unpaidGuests: await total('guests?awaiting=PAYMENT'),
        unpaidOrders: await total('orders?status=PENDING'),
      })
      const countIn = (wanted: string) =>
        attention.find(({ eventId, kind }) => eventId === event.id && kind === wanted)?.count ?? 0
      expect([countIn('APPROVALS'), countIn('UNPAID')]).toEqual([waiting.approvals, waiting.unpaidOrders])
    }
    expect((await ofEvent(`${free.id}/guests/counts`)).data.waiting.approvals).toBe(5)
    expect((await ofEvent(`${priced.id}/guests/counts`)).data.waiting.unpaidOrders).toBe(2)
  })

  it('filters the list by awaiting, also together with other filters', async () => {
    const event = await newEvent(calendar, {}, { price: 1_500 })
    const { guest: paying } = await made(event, { ticketId: event.ticketId })
    const [asking] = await newGuests(event, 1, { status: 'PENDING' })
    const ids = async (query: string) =>
      (await ofEvent(`${event.id}/guests?${query}`)).data.map(({ id }: { id: string }) => id)
    expect(await ids('awaiting=PAYMENT')).toEqual([paying.id])
    expect(await ids('awaiting=APPROVAL')).toEqual([asking!.id])
    expect(await ids('awaiting=APPROVAL&status=CONFIRMED')).toEqual([])
    expect(await ids(`awaiting=PAYMENT&ticketId=${event.ticketId}`)).toEqual([paying.id])
    expect((await send(`GET /events/${event.id}/guests?awaiting=RAIN`, { as })).status).toBe(400)
  })
})

describe('GET .../guests/:guestId/mails', () => {
  it('lists the emails to this guest only, newest first, with their delivery status', async () => {
    const event = await newEvent(calendar)
    const { guest } = await made(event)
    await made(event)
    const [mail] = await mailsTo(guest.email)
    await setColumns('mails', String(mail!.id), {
      status: 'failed',
      error: 'mailbox full',
      attempts: 6,
      next_attempt_at: null,
      created_at: 1_000,
    })
    const announcement = await send(`POST /events/${event.id}/announcements`, {
      as,
      json: { subject: 'Bring boots', body: 'x' },
    })
    await expect
      .poll(async () => (await send(`GET /events/${event.id}/guests/${guest.id}/mails`, { as: staff })).body.data)
      .toMatchObject([
        { kind: 'announcement', communicationId: announcement.body.data.id, recipient: guest.email },
        {
          id: mail!.id,
          kind: 'confirmation',
          communicationId: null,
          status: 'failed',
          error: 'mailbox full',
          attempts: 6,
          sentAt: null,
        },
      ])
    const elsewhere = await newEvent(calendar)
    expect((await send(`GET /events/${elsewhere.id}/guests/${guest.id}/mails`, { as })).status).toBe(404)
  })
})

describe('POST .../guests/batch', () => {
  it('approves in the given order until the seats run out, with one result per id and one email per guest', async () => {
    const event = await newEvent(calendar, { requiresApproval: true, capacity: 2 })
    const people = await Promise.all([1, 2, 3].map(() => made(event)))
    const ids = people.map(({ guest }) => guest.id)
    const answer = await batch(event, 'approve', [...ids, 'gst_nobody', ids[0]])
    expect(answer.status).toBe(200)
    expect(answer.body.data.results).toMatchObject([
      { guestId: ids[0], result: 'DONE', guest: { id: ids[0], status: 'CONFIRMED' } },
      { guestId: ids[1], result: 'DONE', guest: { status: 'CONFIRMED' } },
      { guestId: ids[2], result: 'REFUSED', code: 'capacity_exceeded', message: expect.any(String) },
      { guestId: 'gst_nobody', result: 'REFUSED', code: 'not_found' },
    ])
    expect(answer.body.data.results).toHaveLength(4)
    expect(await seatsHeld(event)).toBe(2)
    await batch(event, 'approve', ids)
    const kinds = await Promise.all(
      people.map(async ({ guest }) => (await mailsTo(guest.email)).map(({ kind }) => kind)),
    )
    expect(kinds).toEqual([['pending', 'confirmation'], ['pending', 'confirmation'], ['pending']])
  })

  it('follows the single-guest rules for reject, cancel and resend; a retry with the same key sends no email', async () => {
    const event = await newEvent(calendar, { requiresApproval: true })
    const [a, b] = await Promise.all([made(event), made(event)])
    const ids = [a.guest.id, b.guest.id]
    await batch(event, 'approve', [ids[1]])
    expect((await batch(event, 'reject', ids)).body.data.results).toMatchObject([
      { result: 'DONE', guest: { status: 'DECLINED' } },
      { result: 'REFUSED', code: 'invalid_transition' },
    ])
    const headers = { 'Idempotency-Key': 'again-please' }
    const [once, twice] = [await batch(event, 'resend', ids, headers), await batch(event, 'resend', ids, headers)]
    expect(once.body.data.results).toMatchObject([
      { result: 'REFUSED', code: 'invalid_transition' },
      { result: 'DONE', guest: { status: 'CONFIRMED' } },
    ])
    expect(twice.body).toEqual(once.body)
    await loseAnswers()
    expect((await batch(event, 'resend', ids, headers)).body).toEqual(once.body)
    expect((await mailsTo(b.guest.email)).map(({ kind }) => kind)).toEqual(['pending', 'confirmation', 'confirmation'])
    expect((await batch(event, 'cancel', ids)).body.data.results).toMatchObject([
      { result: 'DONE', guest: { status: 'CANCELLED' } },
      { result: 'DONE', guest: { status: 'CANCELLED' } },
    ])
    expect((await mailsTo(b.guest.email)).at(-1)).toMatchObject({ kind: 'cancelled' })
  })

  it.each([
    ['approve', 'CONFIRMED', 'DECLINED'],
    ['reject', 'DECLINED', 'CONFIRMED'],
    ['cancel', 'CANCELLED', 'CONFIRMED'],
  ])(
    '%s runs once per Idempotency-Key: a retry keeps a status set since, even if the response was lost',
    async (action, to, since) => {
      const event = await newEvent(calendar, { requiresApproval: true })
      const people = await Promise.all([1, 2, 3].map(() => made(event)))
      const ids = people.map(({ guest }) => guest.id)
      const headers = { 'Idempotency-Key': crypto.randomUUID() }
      const statuses = (answer: Awaited<ReturnType<typeof batch>>) =>
        answer.body.data.results.map(({ guest }: { guest: { status: string } }) => guest.status)
      expect(statuses(await batch(event, action, ids, headers))).toEqual([to, to, to])
      await loseAnswers()
      const json = { status: since }
      for (const id of ids.slice(0, 2))
        await send(`PATCH /events/${event.id}/guests/${id}/status`, { as: calendar.owner, json })
      expect(statuses(await batch(event, action, ids, headers))).toEqual([since, since, to])
    },
  )

  it('accepts at most 100 ids, refuses guests of other events and promotes from the waiting list', async () => {
    const event = await newEvent(calendar, { capacity: 1, waitlistEnabled: true })
    const other = await newEvent(calendar)
    const [first, waits, foreign] = [await made(event), await made(event), await made(other)]
    const { results } = (await batch(event, 'cancel', [first.guest.id, foreign.guest.id])).body.data
    expect(results).toMatchObject([
      { result: 'DONE' },
      { guestId: foreign.guest.id, result: 'REFUSED', code: 'not_found' },
    ])
    expect(await env.DB.prepare('select status from guests where id = ?').bind(waits.guest.id).first('status')).toBe(
      'CONFIRMED',
    )
    const tooMany = await batch(
      event,
      'resend',
      Array.from({ length: 101 }, (_, index) => `gst_${index}`),
    )
    expect([tooMany.status, tooMany.body.errors[0].field]).toEqual([400, 'guestIds'])
  })
})

describe('GET /calendars/:slug/people', () => {
  it('returns each person once with their registrations in this calendar, latest first', async () => {
    const home = await newCalendar()
    const [first, second] = [await newEvent(home, { title: 'First' }), await newEvent(home, { title: 'Second' })]
    const nora = { firstName: 'Nora', lastName: 'Lindqvist', email: 'nora@people.test' }
    const made_ = [await made(first, nora), await made(second, { ...nora, firstName: 'Eleonora' })]
    for (const [index, { guest }] of made_.entries())
      await setColumns('guests', guest.id, { created_at: 1_000 + index })
    await made(first, { firstName: 'Ben', email: 'ben@people.test' })
    await made(await newEvent(await newCalendar()), nora)
    const find = (q: string) => send(`GET /calendars/${home.slug}/people?q=${q}`, { as: home.owner })
    const found = (await find('LINDQV')).body.data
    expect(found).toMatchObject([
      {
        email: 'nora@people.test',
        firstName: 'Eleonora',
        guests: [
          { guestId: made_[1].guest.id, eventId: second.id, eventTitle: 'Second', status: 'CONFIRMED' },
          { guestId: made_[0].guest.id, eventId: first.id, eventTitle: 'First' },
        ],
      },
    ])
    expect((await find('NORA@people.test')).body.data).toEqual(found)
    expect((await find('people.te')).body.data).toHaveLength(2)
    expect((await find('nobody')).body.data).toEqual([])
    expect((await find('n')).status).toBe(400)
  })

  it('lists an attendee under another person’s address separately', async () => {
    const home = await newCalendar()
    const event = await newEvent(home)
    const buyer = { firstName: 'Ada', lastName: 'Byron', email: 'ada@people.test' }
    const attendees = [{ ...buyer }, { firstName: 'Grace', lastName: 'Hopper' }]
    await send(`POST /public/events/${event.id}/registrations`, { json: { buyer, attendees } })
    const found = (await send(`GET /calendars/${home.slug}/people?q=ada@people.test`, { as: home.owner })).body.data
    expect(found.map(({ firstName }: { firstName: string }) => firstName).toSorted()).toEqual(['Ada', 'Grace'])
  })

  it('finds part of a name for a session on every plan', async () => {
    const free = await newCalendar({ plan: 'FREE' })
    await made(await newEvent(free), { email: 'zoe@people.test' })
    const find = (q: string) => send(`GET /calendars/${free.slug}/people?q=${q}`, { as: free.owner })
    expect((await find('zoe')).body.data).toHaveLength(1)
    expect((await find('noe')).body.data).toEqual([])
  })
})
