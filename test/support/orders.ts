import { env } from 'cloudflare:workers'
import { send } from './api.ts'
import { register } from './guests.ts'
import { eventWithTicket } from './rows.ts'

export interface Home {
  id: string
  slug: string
  owner: string
}

/** An order on a priced ticket, not paid yet. */
export const unpaidOrder = async (home: Home, { price = 2_500, ...event }: Record<string, number> = {}) => {
  const made = await eventWithTicket(home, event, { price })
  const { body } = await register(made)
  return { event: made, order: body.data.order, guest: body.data.guest, manageUrl: body.data.manageUrl as string }
}

export const asOwner = (home: Home, line: string, json?: unknown) =>
  send(line, { as: home.owner, ...(json === undefined ? {} : { json }) })

export const pay = (home: Home, event: { id: string }, orderId: string) =>
  asOwner(home, `POST /events/${event.id}/orders/${orderId}/mark-paid`)

export const refund = (home: Home, event: { id: string }, orderId: string, json: object = {}) =>
  asOwner(home, `POST /events/${event.id}/orders/${orderId}/refund`, json)

export const orderNow = async (home: Home, event: { id: string }, orderId: string) =>
  (await asOwner(home, `GET /events/${event.id}/orders/${orderId}`)).body.data

export const statusOfGuest = async (id: string) =>
  (await env.DB.prepare('select status from guests where id = ?').bind(id).first<{ status: string }>())?.status

/** Lets the time to pay run out. */
export const letExpire = (orderId: string) =>
  env.DB.prepare('update orders set expires_at = 1 where id = ?').bind(orderId).run()
