import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { rowOf } from '../../support/database.ts'
import {
  addMember,
  newCalendar,
  newDoor,
  newGuest,
  newGuests,
  newKey,
  newWebhook,
  type Calendar,
  type Guest,
} from '../../support/factories.ts'
import { tokenFor } from '../../support/identity.ts'
import { onlyOne, receiver } from '../../support/webhooks.ts'

const HOUR = 3_600_000
let calendar: Calendar
let key: string
let keyId: string
let door: Awaited<ReturnType<typeof newDoor>>

beforeAll(async () => {
  calendar = await newCalendar()
  const made = await newKey(calendar, ['checkins:read', 'checkins:write'])
  key = made.key
  keyId = made.id
  door = await newDoor(calendar)
})

const checkIn = (json: unknown, at = door, headers: Record<string, string> = {}) =>
  send(`POST /v1/events/${at.id}/checkins`, { key, json, headers })
const nameless = ({ body }: { body: Record<string, unknown> }) => ({ ...body, requestId: null })

describe('POST /v1/events/:eventId/checkins', () => {
  it('stores the name of the member or key with each scan, and keeps it when they are renamed or removed', async () => {
    const own = await newCalendar()
    const [at, staff, silent] = [await newDoor(own, { reentry: true }), `usr_${own.id}`, `usr_silent_${own.id}`]
    await addMember(own, staff, 'STAFF')
    await addMember(own, silent, 'STAFF')
    await send('PUT /me/profile', { token: await tokenFor(staff, { name: 'Ada Byron' }) })
    const { key: ownKey, id: ownKeyId } = await newKey(own, undefined, { name: 'Box office' })
    const { id: checkpointId } = (
      await send(`POST /v1/events/${at.id}/checkpoints`, { key: ownKey, json: { name: 'Lunch', mode: 'ONCE' } })
    ).body.data
    const labels = async () => {
      const read = async (query = '') =>
        (await send(`GET /v1/events/${at.id}/checkins${query}`, { key: ownKey })).body.data
      const all = [...(await read()), ...(await read(`?checkpointId=${checkpointId}`))]
      return all.map((each: Record<string, unknown>) => each['checkedInByLabel'])
    }
    const [one, two, three] = await newGuests(at, 3)
    const path = `/events/${at.id}/checkins`
    await send(`POST ${path}`, { as: staff, json: { guestId: one?.id } })
    await send(`POST ${path}`, { as: staff, json: { guestId: one?.id, direction: 'OUT' } })
    await send(`POST /v1${path}`, { key: ownKey, json: { guestId: two?.id } })
    await send(`POST ${path}`, { as: silent, json: { guestId: three?.id } })
    await send(`POST ${path}`, { as: staff, json: { guestId: one?.id, checkpointId } })
    const scans = [{ guestId: two?.id, checkpointId, scannedAt: new Date().toISOString() }]
    await send(`POST /v1${path}/batch`, { key: ownKey, json: { scans } })
    const made = ['Ada Byron', 'Ada Byron', 'Box office', null, 'Ada Byron', 'Box office']
    expect(await labels()).toEqual(made)
    const again = await send(`POST ${path}`, { as: silent, json: { guestId: two?.id, checkpointId } })
    expect(again.body.data).toMatchObject({ checkedInBy: ownKeyId, checkedInByLabel: 'Box office' })

    await send(`DELETE /calendars/${own.slug}/members/${staff}`, { as: own.owner })
    await env.DB.prepare(`update api_keys set name = 'Renamed' where id = ?`).bind(ownKeyId).run()
    expect(await labels()).toEqual(made)
  })

  it('admits a guest by code and returns the whole check-in only after storing it in D1', async () => {
    const guest = await newGuest(door)
    const before = Date.now()
    const answer = await checkIn({ qrCode: guest.qrCode, gate: 'North', deviceId: 'kiosk-1' })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data).toEqual({
      id: expect.stringMatching(/^chk_/),
      eventId: door.id,
      eventSlug: door.slug,
      guestId: guest.id,
      guestName: guest.name,
      guestEmail: guest.email,
      qrCode: guest.qrCode,
      ticketId: door.ticketId,
      ticketName: 'General admission',
      status: 'CHECKED_IN',
      checkedInAt: expect.stringMatching(/Z$/),
      checkedInBy: keyId,
      checkedInByLabel: 'test',
      gate: 'North',
      deviceId: 'kiosk-1',
      checkpointId: null,
      checkpointName: null,
      direction: null,
    })
    const at = Date.parse(answer.body.data.checkedInAt)
    expect(at).toBeGreaterThanOrEqual(before)
    expect(await rowOf('guests', guest.id)).toMatchObject({ status: 'CHECKED_IN', checked_in_at: at })
    expect(await rowOf('checkins', answer.body.data.id)).toMatchObject({
      guest_id: guest.id,
      event_id: door.id,
      checked_in_at: at,
      gate: 'North',
    })
  })

  it('accepts the URL of the QR image as the code, and a session in place of an API key', async () => {
    const guest = await newGuest(door)
    const answer = await send(`POST /events/${door.id}/checkins`, {
      as: calendar.owner,
      json: { qrCode: `https://calendar.test/api/public/qr/${guest.qrCode}?size=300` },
    })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data).toMatchObject({
      guestId: guest.id,
      checkedInBy: calendar.owner,
      gate: null,
      deviceId: null,
    })
  })

  it('returns 409 already_checked_in with the time and author of the first check-in', async () => {
    const guest = await newGuest(door)
    const first = await checkIn({ guestId: guest.id, gate: 'East', deviceId: 'kiosk-2' })
    const second = await checkIn({ qrCode: guest.qrCode, gate: 'West' })
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({
      code: 'already_checked_in',
      data: {
        guestId: guest.id,
        checkedInAt: first.body.data.checkedInAt,
        checkedInBy: keyId,
        gate: 'East',
        deviceId: 'kiosk-2',
      },
    })
  })

  it('returns the same 404 for an unknown code, a code from another event and the code of a transferred guest', async () => {
    const elsewhere = await newGuest(await newDoor(calendar))
    const gone = await newGuest(door, { status: 'TRANSFERRED' })
    const answers = await Promise.all(
      ['qr_0000000000000000000000', elsewhere.qrCode, gone.qrCode].map((qrCode) => checkIn({ qrCode })),
    )
    for (const answer of answers) {
      expect(answer.status, answer.text).toBe(404)
      expect(nameless(answer)).toEqual(nameless(answers[0]!))
    }
    expect((await checkIn({ guestId: elsewhere.id })).status).toBe(404)
  })

  it.each([
    ['before it opens', { checkInOpensAt: Date.now() + HOUR }, 'checkin_not_open'],
    ['after it has closed', { checkInClosesAt: Date.now() - HOUR }, 'checkin_closed'],
    [
      'more than four hours before the start',
      { startAt: Date.now() + 4.1 * HOUR, endAt: Date.now() + 6 * HOUR },
      'checkin_not_open',
    ],
    [
      'more than four hours after the end',
      { startAt: Date.now() - 6 * HOUR, endAt: Date.now() - 4.1 * HOUR },
      'checkin_closed',
    ],
  ])('returns 403 for a check-in %s, but 404 for an unknown guest even then', async (_when, fields, code) => {
    const shut = await newDoor(calendar, fields)
    const guest = await newGuest(shut, { status: 'DECLINED' })
    const answer = await checkIn({ guestId: guest.id }, shut)
    expect(answer.status).toBe(403)
    expect(answer.body.code).toBe(code)
    expect((await checkIn({ guestId: 'gst_nobody' }, shut)).status).toBe(404)
    expect(await rowOf('guests', guest.id)).toMatchObject({ status: 'DECLINED' })
  })

  it.each(['PENDING', 'WAITLISTED', 'DECLINED', 'CANCELLED', 'INVITED', 'TRANSFERRED'])(
    'returns 409 guest_not_confirmed for a guest who is %s',
    async (status) => {
      const guest = await newGuest(door, { status })
      const answer = await checkIn({ guestId: guest.id })
      expect(answer.status).toBe(409)
      expect(answer.body.code).toBe('guest_not_confirmed')
      expect(await rowOf('guests', guest.id)).toMatchObject({ status, checked_in_at: null })
    },
  )

  it('returns 409 event_cancelled for every guest of a cancelled event, but 404 for an unknown one', async () => {
    const off = await newDoor(calendar, { status: 'CANCELLED', checkInClosesAt: Date.now() - HOUR })
    const guest = await newGuest(off)
    expect((await checkIn({ guestId: guest.id }, off)).body).toMatchObject({ statusCode: 409, code: 'event_cancelled' })
    expect((await checkIn({ guestId: 'gst_nobody' }, off)).status).toBe(404)
  })

  it.each([
    ['both identifiers', (guest: Guest) => ({ qrCode: guest.qrCode, guestId: guest.id }), 'qrCode'],
    ['no identifier', () => ({ gate: 'North' }), 'qrCode'],
    ['an empty code', () => ({ qrCode: '' }), 'qrCode'],
    ['a code of 10 KB', () => ({ qrCode: 'q'.repeat(10_240) }), 'qrCode'],
    ['a code that is a number', () => ({ qrCode: 7 }), 'qrCode'],
    [
      'a scan five minutes ahead',
      (guest: Guest) => ({ guestId: guest.id, scannedAt: new Date(Date.now() + 300_000).toISOString() }),
      'scannedAt',
    ],
    [
      'a scan three days old',
      (guest: Guest) => ({ guestId: guest.id, scannedAt: new Date(Date.now() - 72 * HOUR).toISOString() }),
      'scannedAt',
    ],
    ['a scan without a valid date', (guest: Guest) => ({ guestId: guest.id, scannedAt: 'noon' }), 'scannedAt'],
  ])('returns 400 for %s and names the field', async (_what, bodyOf, field) => {
    const guest = await newGuest(door)
    const answer = await checkIn(bodyOf(guest))
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field)
    expect(await rowOf('guests', guest.id)).toMatchObject({ status: 'CONFIRMED' })
  })

  it('uses scannedAt as the time of the check-in', async () => {
    const guest = await newGuest(door)
    const scannedAt = new Date(Date.now() - 60_000).toISOString()
    expect((await checkIn({ guestId: guest.id, scannedAt })).body.data.checkedInAt).toBe(scannedAt)
  })

  it('returns guest_not_confirmed as soon as the new status of the guest is committed', async () => {
    const guest = await newGuest(door)
    await env.DB.prepare("update guests set status = 'DECLINED' where id = ?").bind(guest.id).run()
    expect((await checkIn({ qrCode: guest.qrCode })).body.code).toBe('guest_not_confirmed')
  })

  it('sends checkin.created once, and only to webhooks that subscribed to it', async () => {
    const hooked = await newCalendar()
    const { url, seen } = receiver('200')
    await newWebhook(hooked, url, { events: ['checkin.created'] })
    await newWebhook(hooked, receiver('200').url, { events: ['guest.registered'] })
    const there = await newDoor(hooked)
    const guest = await newGuest(there)
    const json = { qrCode: guest.qrCode }
    const { body } = await send(`POST /events/${there.id}/checkins`, { as: hooked.owner, json })
    expect((await send(`POST /events/${there.id}/checkins`, { as: hooked.owner, json })).status).toBe(409)
    const { results } = await env.DB.prepare('select * from deliveries where calendar_id = ?').bind(hooked.id).all()
    expect(results).toHaveLength(1)
    expect(results[0]).toMatchObject({ event_type: 'checkin.created' })
    await expect.poll(seen).toHaveLength(1)
    const sent = JSON.parse((await onlyOne(seen)).body)
    expect(sent).toMatchObject({ type: 'checkin.created', calendarSlug: hooked.slug })
    expect(sent.data).toEqual({
      eventId: there.id,
      eventSlug: there.slug,
      guestId: guest.id,
      guestName: guest.name,
      guestEmail: guest.email,
      qrCode: guest.qrCode,
      checkedInAt: body.data.checkedInAt,
      checkedInBy: hooked.owner,
    })
  })
})

