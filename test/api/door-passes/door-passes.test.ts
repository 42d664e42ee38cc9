import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { makePassToken } from '../../../src/access/key-format.ts'
import { sha256Hex } from '../../../src/kernel/crypto.ts'
import { send } from '../../support/api.ts'
import { rowOf } from '../../support/database.ts'
import {
  addMember,
  newCalendar,
  newDoor,
  newGuest,
  newGuests,
  newKey,
  newPass,
  type Calendar,
  type Event,
} from '../../support/factories.ts'
import { upgrade, watch } from '../../support/live.ts'
import { readQr } from '../../support/qr-reader.ts'

const HOUR = 3_600_000
let calendar: Calendar
let door: Event

beforeAll(async () => {
  calendar = await newCalendar()
  door = await newDoor(calendar)
})

type Door = typeof door
const pathOf = (at: Door) => `/events/${at.id}/door-passes`
const make = (json: unknown, more: Record<string, unknown> = {}, at = door) =>
  send(`POST ${pathOf(at)}`, { as: calendar.owner, json, ...more })
const list = async (at: Door) => (await send(`GET ${pathOf(at)}`, { as: at.calendar.owner })).body.data
const revoke = (at: Door, id: string) => send(`DELETE ${pathOf(at)}/${id}`, { as: at.calendar.owner })
const summary = (at: Door, token: string) => send(`GET /events/${at.id}/checkins/summary`, { token })
const checkIn = (at: Door, token: string, json: Record<string, unknown>, headers: Record<string, string> = {}) =>
  send(`POST /events/${at.id}/checkins`, { token, json, headers })
const expire = (id: string) =>
  env.DB.prepare('update door_passes set expires_at = ? where id = ?')
    .bind(Date.now() - 1, id)
    .run()
const objectOf = (at: Door) => (env as unknown as { EVENTS: DurableObjectNamespace }).EVENTS.getByName(at.id)
const nameless = (body: Record<string, unknown>) => ({ ...body, requestId: null })

