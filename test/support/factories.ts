import { makeKey, visiblePrefixOf } from '../../src/access/key-format.ts'
import { sha256Hex } from '../../src/kernel/crypto.ts'
import { publishedScopes } from '../contract/published.ts'
import { send, type Answered } from './api.ts'
import { deleteRow, insertAll, setColumns, type Columns } from './database.ts'
import { operatorToken } from './identity.ts'

// Creates test data through the API, in the terms of the contract. Only guests and keys are inserted directly: tests
// need thousands of them, or more than the API allows.

const HOUR = 3_600_000
/** Makes ids unique per test file: the Durable Object of an event from an earlier file may still be running. */
const run = crypto.randomUUID().slice(0, 8)
let made = 0
const next = () => (made += 1)

type Fields = Record<string, unknown>
interface Id {
  id: string
}
interface Owned {
  slug: string
  owner: string
}
export type Calendar = Awaited<ReturnType<typeof newCalendar>>
export type Event = Awaited<ReturnType<typeof newEvent>>
export type Guest = Awaited<ReturnType<typeof newGuest>>

const must = (answer: Answered) => {
  if (answer.status >= 300) throw new Error(`the set-up was refused: ${answer.status} ${answer.text}`)
  return answer.body.data
}

/** Creates a calendar with its own owner, on PRO by default. */
export const newCalendar = async ({
  plan = 'PRO',
  owner,
  ...fields
}: Fields & { plan?: string; owner?: string } = {}) => {
  const as = owner ?? `usr_owner_${next()}`
  const json = { name: `Calendar ${made}`, timezone: 'Europe/Paris', ...fields }
  const { id, slug } = must(await send('POST /calendars', { as, json })) as { id: string; slug: string }
  if (plan !== 'FREE') must(await send(`PUT /calendars/${slug}/plan`, { token: await operatorToken(), json: { plan } }))
  return { id, slug, owner: as }
}

export const addMember = async ({ slug, owner }: Owned, userId: string, role: string) => {
  must(await send(`POST /calendars/${slug}/members`, { as: owner, json: { userId, role } }))
  return userId
}

/** Inserts a key regardless of the limits, with all scopes by default. */
export const newKey = async (
  { id: calendar_id, owner: created_by }: { id: string; owner: string },
  scopes: readonly string[] = Object.keys(publishedScopes),
  { mode = 'live', ...columns }: Columns & { mode?: 'live' | 'test' } = {},
) => {
  const [id, key] = [`key_${run}${next()}`, makeKey(mode)]
  const row = { id, calendar_id, created_by, mode, name: 'test', is_active: 1, created_at: Date.now() }
  const secret = { prefix: visiblePrefixOf(key), hash: await sha256Hex(key), scopes: JSON.stringify(scopes) }
  await insertAll({ api_keys: [{ ...row, ...secret, ...columns }] })
  return { id, key }
}

/** Statuses that the API does not accept on creation. */
const LATER_STATES: unknown[] = ['CANCELLED', 'ARCHIVED']

/**
 * Sends fields named as in the contract through the API; a number in an `…At` field is converted to an ISO time. Fields
 * named as columns (`created_at`) are written to the database afterwards, for states that only time or manual SQL could
 * cause.
 */
const split = (fields: Fields) => {
  const words: Fields = {}
  const columns: Columns = {}
  for (const [name, value] of Object.entries(fields)) {
    if (name.includes('_') || LATER_STATES.includes(value)) columns[name] = value as Columns[string]
    else words[name] = typeof value === 'number' && name.endsWith('At') ? new Date(value).toISOString() : value
  }
  return { words, columns }
}

const ticketIn = (words: Fields) => ({
  name: `Ticket ${next()}`,
  ...(Number(words['price'] ?? 0) > 0 && { currency: 'EUR' }),
  ...words,
})

/**
 * Creates a published event in 2031 with one ticket, or none if `ticket` is null, and returns it as the API shows it.
 */
export const newEvent = async (calendar: Calendar, fields: Fields = {}, ticket?: Fields | null) => {
  const [{ words, columns }, of] = [split(fields), split(ticket ?? {})]
  const json = {
    calendarSlug: calendar.slug,
    title: `Event ${next()}`,
    startAt: '2031-05-02T18:00:00Z',
    timezone: 'Europe/Paris',
    ...(ticket && { tickets: [ticketIn(of.words)] }),
    ...words,
  }
  const event = must(await send('POST /events', { as: calendar.owner, json }))
  const ticketId = event.tickets[0].id
  await setColumns('events', event.id, columns)
  await setColumns('tickets', ticketId, of.columns)
  if (ticket === null) await deleteRow('tickets', ticketId)
  return { ...event, calendar, ticketId } as {
    id: string
    slug: string
    ticketId: string
    calendar: Calendar
    // `any`: tests read answers without the service's own types.
    // oxlint-disable-next-line typescript/no-explicit-any
    [field: string]: any
  }
}