describe('Idempotency-Key of a check-in', () => {
  it('replays the first 200 to a later retry and to 20 concurrent ones', async () => {
    const guest = await newGuest(door)
    const headers = { 'Idempotency-Key': 'kiosk-scan-1' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => checkIn({ qrCode: guest.qrCode }, door, headers)),
    )
    const again = await checkIn({ qrCode: guest.qrCode }, door, headers)
    for (const answer of [...answers, again]) {
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body).toEqual(again.body)
    }
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(answers.filter(({ headers: head }) => head.get('Idempotent-Replayed') === null)).toHaveLength(1)
    expect((await checkIn({ qrCode: guest.qrCode })).status).toBe(409)
  })

  it('replays a 409, returns 422 for a different body and does not store a 404', async () => {
    const [guest, other] = [await newGuest(door, { status: 'PENDING' }), await newGuest(door)]
    const headers = { 'Idempotency-Key': 'kiosk-scan-2' }
    expect((await checkIn({ guestId: guest.id }, door, headers)).status).toBe(409)
    await env.DB.prepare("update guests set status = 'CONFIRMED' where id = ?").bind(guest.id).run()
    const replay = await checkIn({ guestId: guest.id }, door, headers)
    expect(replay.body.code).toBe('guest_not_confirmed')
    expect(replay.headers.get('Idempotent-Replayed')).toBe('true')
    const reused = await checkIn({ guestId: other.id }, door, headers)
    expect(reused.status).toBe(422)
    expect(reused.body.code).toBe('idempotency_key_reused')

    const early = { 'Idempotency-Key': 'kiosk-scan-3' }
    expect((await checkIn({ guestId: 'gst_late' }, door, early)).status).toBe(404)
    await newGuest(door, { id: 'gst_late' })
    expect((await checkIn({ guestId: 'gst_late' }, door, early)).status).toBe(200)
  })
})