describe('POST /events/:eventId/door-passes', () => {
  it('returns a link, its QR code and the token once, and stores only the hash of the token', async () => {
    const before = Date.now()
    const answer = await make({ label: 'Anna', gate: 'North', hours: 3 })
    expect(answer.status, answer.text).toBe(200)
    const { token, url, qrImage, ...pass } = answer.body.data
    expect(pass).toEqual({
      id: expect.stringMatching(/^dps_/),
      eventId: door.id,
      label: 'Anna',
      gate: 'North',
      checkpointId: null,
      status: 'ACTIVE',
      createdAt: expect.stringMatching(/Z$/),
      createdBy: calendar.owner,
      expiresAt: expect.stringMatching(/Z$/),
      lastUsedAt: null,
      revokedAt: null,
    })
    expect(Date.parse(pass.expiresAt) - Date.parse(pass.createdAt)).toBe(3 * HOUR)
    expect(Date.parse(pass.createdAt)).toBeGreaterThanOrEqual(before)
    expect(token).toMatch(/^svc_door_[0-9A-Za-z]{38}$/)

    const link = new URL(url)
    expect(link.pathname).toBe('/kiosk')
    expect(link.search).toBe('')
    expect(Object.fromEntries(new URLSearchParams(link.hash.slice(1)))).toEqual({ event: door.id, pass: token })
    const [, png] = /^data:image\/png;base64,(.+)$/.exec(qrImage) ?? []
    const [read] = await readQr(Uint8Array.from(atob(png as string), (letter) => letter.charCodeAt(0)))
    expect(read?.text).toBe(url)

    const row = await rowOf('door_passes', pass.id)
    expect(row).toMatchObject({ hash: await sha256Hex(token) })
    expect(JSON.stringify(row)).not.toContain(token)
    expect((await list(door)).find(({ id }: { id: string }) => id === pass.id)).toEqual(pass)
  })

  it.each([
    ['no label', { hours: 1 }, 'label'],
    ['an empty label', { label: ' ', hours: 1 }, 'label'],
    ['0 hours', { label: 'a', hours: 0 }, 'hours'],
    ['25 hours', { label: 'a', hours: 25 }, 'hours'],
    ['1.5 hours', { label: 'a', hours: 1.5 }, 'hours'],
    ['hours as a string', { label: 'a', hours: '8' }, 'hours'],
    ['a gate that is not a string', { label: 'a', hours: 1, gate: 7 }, 'gate'],
  ])('returns 400 for %s', async (_what, json, field) => {
    const answer = await make(json)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([{ field, message: expect.any(String) }])
  })

  it('without hours, expires 2 hours after the event’s end, even if the event is weeks away', async () => {
    const [startAt, endAt] = [Date.now() + 20 * 24 * HOUR, Date.now() + 20 * 24 * HOUR + 3 * HOUR]
    const later = await newDoor(calendar, {
      startAt: new Date(startAt).toISOString(),
      endAt: new Date(endAt).toISOString(),
    })
    const answer = await make({ label: 'Anna' }, {}, later)
    expect(answer.status, answer.text).toBe(200)
    expect(Date.parse(answer.body.data.expiresAt)).toBe(endAt + 2 * HOUR)
  })

  it('without hours, returns 400 if the event ended more than 2 hours ago', async () => {
    const past = await newDoor(calendar)
    const setEnd = (endAt: number) =>
      env.DB.prepare('update events set start_at = ?, end_at = ? where id = ?')
        .bind(endAt - HOUR, endAt, past.id)
        .run()
    await setEnd(Date.now() - 2 * HOUR - 1)
    const answer = await make({ label: 'Anna' }, {}, past)
    expect([answer.status, answer.body.errors]).toEqual([400, [{ field: 'hours', message: expect.any(String) }]])
    expect((await make({ label: 'Anna', hours: 1 }, {}, past)).status).toBe(200)
    await setEnd(Date.now() - HOUR)
    expect((await make({ label: 'Anna' }, {}, past)).status).toBe(200)
  })

  it('requires the role MANAGER, and returns 404 for another calendar’s event', async () => {
    const [staff, manager] = [
      await addMember(calendar, 'usr_pass_staff', 'STAFF'),
      await addMember(calendar, 'usr_pass_manager', 'MANAGER'),
    ]
    const json = { label: 'a', hours: 1 }
    expect((await make(json, { as: manager })).status).toBe(200)
    expect((await make(json, { as: staff })).body.code).toBe('role_insufficient')
    expect((await make(json, { as: 'usr_stranger' })).status).toBe(404)
  })

  it('allows 50 active passes, even when 60 requests arrive concurrently; revoked and expired passes do not count', async () => {
    const full = await newDoor(calendar)
    const answers = await Promise.all(Array.from({ length: 60 }, () => make({ label: 'a', hours: 1 }, {}, full)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['door_pass_limit_reached']),
    )
    const [first, second] = await list(full)
    await revoke(full, first.id)
    await expire(second.id)
    const more = await Promise.all(Array.from({ length: 5 }, () => make({ label: 'b', hours: 1 }, {}, full)))
    expect(more.filter(({ status }) => status === 200)).toHaveLength(2)
  })

  it('returns the same pass for the same Idempotency-Key, with a new token if the first response was lost', async () => {
    const own = await newDoor(calendar)
    const headers = { 'Idempotency-Key': 'pass-1' }
    const json = { label: 'once', hours: 1 }
    const first = await make(json, { headers }, own)
    expect((await make(json, { headers }, own)).body).toEqual(first.body)
    await env.DB.prepare(
      'update idempotency_claims set status = null, answer_cipher = null, claimed_until = 0 where effect_id = ?',
    )
      .bind(first.body.data.id)
      .run()
    const recovered = await make(json, { headers }, own)
    expect(recovered.body.data.id).toBe(first.body.data.id)
    expect(await list(own)).toHaveLength(1)
    expect((await summary(own, recovered.body.data.token)).status).toBe(200)
    expect((await summary(own, first.body.data.token)).status).toBe(401)
  })
})

