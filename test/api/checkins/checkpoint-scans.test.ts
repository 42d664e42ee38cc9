import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { send, type Answered } from '../../support/api.ts'
import { appWith } from '../../support/app.ts'
import {
  newCalendar,
  newDoor,
  newEvent,
  newGuest,
  newGuests,
  newKey,
  newPass,
  newTicket,
  newWebhook,
} from '../../support/factories.ts'
import { watch } from '../../support/live.ts'
import { deliveriesOf, receiver } from '../../support/webhooks.ts'

const calendar = await newCalendar()
const { key } = await newKey(calendar)
const HOUR = 3_600_000

const newCheckpoint = async (door: { id: string }, json: object): Promise<string> =>
  (await send(`POST /v1/events/${door.id}/checkpoints`, { key, json: { name: 'There', ...json } })).body.data.id
const scan = (door: { id: string }, json: object) => send(`POST /v1/events/${door.id}/checkins`, { key, json })
const undo = (door: { id: string }, id: string) => send(`DELETE /v1/events/${door.id}/checkins/${id}`, { key })
const read = async (door: { id: string }, path = '') =>
  (await send(`GET /v1/events/${door.id}/checkins${path}`, { key })).body.data
const outcome = ({ status, body }: Answered) => (status === 200 ? 200 : body.code)
const occupancy = async (door: { id: string }, id: string) =>
  (await read(door, '/summary')).checkpoints.find((each: { id: string }) => each.id === id)

