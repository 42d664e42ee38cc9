import { send } from './api.ts'
import { rowOf, setColumns } from './database.ts'

interface Home {
  owner: string
}

export const asOwner = ({ owner }: Home, line: string, json?: unknown) =>
  send(line, { as: owner, ...(json === undefined ? {} : { json }) })

export const pay = (home: Home, event: { id: string }, orderId: string) =>
  asOwner(home, `POST /events/${event.id}/orders/${orderId}/mark-paid`)

export const refund = (home: Home, event: { id: string }, orderId: string, json: object = {}) =>
  asOwner(home, `POST /events/${event.id}/orders/${orderId}/refund`, json)

export const orderNow = async (home: Home, event: { id: string }, orderId: string) =>
  (await asOwner(home, `GET /events/${event.id}/orders/${orderId}`)).body.data

export const statusOfGuest = async (id: string) => (await rowOf('guests', id))?.status

/** Lets the payment deadline pass. */
export const letExpire = (orderId: string) => setColumns('orders', orderId, { expires_at: 1 })

/** Gives a ticket a tax rate of its own, in hundredths of a percent. */
export const taxTicket = async (home: Home & { slug: string }, eventId: string, ticketId: string, rate: number) => {
  const made = await asOwner(home, `POST /calendars/${home.slug}/tax-rates`, { name: 'VAT', rate })
  await asOwner(home, `PATCH /events/${eventId}/tickets/${ticketId}`, { taxRateId: made.body.data.id })
}