describe('token of a door pass', () => {
  it('allows lookups, check-ins and undos, and the check-in records the gate and label of the pass', async () => {
    const pass = await newPass(door, { label: 'Ben', gate: 'South' })
    const guest = await newGuest(door)
    const found = await send(`GET /events/${door.id}/checkins/lookup?qrCode=${guest.qrCode}`, { token: pass.token })
    expect(found.body.data).toMatchObject({ guestId: guest.id, alreadyCheckedIn: false })
    const { body } = await checkIn(door, pass.token, { qrCode: guest.qrCode, gate: 'Elsewhere', deviceId: 'phone' })
    const record = { checkedInBy: pass.id, checkedInByLabel: 'Ben', gate: 'South', deviceId: 'phone' }
    expect(body.data).toMatchObject(record)
    expect(await rowOf('checkins', body.data.id)).toMatchObject({
      checked_in_by: pass.id,
      checked_in_by_label: 'Ben',
      gate: 'South',
    })
    const again = await checkIn(door, pass.token, { guestId: guest.id })
    expect(again.body).toMatchObject({ code: 'already_checked_in', data: { guestId: guest.id, ...record } })
    const listed = (await send(`GET /events/${door.id}/checkins`, { as: calendar.owner })).body.data.find(
      ({ guestId }: { guestId: string }) => guestId === guest.id,
    )
    expect(listed).toMatchObject(record)
    expect((await list(door)).find(({ id }: { id: string }) => id === pass.id).lastUsedAt).toMatch(/Z$/)
    const undone = await send(`DELETE /events/${door.id}/checkins/${body.data.id}`, { token: pass.token })
    expect(undone.body.data).toEqual({ id: body.data.id, deleted: true })
    expect(await rowOf('checkins', body.data.id)).toMatchObject({ undone_by: pass.id })
  })

  it('can read its pass and its event with GET .../checkins/door', async () => {
    const pass = await newPass(door, { label: 'Cleo', gate: 'East' })
    const { body } = await send(`GET /events/${door.id}/checkins/door`, { token: pass.token })
    expect(body.data).toMatchObject({
      eventId: door.id,
      pass: { id: pass.id, label: 'Cleo', gate: 'East', expiresAt: pass.expiresAt },
    })
  })

  it('takes the gate from the scan if the pass has none', async () => {
    const pass = await newPass(door)
    const guest = await newGuest(door)
    const { body } = await checkIn(door, pass.token, { guestId: guest.id, gate: 'West' })
    expect(body.data).toMatchObject({ gate: 'West', checkedInByLabel: 'Anna at the door' })
  })

  it('uploads offline scans, and conflicts record the label of the pass', async () => {
    const own = await newDoor(calendar)
    const [early, late] = [await newPass(own, { label: 'Early' }), await newPass(own, { label: 'Late', gate: 'B' })]
    const guests = await newGuests(own, 2)
    const at = (agoMs: number) => new Date(Date.now() - agoMs).toISOString()
    await checkIn(own, early.token, { guestId: guests[0]!.id })
    const answer = await send(`POST /events/${own.id}/checkins/batch`, {
      token: late.token,
      json: { scans: guests.map(({ qrCode }) => ({ qrCode, scannedAt: at(60_000), gate: 'ignored' })) },
    })
    expect(answer.body.data.results).toMatchObject([
      { result: 'CONFLICT', checkin: { checkedInByLabel: 'Early' } },
      { result: 'ACCEPTED', checkin: { checkedInByLabel: 'Late', gate: 'B' } },
    ])
    const listed = (await send(`GET /events/${own.id}/checkins`, { as: calendar.owner })).body.data
    expect(listed.find(({ guestId }: { guestId: string }) => guestId === guests[0]!.id).conflicts).toEqual([
      {
        scannedAt: expect.any(String),
        receivedAt: expect.any(String),
        scannedBy: late.id,
        scannedByLabel: 'Late',
        gate: 'B',
        deviceId: null,
        direction: null,
      },
    ])
  })

  it('gets its own response replayed for an Idempotency-Key; another pass with the same key gets 409', async () => {
    const [mine, theirs] = [await newPass(door), await newPass(door)]
    const guest = await newGuest(door)
    const headers = { 'Idempotency-Key': 'scan-1' }
    const first = await checkIn(door, mine.token, { guestId: guest.id }, headers)
    const again = await checkIn(door, mine.token, { guestId: guest.id }, headers)
    expect(again.body).toEqual(first.body)
    expect((await checkIn(door, theirs.token, { guestId: guest.id }, headers)).status).toBe(409)
  })

  it('admits each of 40 guests once when four passes scan them concurrently', async () => {
    const own = await newDoor(calendar)
    const passes = await Promise.all(['A', 'B', 'C', 'D'].map((gate) => newPass(own, { label: gate, gate })))
    const guests = await newGuests(own, 40)
    const answers = await Promise.all(
      guests.flatMap((guest) => passes.map(({ token }) => checkIn(own, token, { qrCode: guest.qrCode }))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 40 }, () => 200),
      ...Array.from({ length: 120 }, () => 409),
    ])
    const { byGate, checkedIn } = (await summary(own, passes[0]!.token)).body.data
    expect(checkedIn).toBe(40)
    expect(byGate.reduce((sum: number, { checkedIn: n }: { checkedIn: number }) => sum + n, 0)).toBe(40)
  })

  it('gets the same 401 when it is revoked, expired, unknown or mistyped or when its event is deleted', async () => {
    const own = await newDoor(calendar)
    const gone = await newDoor(calendar)
    const [revoked, expired, orphan] = [await newPass(own), await newPass(own), await newPass(gone)]
    await revoke(own, revoked.id)
    await expire(expired.id)
    expect((await send(`DELETE /events/${gone.id}`, { as: calendar.owner })).status).toBe(200)
    const good = await newPass(own)
    const tokens = [
      revoked.token,
      expired.token,
      orphan.token,
      makePassToken(),
      `${good.token.slice(0, -1)}_`,
      'svc_door_',
    ]
    const nobody = await send(`GET /events/${own.id}/checkins/summary`)
    expect(nobody.status).toBe(401)
    for (const token of tokens) {
      const answer = await summary(own, token)
      expect(answer.status, token).toBe(401)
      expect(nameless(answer.body)).toEqual(nameless(nobody.body))
    }
    expect((await summary(own, good.token)).status).toBe(200)
    const statuses = Object.fromEntries((await list(own)).map(({ id, status }: Record<string, string>) => [id, status]))
    expect(statuses).toEqual({ [revoked.id]: 'REVOKED', [expired.id]: 'EXPIRED', [good.id]: 'ACTIVE' })
  })

  it('works until expiresAt and gets 401 from then on', async () => {
    const own = await newDoor(calendar)
    const pass = await newPass(own)
    await env.DB.prepare('update door_passes set expires_at = ? where id = ?')
      .bind(Date.now() + 700, pass.id)
      .run()
    expect((await summary(own, pass.token)).status).toBe(200)
    await expect.poll(async () => (await summary(own, pass.token)).status, { timeout: 20_000 }).toBe(401)
  })

  it('gets 401 for every check-in that starts after its revocation was confirmed', async () => {
    const own = await newDoor(calendar)
    const pass = await newPass(own)
    const guests = await newGuests(own, 20)
    const during = guests.slice(0, 10).map(({ id }) => checkIn(own, pass.token, { guestId: id }))
    const answer = await revoke(own, pass.id)
    expect(answer.body.data).toEqual({ id: pass.id, deleted: true })
    const after = await Promise.all(guests.slice(10).map(({ id }) => checkIn(own, pass.token, { guestId: id })))
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]))
    for (const { status } of await Promise.all(during)) expect([200, 401]).toContain(status)
    expect((await revoke(own, pass.id)).status).toBe(404)
  })
})