/** Creates an event whose check-in is open now. */
export const newDoor = (calendar: Calendar, fields: Fields = {}) =>
  newEvent(calendar, { startAt: Date.now() - HOUR, endAt: Date.now() + HOUR, timezone: 'UTC', ...fields })

export const newTicket = async (event: Pick<Event, 'id' | 'calendar'>, fields: Fields = {}) => {
  const { words, columns } = split(fields)
  const json = ticketIn(words)
  const { id } = must(await send(`POST /events/${event.id}/tickets`, { as: event.calendar.owner, json })) as Id
  await setColumns('tickets', id, columns)
  return { id }
}

/** Inserts guests, CONFIRMED by default. */
export const newGuests = async (
  event: { id: string; ticketId: string; calendar: { id: string } },
  count: number,
  columns: Columns = {},
) => {
  const now = Date.now()
  const rows = Array.from({ length: count }, () => {
    const name = `${run}${next()}`
    return {
      id: `gst_${name}`,
      calendar_id: event.calendar.id,
      event_id: event.id,
      ticket_id: event.ticketId,
      user_id: `usr_${name}`,
      first_name: 'Guest',
      last_name: name,
      email: `guest-${name}@example.com`,
      status: 'CONFIRMED',
      source: 'API',
      qr_code: `qr_${name.padStart(22, '0')}`,
      answers: '[]',
      move_id: `mov_${name}`,
      created_at: now,
      updated_at: now,
      ...columns,
    }
  })
  await insertAll({ guests: rows })
  return rows.map(({ id, qr_code, email, last_name }) => ({ id, qrCode: qr_code, email, name: `Guest ${last_name}` }))
}

export const newGuest = async (event: Parameters<typeof newGuests>[0], columns: Columns = {}) => {
  const [guest] = await newGuests(event, 1, columns)
  if (guest === undefined) throw new Error('no guest was made')
  return guest
}

export const person = (fields: Fields = {}) => ({
  firstName: 'Ada',
  lastName: `Guest ${next()}`,
  email: `ada${made}@guests.test`,
  ...fields,
})

/** Registers as a visitor. The answer contains the guest, the order and the manage link. */
export const register = (event: Id, fields: Fields = {}) =>
  send(`POST /public/events/${event.id}/registrations`, { json: person(fields) })

/** Returns the API path behind a manage link. */
export const manageApi = (manageUrl: string) => `/public/registrations/${manageUrl.split('/').at(-1)}`

/** Creates an unpaid order for a priced ticket. */
export const newOrder = async (calendar: Calendar, { price = 2_500, ...fields }: Fields = {}) => {
  const event = await newEvent(calendar, fields, { price })
  const { order, guest, manageUrl } = must(await register(event))
  return { event, order, guest, manageUrl: manageUrl as string }
}

export const newCoupon = async ({ slug, owner }: Owned, fields: Fields & { code: string }) => {
  const { words, columns } = split(fields)
  const half = words['discountType'] === undefined ? { discountType: 'PERCENT', percentOff: 50 } : {}
  const { id } = must(await send(`POST /calendars/${slug}/coupons`, { as: owner, json: { ...half, ...words } })) as Id
  await setColumns('coupons', id, columns)
  return { id }
}

/** Creates a webhook of a calendar or of one event. */
export const newWebhook = async (place: Calendar | Event, url: string, fields: Fields = {}) => {
  const [path, as] =
    'calendar' in place ? [`/events/${place.id}`, place.calendar.owner] : [`/calendars/${place.slug}`, place.owner]
  return must(await send(`POST ${path}/webhooks`, { as, json: { url, ...fields } })) as {
    id: string
    plainSecret: string
  }
}

/** Creates a door pass as owner of the event's calendar. */
export const newPass = async (
  event: { id: string; calendar: { owner: string } },
  fields: Fields = {},
): Promise<Record<'id' | 'token' | 'url' | 'qrImage' | 'expiresAt', string>> =>
  must(
    await send(`POST /events/${event.id}/door-passes`, {
      as: event.calendar.owner,
      json: { label: 'Anna at the door', hours: 8, ...fields },
    }),
  )
