import { beforeAll, describe, expect, it } from 'vitest'
import { tokensWith } from '../../../src/kernel/name-words.ts'
import { groupShortCode, parseShortCode, shortCodesFor } from '../../../src/kernel/short-code.ts'
import { send } from '../../support/api.ts'
import { appWith, deps } from '../../support/app.ts'
import {
  newCalendar,
  newDoor,
  newEvent,
  newGuest,
  newKey,
  person,
  register,
  type Calendar,
} from '../../support/factories.ts'

const FORM = /^[2-9A-HJ-NP-Z]{3}-[2-9A-HJ-NP-Z]{3}$/
let calendar: Calendar
let key: string

beforeAll(async () => {
  calendar = await newCalendar()
  key = (await newKey(calendar, ['guests:read', 'guests:write', 'checkins:read', 'checkins:write'])).key
})

const registered = async (event: { id: string }, fields = {}) => (await register(event, fields)).body.data.guest
const lookUp = (event: { id: string }, code: string) =>
  send(`GET /v1/events/${event.id}/checkins/lookup?qrCode=${encodeURIComponent(code)}`, { key })
const found = async (path: string) =>
  (await send(`GET /v1${path}`, { key })).body.data.map(({ id, guestId }: Record<string, string>) => id ?? guestId)

describe('short code of a guest', () => {
  it('is returned for guests who register alone, in a party, by key and by transfer, each with another code', async () => {
    const event = await newEvent(calendar)
    const alone = await registered(event)
    const party = await send(`POST /public/events/${event.id}/registrations`, {
      json: { buyer: person(), attendees: [person(), person(), person()] },
    })
    const added = await send(`POST /v1/events/${event.id}/guests`, { key, json: person() })
    const transferred = await send(`POST /v1/rsvps/${alone.id}/transfer`, {
      key,
      json: { recipientEmail: 'receiver@guests.test', recipientName: 'Re Ceiver' },
    })
    const codes = [alone, ...party.body.data.guests, added.body.data, transferred.body.data].map(
      ({ shortCode }) => shortCode,
    )
    expect(codes).toHaveLength(6)
    for (const code of codes) expect(code).toMatch(FORM)
    expect(new Set(codes).size).toBe(6)
  })

  it('is the next free candidate if another guest of the event has the first', async () => {
    const event = await newDoor(calendar)
    const id = 'gst_ofThisTestOnShortCodes'
    const [first = '', second = ''] = shortCodesFor(id)
    await newGuest(event, { short_code: first })
    const app = appWith({ newId: (prefix) => (prefix === 'gst' ? id : deps.newId(prefix)) })
    const answer = await app.request(`/api/public/events/${event.id}/registrations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(person()),
    })
    const body = await answer.json<{ data: { guest: { shortCode: string } } }>()
    expect(body.data.guest.shortCode).toBe(groupShortCode(second))
  })

  it('is null after an erasure', async () => {
    const event = await newEvent(calendar)
    const guest = await registered(event)
    await send(`POST /v1/events/${event.id}/guests/${guest.id}/erase`, { key })
    expect((await send(`GET /v1/events/${event.id}/guests/${guest.id}`, { key })).body.data.shortCode).toBeNull()
    expect((await lookUp(event, guest.shortCode)).status).toBe(404)
  })
})

describe('a typed short code', () => {
  it('finds the guest by lookup and by every search, with or without the hyphen', async () => {
    const event = await newDoor(calendar)
    const guest = await registered(event)
    await registered(event)
    for (const typed of [guest.shortCode, guest.shortCode.toLowerCase(), guest.shortCode.replace('-', ' ')]) {
      expect((await lookUp(event, typed)).body.data.guestId).toBe(guest.id)
      const q = encodeURIComponent(typed)
      expect(await found(`/events/${event.id}/checkins/search?q=${q}`)).toEqual([guest.id])
      expect(await found(`/events/${event.id}/guests?q=${q}`)).toEqual([guest.id])
    }
  })

  it('finds the guest at a checkpoint', async () => {
    const event = await newDoor(calendar)
    const { body } = await send(`POST /events/${event.id}/checkpoints`, {
      as: calendar.owner,
      json: { name: 'Lounge', mode: 'ONCE' },
    })
    const guest = await registered(event)
    const at = `checkpointId=${body.data.id}`
    expect(await found(`/events/${event.id}/checkins/search?q=${guest.shortCode}&${at}`)).toEqual([guest.id])
    const answer = await send(`GET /v1/events/${event.id}/checkins/lookup?qrCode=${guest.shortCode}&${at}`, { key })
    expect(answer.body.data.guestId).toBe(guest.id)
  })

  it('does not check anyone in', async () => {
    const event = await newDoor(calendar)
    const guest = await registered(event)
    const answer = await send(`POST /v1/events/${event.id}/checkins`, { key, json: { qrCode: guest.shortCode } })
    expect(answer.status).toBe(404)
    expect((await lookUp(event, guest.shortCode)).body.data.alreadyCheckedIn).toBe(false)
  })

  it('finds the guest in a manifest by its salted hash, until the guest transfers or is erased', async () => {
    const event = await newDoor(calendar)
    const [guest, leaving, erased] = [await registered(event), await registered(event), await registered(event)]
    await send(`POST /v1/rsvps/${leaving.id}/transfer`, {
      key,
      json: { recipientEmail: 'next@guests.test', recipientName: 'Ne Xt' },
    })
    await send(`POST /v1/events/${event.id}/guests/${erased.id}/erase`, { key })
    const manifest = async (words: boolean) => {
      const { body } = await send(`GET /v1/events/${event.id}/checkins/manifest?words=${words}`, { key })
      return body.data as { salt: string; entries: { guestId: string; shortCodeHash?: string | null }[] }
    }
    const { salt, entries } = await manifest(true)
    const [wanted] = await tokensWith(salt)([parseShortCode(guest.shortCode) ?? ''])
    expect(entries.filter(({ shortCodeHash }) => shortCodeHash === wanted)).toMatchObject([{ guestId: guest.id }])
    const hashes = new Map(entries.map(({ guestId, shortCodeHash }) => [guestId, shortCodeHash]))
    expect([hashes.get(leaving.id), hashes.get(erased.id)]).toEqual([null, null])
    expect((await manifest(false)).entries.some((entry) => 'shortCodeHash' in entry)).toBe(false)
  })

  it('does not find a guest of another event', async () => {
    const [event, other] = [await newDoor(calendar), await newDoor(calendar)]
    const guest = await registered(event)
    expect((await lookUp(other, guest.shortCode)).status).toBe(404)
    expect(await found(`/events/${other.id}/guests?q=${guest.shortCode}`)).toEqual([])
  })
})