describe('live socket of a door pass', () => {
  const ticketFor = async (at: Door, token: string) =>
    (await send(`POST /events/${at.id}/checkins/live-ticket`, { token })).body.data
  const open = async (at: Door, token: string) =>
    watch(`/events/${at.id}/checkins/live?ticket=${(await ticketFor(at, token)).ticket}`)

  it('opens with a live ticket and receives check-ins', async () => {
    const own = await newDoor(calendar)
    const pass = await newPass(own)
    const { messages } = await open(own, pass.token)
    const guest = await newGuest(own)
    await checkIn(own, pass.token, { guestId: guest.id })
    await expect.poll(() => messages.at(-1)).toMatchObject({ type: 'admitted', checkedInByLabel: 'Anna at the door' })
  })

  it('is closed with 4401 when its pass is revoked; sockets of other passes stay open', async () => {
    const own = await newDoor(calendar)
    const [kept, revoked] = [await newPass(own), await newPass(own)]
    const [stays, goes] = [await open(own, kept.token), await open(own, revoked.token)]
    const ticket = await ticketFor(own, revoked.token)
    await revoke(own, revoked.id)
    expect(await goes.closed).toBe(4401)
    const late = await upgrade(`/events/${own.id}/checkins/live?ticket=${ticket.ticket}`)
    expect(late.status).toBe(401)
    await late.text()
    await checkIn(own, kept.token, { guestId: (await newGuest(own)).id })
    await expect.poll(() => stays.messages.length).toBe(2)
  })

  it('is closed with 4401 within seconds of the expiry of its pass', async () => {
    const own = await newDoor(calendar)
    const pass = await newPass(own)
    await env.DB.prepare('update door_passes set expires_at = ? where id = ?')
      .bind(Date.now() + 1_500, pass.id)
      .run()
    const { closed } = await open(own, pass.token)
    const asleep = new Promise<string>((resolve) => setTimeout(() => resolve('still open'), 10_000))
    expect(await Promise.race([closed, asleep])).toBe(4401)
  })

  it('is closed with 4401 when the plan is downgraded', async () => {
    const other = await newCalendar()
    const own = await newDoor(other)
    const { closed } = await open(own, (await newPass(own)).token)
    await env.DB.prepare("update calendars set plan = 'PLUS' where id = ?").bind(other.id).run()
    await runDurableObjectAlarm(objectOf(own))
    expect(await closed).toBe(4401)
  })

  it('cannot be opened with its ticket at another event or under /v1', async () => {
    const own = await newDoor(calendar)
    const { ticket } = await ticketFor(own, (await newPass(own)).token)
    await newKey(calendar, ['checkins:read'])
    for (const path of [`/events/${door.id}/checkins/live`, `/v1/events/${own.id}/checkins/live`]) {
      const answer = await upgrade(`${path}?ticket=${ticket}`)
      expect(answer.status, path).toBe(401)
      await answer.text()
    }
  })
})
