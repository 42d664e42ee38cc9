import { env } from 'cloudflare:workers'
import { send } from './api.ts'

let people = 0
export const person = (fields: Record<string, unknown> = {}) => {
  people += 1
  return { firstName: 'Ada', lastName: `Guest ${people}`, email: `ada${people}@guests.test`, ...fields }
}

export const register = (event: { id: string }, fields: Record<string, unknown> = {}) =>
  send(`POST /public/events/${event.id}/registrations`, { json: person(fields) })

/** Where the API answers for the page that a manage link leads to. */
export const manageApi = (manageUrl: string) => `/public/registrations/${manageUrl.split('/').at(-1)}`

/** The whole of an event as the database has it, to compare whole states. */
export const guestsOf = async (event: { id: string }) =>
  (
    await env.DB.prepare('select rowid, * from guests where event_id = ? order by created_at, rowid')
      .bind(event.id)
      .all<Record<string, string | number | null>>()
  ).results

export const mailsTo = async (email: string) =>
  (
    await env.DB.prepare('select * from mails where recipient = ? order by created_at, rowid')
      .bind(email)
      .all<Record<string, string | number | null>>()
  ).results

export const mailsOf = async (event: { id: string }) =>
  (
    await env.DB.prepare('select * from mails where event_id = ? order by created_at, rowid')
      .bind(event.id)
      .all<Record<string, string | number | null>>()
  ).results

export const ordersOf = async (event: { id: string }) =>
  (
    await env.DB.prepare('select * from orders where event_id = ? order by created_at, rowid')
      .bind(event.id)
      .all<Record<string, string | number | null>>()
  ).results

/** Counters and rows must always say the same. */
export const seatsHeld = async (event: { id: string }) => {
  const counted = await env.DB.prepare(
    'select coalesce(sum(seats), 0) as seats, coalesce(sum(guests), 0) as guests from guest_counts where event_id = ?',
  )
    .bind(event.id)
    .first<{ seats: number; guests: number }>()
  const stored = await env.DB.prepare(
    'select coalesce(sum(holds_seat), 0) as seats, count(*) as guests from guests where event_id = ?',
  )
    .bind(event.id)
    .first<{ seats: number; guests: number }>()
  if (JSON.stringify(counted) !== JSON.stringify(stored)) {
    throw new Error(`the counters say ${JSON.stringify(counted)}, the rows ${JSON.stringify(stored)}`)
  }
  return stored!.seats
}
