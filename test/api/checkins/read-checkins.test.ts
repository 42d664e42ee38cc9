import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { rowOf } from '../../support/database.ts'
import { newCalendar, newDoor, newGuest, newGuests, newKey, type Calendar } from '../../support/factories.ts'

let calendar: Calendar
let key: string

beforeAll(async () => {
  calendar = await newCalendar()
  key = (await newKey(calendar, ['checkins:read', 'checkins:write'])).key
})

const at = (door: { id: string }) => ({
  checkIn: async (json: object) => (await send(`POST /v1/events/${door.id}/checkins`, { key, json })).body.data,
  read: async (path = '') => (await send(`GET /v1/events/${door.id}/checkins${path}`, { key })).body.data,
  undo: (id: string) => send(`DELETE /v1/events/${door.id}/checkins/${id}`, { key }),
})

describe('GET .../checkins', () => {
  it('lists every check-in in order of admission, with an API key or a session', async () => {
    const door = await newDoor(calendar)
    const guests = await newGuests(door, 3)
    const made = []
    for (const guest of guests) made.push(await at(door).checkIn({ qrCode: guest.qrCode }))
    const answer = await send(`GET /v1/events/${door.id}/checkins`, { key })
    expect(answer.body).toEqual({ data: made.map((checkin) => ({ ...checkin, conflicts: [] })) })
    expect((await send(`GET /events/${door.id}/checkins`, { as: calendar.owner })).body).toEqual(answer.body)
  })

  it('filters by ticketId, and by since, which refers to the arrival of the scan rather than scannedAt', async () => {
    const door = await newDoor(calendar)
    const [early, late] = [await newGuest(door), await newGuest(door)]
    const scannedAt = new Date(Date.now() - 60_000).toISOString()
    await at(door).checkIn({ guestId: early.id })
    await new Promise((resolve) => setTimeout(resolve, 5))
    const since = new Date().toISOString()
    expect(await at(door).read(`?since=${since}`)).toEqual([])
    const offline = await at(door).checkIn({ guestId: late.id, scannedAt })
    expect((await at(door).read(`?since=${since}`)).map(({ id }: { id: string }) => id)).toEqual([offline.id])
    expect(await at(door).read(`?ticketId=${door.ticketId}`)).toHaveLength(2)
    expect(await at(door).read('?ticketId=tkt_other')).toEqual([])
    expect((await send(`GET /v1/events/${door.id}/checkins?since=noon`, { key })).status).toBe(400)
  })

  it('shows the current name of the guest', async () => {
    const door = await newDoor(calendar)
    const guest = await newGuest(door)
    await at(door).checkIn({ guestId: guest.id })
    await env.DB.prepare("update guests set first_name = 'Ada', last_name = 'L' where id = ?").bind(guest.id).run()
    expect(await at(door).read()).toMatchObject([{ guestName: 'Ada L' }])
  })
})

describe('GET .../checkins/lookup', () => {
  it('returns the guest of a code, and alreadyCheckedIn only between check-in and undo', async () => {
    const door = await newDoor(calendar)
    const guest = await newGuest(door)
    const look = () => at(door).read(`/lookup?qrCode=${guest.qrCode}`)
    const before = {
      guestId: guest.id,
      name: guest.name,
      email: guest.email,
      status: 'CONFIRMED',
      ticketId: door.ticketId,
      ticketName: 'General admission',
      alreadyCheckedIn: false,
      checkpointId: null,
      checkpointName: null,
      direction: null,
      checkedInAt: null,
      checkedInByLabel: null,
      gate: null,
      answers: [],
      party: null,
    }
    expect(await look()).toEqual(before)
    const { id, checkedInAt } = await at(door).checkIn({ qrCode: guest.qrCode })
    const inside = { status: 'CHECKED_IN', alreadyCheckedIn: true, checkedInAt, checkedInByLabel: 'test' }
    expect(await look()).toEqual({ ...before, ...inside })
    await at(door).undo(id)
    expect(await look()).toEqual(before)
  })

  it('accepts the URL of the QR image as the code', async () => {
    const door = await newDoor(calendar)
    const guest = await newGuest(door)
    await at(door).checkIn({ qrCode: guest.qrCode })
    const url = encodeURIComponent(`https://calendar.test/api/public/qr/${guest.qrCode}`)
    expect(await at(door).read(`/lookup?qrCode=${url}`)).toMatchObject({ alreadyCheckedIn: true, status: 'CHECKED_IN' })
  })

  it('returns 404 for unknown, foreign and transferred codes, and 400 for a missing or too long one', async () => {
    const door = await newDoor(calendar)
    const elsewhere = await newGuest(await newDoor(calendar))
    const gone = await newGuest(door, { status: 'TRANSFERRED' })
    for (const code of ['qr_nothing', elsewhere.qrCode, gone.qrCode]) {
      expect((await send(`GET /v1/events/${door.id}/checkins/lookup?qrCode=${code}`, { key })).status).toBe(404)
    }
    expect((await send(`GET /v1/events/${door.id}/checkins/lookup`, { key })).status).toBe(400)
    expect((await send(`GET /v1/events/${door.id}/checkins/lookup?qrCode=${'q'.repeat(10_240)}`, { key })).status).toBe(
      400,
    )
  })
})