describe('checkpoint', () => {
  it('treats a scan that is uploaded again after being undone as a DUPLICATE, not as a new one', async () => {
    const door = await newDoor(calendar)
    const checkpointId = await newCheckpoint(door, { mode: 'ONCE' })
    const { id: guestId } = await newGuest(door)
    const upload = async () => {
      const scans = [{ guestId, scannedAt: new Date(minuteAgo).toISOString(), deviceId: 'k1', checkpointId }]
      return (await send(`POST /v1/events/${door.id}/checkins/batch`, { key, json: { scans } })).body.data.results[0]
    }
    const minuteAgo = Date.now() - 60_000
    const first = await upload()
    expect(first.result).toBe('ACCEPTED')
    expect((await undo(door, first.checkin.id)).status).toBe(200)
    expect((await upload()).result).toBe('DUPLICATE')
    expect(await read(door, `?checkpointId=${checkpointId}`)).toEqual([])
  })

  it('in mode ONCE, admits each guest once and leaves the guest’s status unchanged', async () => {
    const door = await newDoor(calendar)
    const lunch = await newCheckpoint(door, { name: 'Lunch', mode: 'ONCE' })
    const guest = await newGuest(door)
    const first = await scan(door, { qrCode: guest.qrCode, checkpointId: lunch, gate: 'A', deviceId: 'k1' })
    expect(first.status, first.text).toBe(200)
    expect(first.body.data).toMatchObject({
      guestId: guest.id,
      status: 'CONFIRMED',
      gate: 'A',
      deviceId: 'k1',
      checkpointId: lunch,
      checkpointName: 'Lunch',
      direction: null,
    })
    const second = await scan(door, { guestId: guest.id, checkpointId: lunch })
    expect([second.status, second.body.code]).toEqual([409, 'already_checked_in'])
    const { id, checkedInAt, checkedInBy } = first.body.data
    expect(second.body.data).toMatchObject({ guestId: guest.id, checkedInAt, checkedInBy, gate: 'A', deviceId: 'k1' })
    expect((await send(`GET /v1/events/${door.id}/guests/${guest.id}`, { key })).body.data.status).toBe('CONFIRMED')

    // A ONCE checkpoint and the main door do not affect each other.
    const main = await scan(door, { guestId: guest.id })
    expect(main.body.data).toMatchObject({
      status: 'CHECKED_IN',
      checkpointId: null,
      checkpointName: null,
      direction: null,
    })
    expect((await read(door)).map((each: { id: string }) => each.id)).toEqual([main.body.data.id])
    const there = await read(door, `?checkpointId=${lunch}`)
    expect(there).toEqual([{ ...first.body.data, status: 'CHECKED_IN', conflicts: [] }])
    expect(await read(door, `/lookup?qrCode=${guest.qrCode}&checkpointId=${lunch}`)).toMatchObject({
      alreadyCheckedIn: true,
      checkedInAt,
      checkpointId: lunch,
    })
    expect((await undo(door, id)).status).toBe(200)
    expect((await undo(door, id)).body.code).toBe('checkin_not_current')
    expect(await read(door, `/lookup?qrCode=${guest.qrCode}&checkpointId=${lunch}`)).toMatchObject({
      alreadyCheckedIn: false,
      checkedInAt: null,
    })
    expect(outcome(await scan(door, { guestId: guest.id, checkpointId: lunch }))).toBe(200)
  })

  it('in mode IN_OUT, alternates between IN and OUT for each guest, and returns 409 room_full at its limit', async () => {
    const door = await newDoor(calendar)
    const room = await newCheckpoint(door, { mode: 'IN_OUT', limit: 2 })
    const [a, b, c] = await newGuests(door, 3)
    const go = async (guest: typeof a, direction?: string) => {
      const answer = await scan(door, { guestId: guest!.id, checkpointId: room, ...(direction && { direction }) })
      return answer
    }
    expect(outcome(await go(a, 'OUT'))).toBe('not_inside')
    const entered = await go(a)
    expect(entered.body.data.direction).toBe('IN')
    expect(outcome(await go(a, 'IN'))).toBe('already_checked_in')
    expect(outcome(await go(b))).toBe(200)
    const full = await go(c)
    expect([full.status, full.body.code, full.body.data]).toEqual([409, 'room_full', { inside: 2, limit: 2 }])
    const left = await go(a, 'OUT')
    expect(left.body.data).toMatchObject({ direction: 'OUT', checkpointId: room })
    expect(outcome(await go(a, 'OUT'))).toBe('not_inside')
    const third = await go(c)
    expect(outcome(third)).toBe(200)
    expect(await occupancy(door, room)).toEqual({ id: room, name: 'There', inside: 2, admitted: 3, limit: 2 })

    // Undoing an OUT scan puts the guest back inside, or returns 409 room_full.
    const back = await undo(door, left.body.data.id)
    expect([back.status, back.body.code, back.body.data]).toEqual([409, 'room_full', { inside: 2, limit: 2 }])
    expect((await undo(door, third.body.data.id)).status).toBe(200)
    expect((await undo(door, entered.body.data.id)).body.code).toBe('checkin_not_current')
    expect((await undo(door, left.body.data.id)).status).toBe(200)
    expect(outcome(await go(a, 'IN'))).toBe('already_checked_in')
    expect(await occupancy(door, room)).toMatchObject({ inside: 2, admitted: 2 })

    // Lowering `limit` does not check out guests who are already inside.
    await send(`PATCH /v1/events/${door.id}/checkpoints/${room}`, { key, json: { limit: 1 } })
    expect(await occupancy(door, room)).toMatchObject({ inside: 2, limit: 1 })
    expect(outcome(await go(b, 'OUT'))).toBe(200)
    expect(outcome(await go(c))).toBe('room_full')
    expect((await read(door, `?checkpointId=${room}`)).map((each: { direction: string }) => each.direction)).toEqual([
      'IN',
      'IN',
      'OUT',
    ])
    const summary = await read(door, `/summary?checkpointId=${room}`)
    expect(summary).toMatchObject({ expected: 3, checkedIn: 1, inside: 1, byTicket: [{ expected: 3, checkedIn: 1 }] })
  })

  it.each([
    ['when the clocks go back', 'Europe/Paris', '2026-10-25'],
    ['when the clocks go forward', 'Europe/Paris', '2027-03-28'],
    ['far from UTC', 'Pacific/Auckland', '2027-01-15'],
  ])('in mode DAILY, admits each guest once per local date of the event, %s', async (_, timezone, date) => {
    const event = await newEvent(calendar, {
      startAt: `${date}T00:00`,
      endAt: `${date}T23:59`,
      checkInOpensAt: new Date(Date.parse(date) - 60 * HOUR),
      checkInClosesAt: new Date(Date.parse(date) + 60 * HOUR),
      timezone,
    })
    const days = await newCheckpoint(event, { mode: 'DAILY', limit: 1 })
    const [guest, other] = await newGuests(event, 2)
    const { startOfDate, nextDate } = await import('../../../src/kernel/zoned-time.ts')
    const [midnight, next] = [startOfDate(date, timezone), startOfDate(nextDate(date), timezone)]
    const scanAt = async (now: number, who: typeof guest) => {
      const answer = await appWith({ clock: () => now }).request(`/api/v1/events/${event.id}/checkins`, {
        method: 'POST',
        headers: { 'x-svc-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ guestId: who!.id, checkpointId: days }),
      })
      const { code } = await answer.json<{ code?: string }>()
      return answer.status === 200 ? 200 : code
    }
    expect(await scanAt(midnight - 1, guest)).toBe(200)
    expect(await scanAt(midnight, guest)).toBe(200)
    expect(await scanAt(midnight + 1, guest)).toBe('already_checked_in')
    expect(await scanAt(next - 1, guest)).toBe('already_checked_in')
    expect(await scanAt(next - 1, other)).toBe('room_full')
    expect(await scanAt(next, other)).toBe(200)
    expect(await scanAt(next, guest)).toBe('room_full')
    expect(await read(event, `?checkpointId=${days}`)).toHaveLength(3)
  })

  it('checks out a guest who is declined, erased, transferred or set back to PENDING', async () => {
    const door = await newDoor(calendar)
    const room = await newCheckpoint(door, { mode: 'IN_OUT' })
    const guests = await newGuests(door, 4)
    const ways = [
      (id: string) => send(`PATCH /v1/events/${door.id}/guests/${id}/status`, { key, json: { status: 'DECLINED' } }),
      (id: string) => send(`POST /v1/events/${door.id}/guests/${id}/erase`, { key }),
      (id: string) => send(`POST /v1/rsvps/${id}/transfer`, { key, json: { recipientEmail: `${id}@to.test` } }),
      (id: string) => send(`PATCH /v1/events/${door.id}/guests/${id}/status`, { key, json: { status: 'PENDING' } }),
    ]
    for (const [at, { id }] of guests.entries()) {
      expect(outcome(await scan(door, { guestId: id, checkpointId: room }))).toBe(200)
      expect(await occupancy(door, room)).toMatchObject({ inside: 1 })
      expect((await ways[at]!(id)).status).toBe(200)
      expect(await occupancy(door, room)).toMatchObject({ inside: 0 })
    }
    const listed = await read(door, `?checkpointId=${room}`)
    expect(listed.filter(({ direction }: { direction: string }) => direction === 'OUT')).toHaveLength(4)
    const out = listed.find(({ direction }: { direction: string }) => direction === 'OUT')
    expect(outcome(await undo(door, out.id))).toBe('guest_not_confirmed')
  })
})

describe('scan at a checkpoint, in order of precedence', () => {
  const now = Date.now()
  const iso = (at: number) => new Date(at).toISOString()
  const past = { opensAt: iso(now - 3 * HOUR), closesAt: iso(now - 2 * HOUR) }
  const future = { opensAt: iso(now + 2 * HOUR), closesAt: iso(now + 3 * HOUR) }
  interface Standing {
    event?: object
    checkpoint?: object
    guest?: Record<string, string>
    isOtherTicket?: boolean
    isIn?: boolean
    isFull?: boolean
    direction?: 'OUT'
  }
  const everything: Standing = { guest: { status: 'DECLINED' }, isOtherTicket: true, isIn: true, isFull: true }
  it.each<[string, Standing, string | number]>([
    ['an unknown code at a cancelled event', { ...everything, event: { status: 'CANCELLED' } }, 'not_found'],
    [
      'a guest at a cancelled event',
      { ...everything, event: { status: 'CANCELLED' }, checkpoint: future },
      'event_cancelled',
    ],
    ['a guest before the checkpoint opens', { ...everything, checkpoint: future }, 'checkin_not_open'],
    ['a guest after the checkpoint has closed', { ...everything, checkpoint: past }, 'checkin_closed'],
    [
      'a guest before the event opens, if the checkpoint sets no time',
      { ...everything, event: { startAt: now + 20 * HOUR, endAt: now + 22 * HOUR } },
      'checkin_not_open',
    ],
    ['a guest who is not confirmed', everything, 'guest_not_confirmed'],
    ['a guest with another ticket', { ...everything, guest: {} }, 'ticket_not_admitted'],
    ['a guest who is inside', { isIn: true, isFull: true }, 'already_checked_in'],
    ['a guest above the limit', { isFull: true }, 'room_full'],
    ['every other guest', {}, 200],
    ['a guest not inside who leaves', { ...everything, isIn: false, checkpoint: past, direction: 'OUT' }, 'not_inside'],
    [
      'a guest inside who leaves a cancelled event',
      { ...everything, event: { status: 'CANCELLED' }, checkpoint: past, direction: 'OUT' },
      200,
    ],
  ])(
    'a scan of %s gets $2',
    async (title, { event = {}, checkpoint = {}, guest = {}, isOtherTicket, isIn, isFull, direction }, expected) => {
      const door = await newDoor(calendar)
      const other = await newTicket(door)
      const room = await newCheckpoint(door, { mode: 'IN_OUT' })
      const [person, someone] = await newGuests(door, 2)
      if (isIn) expect(outcome(await scan(door, { guestId: person!.id, checkpointId: room }))).toBe(200)
      if (isFull) expect(outcome(await scan(door, { guestId: someone!.id, checkpointId: room }))).toBe(200)
      const set = { ...checkpoint, ...(isFull && { limit: 1 }), ...(isOtherTicket && { ticketIds: [other.id] }) }
      if (Object.keys(set).length > 0) {
        const changed = await send(`PATCH /v1/events/${door.id}/checkpoints/${room}`, { key, json: set })
        expect(changed.status, changed.text).toBe(200)
      }
      // Sets the status column directly. The trigger then records an OUT scan (`scanned_by` is `system`), which is
      // undone here so that the guest stays inside.
      for (const [column, value] of Object.entries(guest)) {
        await env.DB.prepare(`update guests set ${column} = ? where id = ?`).bind(value, person!.id).run()
        await env.DB.prepare("update checkpoint_scans set undone_at = 1 where guest_id = ? and scanned_by = 'system'")
          .bind(person!.id)
          .run()
      }
      const { status, startAt, endAt } = event as { status?: string; startAt?: number; endAt?: number }
      if (status !== undefined)
        await env.DB.prepare('update events set status = ? where id = ?').bind(status, door.id).run()
      if (startAt !== undefined) {
        await env.DB.prepare('update events set start_at = ?, end_at = ? where id = ?')
          .bind(startAt, endAt, door.id)
          .run()
      }
      const named = title.startsWith('an unknown code')
        ? { qrCode: 'qr_0000000000000000000000' }
        : { guestId: person!.id }
      const answer = await scan(door, { ...named, checkpointId: room, ...(direction && { direction }) })
      expect(outcome(answer), answer.text).toBe(expected)
    },
  )

  it('returns 400 for direction OUT at a ONCE checkpoint and at a main door without reentry', async () => {
    const door = await newDoor(calendar)
    const lunch = await newCheckpoint(door, { mode: 'ONCE' })
    const guest = await newGuest(door)
    for (const json of [{ checkpointId: lunch }, {}]) {
      const { status, body } = await scan(door, { guestId: guest.id, direction: 'OUT', ...json })
      expect([status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([400, ['direction']])
    }
  })
})

describe('main door with reentry', () => {
  it('records each exit and return, keeps the guest CHECKED_IN and counts the guests inside', async () => {
    const door = await newDoor(calendar, { reentry: true })
    const [guest, other] = await newGuests(door, 2)
    const go = (direction?: string, who = guest) => scan(door, { guestId: who!.id, ...(direction && { direction }) })
    expect(outcome(await go('OUT'))).toBe('not_inside')
    const first = await go()
    expect(first.body.data).toMatchObject({ status: 'CHECKED_IN', direction: 'IN', checkpointId: null })
    expect(outcome(await go('IN'))).toBe('already_checked_in')
    expect(outcome(await go('IN', other))).toBe(200)
    const left = await go('OUT')
    expect(left.body.data).toMatchObject({ status: 'CHECKED_IN', direction: 'OUT', checkpointId: null })
    expect(await read(door, '/summary')).toMatchObject({ checkedIn: 2, inside: 1 })
    expect(await read(door, `/lookup?qrCode=${guest!.qrCode}`)).toMatchObject({
      status: 'CHECKED_IN',
      alreadyCheckedIn: false,
      direction: 'OUT',
    })
    expect(outcome(await go('OUT'))).toBe('not_inside')
    expect(outcome(await go())).toBe(200)
    expect(await read(door, '/summary')).toMatchObject({ checkedIn: 2, inside: 2 })
    expect((await read(door)).map(({ direction }: { direction: string }) => direction)).toEqual([
      'IN',
      'IN',
      'OUT',
      'IN',
    ])
    expect(outcome(await go('OUT'))).toBe(200)

    // Undoing the check-in also undoes the guest's OUT and IN scans. The guest can then check in again.
    expect((await undo(door, first.body.data.id)).status).toBe(200)
    expect(await read(door, '/summary')).toMatchObject({ checkedIn: 1, inside: 1 })
    expect(await read(door)).toHaveLength(1)
    expect(outcome(await go())).toBe(200)
    expect(await read(door, '/summary')).toMatchObject({ checkedIn: 2, inside: 2 })
  })
})

describe('checkpoints in live sockets, webhooks, door passes, search and manifest', () => {
  it('a live socket with checkpointId receives only the scans of that checkpoint, with inside and limit', async () => {
    const door = await newDoor(calendar)
    const room = await newCheckpoint(door, { name: 'Room', mode: 'IN_OUT', limit: 5 })
    const guest = await newGuest(door)
    const headers = { 'x-svc-api-key': key }
    const main = await watch(`/v1/events/${door.id}/checkins/live`, headers)
    const there = await watch(`/v1/events/${door.id}/checkins/live?checkpointId=${room}`, headers)
    const entered = (await scan(door, { guestId: guest.id, checkpointId: room })).body.data
    const left = (await scan(door, { guestId: guest.id, checkpointId: room, direction: 'OUT' })).body.data
    await undo(door, left.id)
    const checkin = (await scan(door, { guestId: guest.id })).body.data
    await expect.poll(() => there.messages.length).toBe(4)
    await expect.poll(() => main.messages.length).toBe(2)
    expect(there.messages).toEqual([
      expect.objectContaining({ type: 'summary', checkpointId: room, expected: 1, checkedIn: 0, inside: 0, limit: 5 }),
      { type: 'admitted', ...entered, inside: 1, limit: 5 },
      { type: 'left', ...left, inside: 0, limit: 5 },
      expect.objectContaining({ type: 'undone', id: left.id, checkpointId: room, inside: 1 }),
    ])
    expect(main.messages[1]).toEqual({ type: 'admitted', ...checkin, checkedIn: 1, inside: 1 })
  })

  it('checkpoint.scanned is sent only to webhooks that name it, and checkin.created only for the first admission', async () => {
    const home = await newCalendar()
    const door = await newDoor(home, { reentry: true })
    const own = (await newKey(home)).key
    const { url } = receiver('200')
    await newWebhook(home, url)
    await newWebhook(home, url, { events: ['checkpoint.scanned'] })
    const room = (
      await send(`POST /v1/events/${door.id}/checkpoints`, { key: own, json: { name: 'Room', mode: 'IN_OUT' } })
    ).body.data.id
    const guest = await newGuest(door)
    for (const json of [{}, { checkpointId: room }, { direction: 'OUT' }]) {
      const answer = await send(`POST /v1/events/${door.id}/checkins`, {
        key: own,
        json: { guestId: guest.id, ...json },
      })
      expect(answer.status, answer.text).toBe(200)
    }
    const told = (await deliveriesOf(home)).map(
      ({ payload }) => payload as { type: string; seq: number; data: { checkinId?: string } },
    )
    expect(told.map(({ type }) => type).toSorted()).toEqual([
      'checkin.created',
      'checkpoint.scanned',
      'checkpoint.scanned',
    ])
    const scans = told.flatMap(({ type, data }) => (type === 'checkpoint.scanned' ? [data] : []))
    // `checkinId` and `seq` are those of the scan in the change feed.
    const { data: fed } = (await send('GET /v1/changes?types=scan', { key: own })).body
    const named = told.flatMap(({ seq, data }) => (data.checkinId ? [`${data.checkinId} ${seq}`] : []))
    expect(named.toSorted()).toEqual(fed.map((row: { id: string; seq: number }) => `${row.id} ${row.seq}`).toSorted())
    expect(scans).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ guestId: guest.id, checkpointId: room, checkpointName: 'Room', direction: 'IN' }),
        expect.objectContaining({ guestId: guest.id, checkpointId: null, checkpointName: null, direction: 'OUT' }),
      ]),
    )
  })

  it('a door pass with checkpointId works at that checkpoint and gets not_found at another', async () => {
    const door = await newDoor(calendar)
    const [lunch, room] = [
      await newCheckpoint(door, { name: 'Lunch', mode: 'ONCE' }),
      await newCheckpoint(door, { name: 'Room', mode: 'IN_OUT' }),
    ]
    const guest = await newGuest(door)
    const { token, ...pass } = await newPass(door, { checkpointId: lunch })
    expect(pass).toMatchObject({ checkpointId: lunch })
    const go = (json: object) =>
      send(`POST /events/${door.id}/checkins`, { token, json: { guestId: guest.id, ...json } })
    expect(outcome(await go({ checkpointId: room }))).toBe('not_found')
    const answer = await go({})
    expect(answer.body.data).toMatchObject({ checkpointId: lunch, checkpointName: 'Lunch' })
    expect(outcome(await go({ checkpointId: lunch }))).toBe('already_checked_in')
    const shown = (await send(`GET /events/${door.id}/checkins/door`, { token })).body.data
    expect(shown.checkpoints.map(({ id }: { id: string }) => id)).toEqual([lunch])
    expect(shown.pass.checkpointId).toBe(lunch)
    const summary = (await send(`GET /events/${door.id}/checkins/summary`, { token })).body.data
    expect(summary).toMatchObject({ checkedIn: 1 })
    const refused = await send(`POST /events/${door.id}/door-passes`, {
      as: calendar.owner,
      json: { label: 'X', hours: 1, checkpointId: 'cpt_nowhere' },
    })
    expect(refused.status).toBe(400)
  })

  it('search shows the state of each guest at the given checkpoint and lists admissible guests first', async () => {
    const door = await newDoor(calendar, { reentry: true })
    const vip = await newTicket(door)
    const room = await newCheckpoint(door, { name: 'Room', mode: 'IN_OUT', ticketIds: [door.ticketId] })
    const days = await newCheckpoint(door, { mode: 'DAILY' })
    const person = async (name: string, changes: object = {}) =>
      newGuest(door, { first_name: name, last_name: 'Quill', search_text: `${name.toLowerCase()} quill`, ...changes })
    await person('Ada', { ticket_id: vip.id })
    await person('Aa', { status: 'TRANSFERRED' })
    const bo = await person('Bo')
    const look = async (query = '') => {
      const found = await read(door, `/search?q=quill${query}`)
      return found.map(({ name, alreadyCheckedIn, direction, checkpointId }: Record<string, unknown>) => [
        name,
        alreadyCheckedIn,
        direction,
        checkpointId,
      ])
    }
    for (const json of [{}, { checkpointId: days }, { checkpointId: room }, { direction: 'OUT' }]) {
      expect(outcome(await scan(door, { guestId: bo.id, ...json }))).toBe(200)
    }
    expect(await look()).toEqual([
      ['Ada Quill', false, null, null],
      ['Bo Quill', false, 'OUT', null],
    ])
    // Guests with a ticket that the room does not admit come last. `CHECKED_IN` at the main door has no effect there.
    expect(await look(`&checkpointId=${room}`)).toEqual([
      ['Bo Quill', true, 'IN', room],
      ['Ada Quill', false, null, room],
    ])
    expect(await look(`&checkpointId=${days}`)).toEqual([
      ['Ada Quill', false, null, days],
      ['Bo Quill', true, null, days],
    ])
    const tomorrow = await appWith({ clock: () => Date.now() + 24 * HOUR }).request(
      `/api/v1/events/${door.id}/checkins/search?q=bo+quill&checkpointId=${days}`,
      { headers: { 'x-svc-api-key': key } },
    )
    expect(await tomorrow.json()).toMatchObject({ data: [{ guestId: bo.id, alreadyCheckedIn: false }] })
    const { token } = await newPass(door, { checkpointId: room })
    const bound = await send(`GET /events/${door.id}/checkins/search?q=bo+quill`, { token })
    expect(bound.body.data).toMatchObject([{ guestId: bo.id, alreadyCheckedIn: true, checkpointName: 'Room' }])
    const elsewhere = await send(`GET /events/${door.id}/checkins/search?q=quill&checkpointId=${days}`, { token })
    expect(outcome(elsewhere)).toBe('not_found')
  })

  it('the manifest lists where each guest was scanned, under a ref that never changes', async () => {
    const door = await newDoor(calendar, { reentry: true })
    const [lunch, room] = [await newCheckpoint(door, { mode: 'ONCE' }), await newCheckpoint(door, { mode: 'IN_OUT' })]
    const days = await newCheckpoint(door, { mode: 'DAILY' })
    const [guest, other] = await newGuests(door, 2)
    const before = await read(door, '/manifest')
    const mine = (entries: { ref: string; used: object }[]) => entries.find(({ ref }) => ref === own.ref)
    const own = before.entries.find(({ used }: { used: object }) => Object.keys(used).length === 0)
    expect(new Set(before.entries.map(({ ref }: { ref: string }) => ref)).size).toBe(2)
    // The two entries contain no names. Only a scan shows which one belongs to `guest`.
    await scan(door, { guestId: guest!.id, checkpointId: lunch })
    const moved = (await read(door, '/manifest')).entries.find(
      ({ used }: { used: object }) => Object.keys(used).length > 0,
    )
    own.ref = moved.ref
    expect(moved.used).toEqual({ [lunch]: true })
    for (const json of [{ checkpointId: room }, { checkpointId: days }, {}, { direction: 'OUT' }]) {
      expect(outcome(await scan(door, { guestId: guest!.id, ...json }))).toBe(200)
    }
    const after = await read(door, `/manifest?since=${before.cursor}`)
    expect(mine(after.entries)?.used).toEqual({
      [lunch]: true,
      [room]: 'inside',
      [days]: new Date().toISOString().slice(0, 10),
      [door.id]: 'outside',
    })
    await scan(door, { guestId: guest!.id, checkpointId: room, direction: 'OUT' })
    await scan(door, { guestId: guest!.id })
    const one = await read(door, `/manifest?checkpointId=${lunch}`)
    expect(mine(one.entries)?.used).toEqual({ [lunch]: true })
    const last = mine((await read(door, '/manifest')).entries)?.used ?? {}
    expect(new Set(Object.keys(last))).toEqual(new Set([lunch, days]))
    expect(other).toBeDefined()
  })

  it('the manifest keeps the latest day of a DAILY guest when a scan from the day before is uploaded later', async () => {
    const now = Date.now()
    const [checkInOpensAt, checkInClosesAt] = [new Date(now - 40 * HOUR), new Date(now + 40 * HOUR)]
    const door = await newDoor(calendar, { checkInOpensAt, checkInClosesAt })
    const days = await newCheckpoint(door, { mode: 'DAILY' })
    const [guest] = await newGuests(door, 1)
    const usedNow = async () => (await read(door, '/manifest')).entries[0].used
    const made = await scan(door, { guestId: guest!.id, checkpointId: days })
    const today = { [days]: new Date(now).toISOString().slice(0, 10) }
    expect(await usedNow()).toEqual(today)
    const late = { guestId: guest!.id, checkpointId: days, scannedAt: new Date(now - 24 * HOUR), deviceId: 'phone' }
    const uploaded = await send(`POST /v1/events/${door.id}/checkins/batch`, { key, json: { scans: [late] } })
    expect(uploaded.body.data.results[0].result).toBe('ACCEPTED')
    expect(await usedNow()).toEqual(today)
    await send(`DELETE /v1/events/${door.id}/checkins/${made.body.data.id}`, { key })
    expect(await usedNow()).toEqual({ [days]: new Date(now - 24 * HOUR).toISOString().slice(0, 10) })
  })
})
