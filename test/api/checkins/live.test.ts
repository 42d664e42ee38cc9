import { createExecutionContext, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { registry } from '../../../src/registry.ts'
import { depsOf } from '../../../src/platform/deps.ts'
import { send } from '../../support/api.ts'
import {
  addMember,
  newCalendar,
  newDoor,
  newGuest,
  newGuests,
  newKey,
  newPass,
  type Calendar,
} from '../../support/factories.ts'
import { tokenFor } from '../../support/identity.ts'
import { upgrade, watch } from '../../support/live.ts'

let calendar: Calendar
let key: string
let keyId: string

beforeAll(async () => {
  calendar = await newCalendar()
  const made = await newKey(calendar, ['checkins:read', 'checkins:write'])
  key = made.key
  keyId = made.id
})

const livePath = (door: { id: string }) => `/v1/events/${door.id}/checkins/live`
const byKey = () => ({ 'x-svc-api-key': key })
const checkIn = async (door: { id: string }, guestId: string) =>
  (await send(`POST /v1/events/${door.id}/checkins`, { key, json: { guestId, gate: 'North' } })).body.data
const objectOf = (door: { id: string }) =>
  (env as unknown as { EVENTS: DurableObjectNamespace }).EVENTS.getByName(door.id)
const ticketOf = async (line: string, credential: { key?: string; as?: string }) =>
  (await send(line, credential)).body.data

describe('GET .../checkins/live', () => {
  it('sends the summary on connect, then each check-in and undo', async () => {
    const door = await newDoor(calendar)
    const [before, guest] = await newGuests(door, 2)
    await checkIn(door, before!.id)
    const { messages } = await watch(livePath(door), byKey())
    const summary = (await send(`GET /v1/events/${door.id}/checkins/summary`, { key })).body.data
    expect(messages[0]).toEqual({ type: 'summary', ...summary })
    const checkin = await checkIn(door, guest!.id)
    await send(`POST /v1/events/${door.id}/checkins`, { key, json: { guestId: guest!.id } })
    await send(`DELETE /v1/events/${door.id}/checkins/${checkin.id}`, { key })
    await expect.poll(() => messages.length).toBe(3)
    expect(messages[1]).toEqual({ type: 'admitted', ...checkin, checkedIn: 2, inside: 2 })
    expect(messages[2]).toEqual({
      type: 'undone',
      id: checkin.id,
      guestId: guest!.id,
      ticketId: door.ticketId,
      gate: 'North',
      undoneAt: expect.any(String),
      undoneBy: keyId,
      checkedIn: 1,
    })
  })

  it('opens with a session and survives the eviction of the Durable Object', async () => {
    const door = await newDoor(calendar)
    const guest = await newGuest(door)
    const { messages } = await watch(`/events/${door.id}/checkins/live`, {
      Authorization: `Bearer ${await tokenFor(calendar.owner)}`,
    })
    await evictDurableObject(objectOf(door))
    await checkIn(door, guest.id)
    await expect.poll(() => messages.map(({ type }) => type)).toEqual(['summary', 'admitted'])
  })

  it('returns 429 for the 31st socket of one credential, until one closes', async () => {
    const door = await newDoor(calendar)
    const [first] = await Promise.all(Array.from({ length: 30 }, () => watch(livePath(door), byKey())))
    expect((await upgrade(livePath(door), byKey())).status).toBe(429)
    const other = await upgrade(`/events/${door.id}/checkins/live`, {
      Authorization: `Bearer ${await tokenFor(calendar.owner)}`,
    })
    expect(other.status).toBe(101)
    other.webSocket?.accept()
    first?.socket.close(1000)
    await expect.poll(async () => (await upgrade(livePath(door), byKey())).status).toBe(101)
  })

  it('answers ping with pong', async () => {
    const door = await newDoor(calendar)
    const answer = await upgrade(livePath(door), byKey())
    const heard: unknown[] = []
    answer.webSocket?.addEventListener('message', ({ data }) => heard.push(data))
    answer.webSocket?.accept()
    answer.webSocket?.send('ping')
    await expect.poll(() => heard).toContain('pong')
  })

  it('returns 426 for a plain GET, 401 without a credential and 403 without the scope', async () => {
    const door = await newDoor(calendar)
    const plain = await send(`GET ${livePath(door)}`, { key })
    expect(plain.status).toBe(426)
    expect(plain.body.code).toBe('upgrade_required')
    expect(plain.headers.get('Upgrade')).toBe('websocket')
    const nobody = await upgrade(livePath(door))
    expect(nobody.status).toBe(401)
    await nobody.text()
    const reader = await newKey(calendar, ['guests:read'])
    const scopeless = await upgrade(livePath(door), { 'x-svc-api-key': reader.key })
    expect(scopeless.status).toBe(403)
    await scopeless.text()
  })

  it('closes with 4401 at the next alarm when the key is revoked or the member removed; other sockets stay open', async () => {
    const own = await newCalendar()
    const door = await newDoor(own)
    const [kept, revoked] = [await newKey(own, ['checkins:read']), await newKey(own, ['checkins:read'])]
    const staff = await addMember(own, 'usr_staff_of_the_door', 'STAFF')
    const sockets = {
      kept: await watch(livePath(door), { 'x-svc-api-key': kept.key }),
      revoked: await watch(livePath(door), { 'x-svc-api-key': revoked.key }),
      removed: await watch(`/events/${door.id}/checkins/live`, { Authorization: `Bearer ${await tokenFor(staff)}` }),
    }
    await runDurableObjectAlarm(objectOf(door))
    await send(`DELETE /calendars/${own.slug}/api-keys/${revoked.id}`, { as: own.owner })
    await send(`DELETE /calendars/${own.slug}/members/${staff}`, { as: own.owner })
    expect(await runDurableObjectAlarm(objectOf(door))).toBe(true)
    expect(await Promise.all([sockets.revoked.closed, sockets.removed.closed])).toEqual([4401, 4401])
    const guest = await newGuest(door)
    await send(`POST /events/${door.id}/checkins`, { as: own.owner, json: { guestId: guest.id } })
    await expect.poll(() => sockets.kept.messages.map(({ type }) => type)).toEqual(['summary', 'admitted'])
    expect(sockets.revoked.messages).toHaveLength(1)
  })

  it('closes with 4401 at once when the key is revoked or deactivated, the pass revoked or the member removed', async () => {
    const own = await newCalendar()
    const door = await newDoor(own)
    const [kept, revoked, inactive] = await Promise.all([1, 2, 3].map(() => newKey(own, ['checkins:read'])))
    const staff = await addMember(own, 'usr_watching_staff', 'STAFF')
    const pass = await newPass(door)
    const byBearer = (token: string) => watch(`/events/${door.id}/checkins/live`, { Authorization: `Bearer ${token}` })
    const watchBy = (made: { key: string } | undefined) => watch(livePath(door), { 'x-svc-api-key': made!.key })
    const keptSocket = await watchBy(kept)
    const sockets = [await watchBy(revoked), await watchBy(inactive), await byBearer(pass.token)]
    const ofMember = await byBearer(await tokenFor(staff))
    const endings = [
      `DELETE /calendars/${own.slug}/api-keys/${revoked!.id}`,
      `PATCH /calendars/${own.slug}/api-keys/${inactive!.id}`,
      `DELETE /events/${door.id}/door-passes/${pass.id}`,
      `DELETE /calendars/${own.slug}/members/${staff}`,
    ]
    for (const [index, socket] of [...sockets, ofMember].entries()) {
      const line = endings[index] as string
      await send(line, { as: own.owner, ...(line.startsWith('PATCH') && { json: { isActive: false } }) })
      expect(await socket.closed, line).toBe(4401)
    }
    const guest = await newGuest(door)
    await send(`POST /events/${door.id}/checkins`, { as: own.owner, json: { guestId: guest.id } })
    await expect.poll(() => keptSocket.messages.map(({ type }) => type)).toEqual(['summary', 'admitted'])
  })

  it('is checked again within 30 seconds, also after a check that failed', async () => {
    const door = await newDoor(calendar, { startAt: Date.now() + 90 * 86_400_000, endAt: Date.now() + 91 * 86_400_000 })
    const inSeconds = () =>
      runInDurableObject(objectOf(door), async (_, state) => ((await state.storage.getAlarm()) ?? 0) - Date.now())
    const made = await newKey(calendar, ['checkins:read'])
    const { closed } = await watch(livePath(door), { 'x-svc-api-key': made.key })
    expect(await inSeconds()).toBeLessThanOrEqual(30_000)
    await env.DB.exec('alter table api_keys rename to api_keys_away')
    await runDurableObjectAlarm(objectOf(door))
    await env.DB.exec('alter table api_keys_away rename to api_keys')
    expect(await inSeconds()).toBeGreaterThan(0)
    expect(await inSeconds()).toBeLessThanOrEqual(30_000)
    await env.DB.prepare('update api_keys set is_active = 0, revoked_at = 1 where id = ?').bind(made.id).run()
    await runDurableObjectAlarm(objectOf(door))
    expect(await closed).toBe(4401)
  })

  it('does not outlive a key that is revoked while it opens, in 24 races', async () => {
    const own = await newCalendar()
    const door = await newDoor(own)
    const endings: Promise<number>[] = []
    for (let tried = 0; tried < 24; tried += 1) {
      const made = await newKey(own, ['checkins:read'])
      const [answer] = await Promise.all([
        upgrade(livePath(door), { 'x-svc-api-key': made.key }),
        send(`DELETE /calendars/${own.slug}/api-keys/${made.id}`, { as: own.owner }),
      ])
      const socket = answer.webSocket
      if (socket === null) {
        expect(answer.status).toBe(401)
        await answer.text()
        continue
      }
      endings.push(new Promise((resolve) => socket.addEventListener('close', ({ code }) => resolve(code))))
      socket.accept()
    }
    await runDurableObjectAlarm(objectOf(door))
    expect(await Promise.all(endings)).toEqual(endings.map(() => 4401))
  })

  it('closes with 4401 when the session token expires or the plan is downgraded', async () => {
    const own = await newCalendar()
    const door = await newDoor(own)
    const soon = Math.floor(Date.now() / 1000) + 2
    const dated = await watch(`/events/${door.id}/checkins/live`, {
      Authorization: `Bearer ${await tokenFor(own.owner, { exp: soon })}`,
    })
    const keyed = await watch(livePath(door), { 'x-svc-api-key': (await newKey(own, ['checkins:read'])).key })
    await env.DB.prepare("update calendars set plan = 'PLUS' where id = ?").bind(own.id).run()
    await new Promise((resolve) => setTimeout(resolve, soon * 1000 - Date.now() + 20))
    await runDurableObjectAlarm(objectOf(door))
    expect(await Promise.all([dated.closed, keyed.closed])).toEqual([4401, 4401])
  })
})

describe('POST .../checkins/live-ticket', () => {
  it('returns a ticket that opens the socket once without a header and expires after 30 seconds', async () => {
    const door = await newDoor(calendar)
    const { ticket, url, expiresAt } = await ticketOf(`POST /v1/events/${door.id}/checkins/live-ticket`, { key })
    expect(url).toMatch(new RegExp(`^ws://.*/api/v1/events/${door.id}/checkins/live\\?ticket=${ticket}$`))
    const left = Date.parse(expiresAt) - Date.now()
    expect(left).toBeGreaterThan(25_000)
    expect(left).toBeLessThanOrEqual(30_000)
    await watch(`${livePath(door)}?ticket=${ticket}`)
    const again = await upgrade(`${livePath(door)}?ticket=${ticket}`)
    expect(again.status).toBe(401)
    await again.text()
  })

  it('returns a ticket that stops working exactly at its expiresAt', async () => {
    const door = await newDoor(calendar)
    const { ticket, expiresAt } = await ticketOf(`POST /v1/events/${door.id}/checkins/live-ticket`, { key })
    const statusAt = async (now: number) => {
      const app = createApp(registry, { ...depsOf(env as never), clock: () => now, machine: () => now })
      const request = new Request(`https://calendar.test/api${livePath(door)}?ticket=${ticket}`)
      return (await app.fetch(request, env, createExecutionContext())).status
    }
    // 426 (not a WebSocket request) is returned only to an authenticated caller; a caller without a valid ticket gets
    // 401.
    expect(await statusAt(Date.parse(expiresAt) - 1)).toBe(426)
    expect(await statusAt(Date.parse(expiresAt))).toBe(401)
  })

  it('returns a ticket that works only once when it is used 20 times concurrently', async () => {
    const door = await newDoor(calendar)
    const { ticket } = await ticketOf(`POST /events/${door.id}/checkins/live-ticket`, { as: calendar.owner })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => upgrade(`/events/${door.id}/checkins/live?ticket=${ticket}`)),
    )
    for (const answer of answers) answer.webSocket?.accept()
    expect(answers.map(({ status }) => status).toSorted()).toEqual([101, ...Array.from({ length: 19 }, () => 401)])
  })

  it('returns a ticket bound to its event, surface and key; any other use gets the same 401 as no credential', async () => {
    const own = await newCalendar()
    const [door, other] = [await newDoor(own), await newDoor(own)]
    const made = await newKey(own, ['checkins:read'])
    const fresh = async () =>
      (await ticketOf(`POST /v1/events/${door.id}/checkins/live-ticket`, { key: made.key })).ticket as string
    const good = await fresh()
    // Not one of the last characters: their last bits don't count in Base64.
    const forged = `${good.slice(0, -9)}${good.at(-9) === 'x' ? 'y' : 'x'}${good.slice(-8)}`
    const paths = [
      `${livePath(other)}?ticket=${good}`,
      `/events/${door.id}/checkins/live?ticket=${good}`,
      `${livePath(door)}?ticket=${forged}`,
      `${livePath(door)}?ticket=`,
      `${livePath(door)}?ticket=${'a'.repeat(5_000)}`,
      `/v1/events/${door.id}/checkins/summary?ticket=${good}`,
    ]
    for (const path of paths) {
      const answer = await upgrade(path)
      expect(answer.status, path).toBe(401)
      const nobody = await send(`GET ${path.split('?')[0]}`)
      const { code, message } = await answer.json<{ code: string; message: string }>()
      expect({ code, message }).toEqual({ code: nobody.body.code, message: nobody.body.message })
    }
    await send(`DELETE /calendars/${own.slug}/api-keys/${made.id}`, { as: own.owner })
    const revoked = await upgrade(`${livePath(door)}?ticket=${good}`)
    expect(revoked.status).toBe(401)
    await revoked.text()
  })
})