describe('answers shown at the door', () => {
  const questions = JSON.stringify([
    { id: 'qst_diet', label: 'Diet', type: 'TEXT', required: false, options: [], showAtDoor: true },
    { id: 'qst_size', label: 'Shirt', type: 'TEXT', required: false, options: [], showAtDoor: false },
    { id: 'qst_old', label: 'Old', type: 'TEXT', required: false, options: [] },
  ])
  const answers = JSON.stringify([
    { questionId: 'qst_diet', question: 'Diet', answer: 'Vegan' },
    { questionId: 'qst_size', question: 'Shirt', answer: 'XL' },
    { questionId: 'qst_old', question: 'Old', answer: 'Yes' },
  ])

  it('are the answers to questions with showAtDoor and to no others', async () => {
    const door = await newDoor(calendar, { registration_questions: questions })
    const [answered, silent] = [await newGuest(door, { answers }), await newGuest(door)]
    const shown = async (guest: { qrCode: string }) => (await at(door).read(`/lookup?qrCode=${guest.qrCode}`)).answers
    expect(await shown(answered)).toEqual([{ question: 'Diet', answer: 'Vegan' }])
    expect(await shown(silent)).toEqual([])
    expect((await at(door).read('/door')).questions).toEqual(['Diet'])
  })
})

describe('GET .../checkins/search', () => {
  const search = (door: { id: string }, q: string) =>
    send(`GET /v1/events/${door.id}/checkins/search?q=${encodeURIComponent(q)}`, { key })
  const named = (first_name: string, last_name: string) => ({
    first_name,
    last_name,
    search_text: `${first_name} ${last_name}`.toLowerCase(),
  })

  it('finds guests by part of the name, ignoring case and accents, and shows who is checked in', async () => {
    const door = await newDoor(calendar)
    const [first, second] = [
      await newGuest(door, { ...named('Zoe', 'Lovelace'), first_name: 'Zoé' }),
      await newGuest(door, named('Ada', 'Lovelace')),
    ]
    await newGuest(door, named('Grace', 'Hopper'))
    await newGuest(await newDoor(calendar), named('Alan', 'Lovelace'))
    await at(door).checkIn({ guestId: second.id, gate: 'North' })
    const found = (await search(door, 'LOVÉ')).body.data
    expect(found).toMatchObject([
      { guestId: second.id, name: 'Ada Lovelace', alreadyCheckedIn: true, gate: 'North', status: 'CHECKED_IN' },
      { guestId: first.id, name: 'Zoé Lovelace', alreadyCheckedIn: false, gate: null, status: 'CONFIRMED' },
    ])
  })

  it('returns at most 20 guests, with confirmed guests first and no transferred ones', async () => {
    const door = await newDoor(calendar)
    await newGuests(door, 15, { ...named('Bo', 'Many'), status: 'CANCELLED' })
    await newGuests(door, 15, named('Cy', 'Many'))
    await newGuest(door, { ...named('Aa', 'Many'), status: 'TRANSFERRED' })
    const statuses = (await search(door, 'many')).body.data.map(({ status }: { status: string }) => status)
    expect(statuses).toEqual([
      ...Array.from({ length: 15 }, () => 'CONFIRMED'),
      ...Array.from({ length: 5 }, () => 'CANCELLED'),
    ])
  })

  it.each(['', 'a', ' a ', 'x'.repeat(101)])(
    'returns 400 for %j, because q must have 2 to 100 characters',
    async (q) => {
      const answer = await search(await newDoor(calendar), q)
      expect(answer.body).toMatchObject({ statusCode: 400, errors: [{ field: 'q' }] })
    },
  )

  it('does not treat % as a wildcard', async () => {
    const door = await newDoor(calendar)
    await newGuest(door, named('Ada', 'Lovelace'))
    expect((await search(door, '%%')).body.data).toEqual([])
  })
})

describe('GET .../checkins/door', () => {
  it('returns the event with its check-in window, and null as the pass if called with an API key', async () => {
    const [opens, closes] = [Date.now() - 1_000, Date.now() + 9_000]
    const door = await newDoor(calendar, { checkInOpensAt: opens, checkInClosesAt: closes, title: 'Gala' })
    expect(await at(door).read('/door')).toEqual({
      eventId: door.id,
      eventSlug: door.slug,
      title: 'Gala',
      calendarSlug: calendar.slug,
      calendarName: expect.stringMatching(/^Calendar /),
      status: 'PUBLISHED',
      startAt: expect.stringMatching(/Z$/),
      endAt: expect.stringMatching(/Z$/),
      allDay: false,
      timezone: 'UTC',
      checkInOpensAt: new Date(opens).toISOString(),
      checkInClosesAt: new Date(closes).toISOString(),
      now: expect.stringMatching(/Z$/),
      reentry: false,
      checkpoints: [],
      questions: [],
      pass: null,
    })
  })

  it('returns a window from 4 hours before the start to 4 hours after the end if the event sets none', async () => {
    const start = Date.now()
    const door = await newDoor(calendar, { startAt: start, endAt: start + 3_600_000 })
    expect(await at(door).read('/door')).toMatchObject({
      checkInOpensAt: new Date(start - 4 * 3_600_000).toISOString(),
      checkInClosesAt: new Date(start + 5 * 3_600_000).toISOString(),
    })
  })
})

describe('GET .../checkins/summary', () => {
  it('counts expected and checked-in guests by ticket and by gate', async () => {
    const door = await newDoor(calendar)
    const guests = await newGuests(door, 4)
    await newGuest(door, { status: 'PENDING' })
    expect(await at(door).read('/summary')).toMatchObject({ expected: 4, checkedIn: 0, byGate: [], lastAt: null })
    await at(door).checkIn({ guestId: guests[0]!.id, gate: 'North' })
    await at(door).checkIn({ guestId: guests[1]!.id, gate: 'North' })
    const last = await at(door).checkIn({ guestId: guests[2]!.id })
    const summary = await at(door).read('/summary')
    expect(summary).toMatchObject({ expected: 4, checkedIn: 3, lastAt: last.checkedInAt })
    expect(summary.byTicket).toEqual([
      { ticketId: door.ticketId, ticketName: 'General admission', expected: 4, checkedIn: 3 },
    ])
    expect(summary.byGate).toHaveLength(2)
    expect(summary.byGate).toEqual(
      expect.arrayContaining([
        { gate: 'North', checkedIn: 2 },
        { gate: null, checkedIn: 1 },
      ]),
    )
  })
})

describe('DELETE .../checkins/:checkinId', () => {
  it('sets the guest back to CONFIRMED in D1, so that the guest can check in again', async () => {
    const door = await newDoor(calendar)
    const guest = await newGuest(door)
    const first = await at(door).checkIn({ guestId: guest.id })
    const undone = await at(door).undo(first.id)
    expect(undone.status).toBe(200)
    expect(undone.body.data).toEqual({ id: first.id, deleted: true })
    expect(await rowOf('guests', guest.id)).toMatchObject({ status: 'CONFIRMED', checked_in_at: null })
    expect(await rowOf('checkins', first.id)).toMatchObject({
      undone_at: expect.any(Number),
      undone_by: expect.stringMatching(/^key_/),
    })
    expect(await at(door).read()).toEqual([])
    const second = await at(door).checkIn({ guestId: guest.id })
    expect(second.id).not.toBe(first.id)
    expect(await rowOf('guests', guest.id)).toMatchObject({ status: 'CHECKED_IN' })
  })

  it('returns 409 checkin_not_current for an undone check-in and 404 for an unknown one', async () => {
    const door = await newDoor(calendar)
    const guest = await newGuest(door)
    const first = await at(door).checkIn({ guestId: guest.id })
    await at(door).undo(first.id)
    await at(door).checkIn({ guestId: guest.id })
    const again = await at(door).undo(first.id)
    expect(again.status).toBe(409)
    expect(again.body.code).toBe('checkin_not_current')
    expect(await at(door).read()).toHaveLength(1)
    expect((await at(door).undo('chk_nothing')).status).toBe(404)
    const other = await newDoor(calendar)
    expect((await at(other).undo(first.id)).status).toBe(404)
  })

  it('succeeds only once when ten undos arrive concurrently, and leaves a declined guest DECLINED', async () => {
    const door = await newDoor(calendar)
    const guest = await newGuest(door)
    const { id } = await at(door).checkIn({ guestId: guest.id })
    await env.DB.prepare("update guests set status = 'DECLINED' where id = ?").bind(guest.id).run()
    const answers = await Promise.all(Array.from({ length: 10 }, () => at(door).undo(id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    expect(await rowOf('guests', guest.id)).toMatchObject({ status: 'DECLINED' })
  })
})
