import type { GuestRef } from '../start/demo-file.ts'
import type { Api, Credential } from './api-client.ts'

interface NewGuest {
  firstName: string
  lastName: string
  email: string
}

/** `AT_THE_DOOR` is registered for the event `pro`. Each of `WITH_ORDERS` has ordered a conference ticket. */
export const AT_THE_DOOR: NewGuest = { firstName: 'Inês', lastName: 'Duarte', email: 'ines.duarte@guests.example' }
export const WITH_ORDERS: readonly NewGuest[] = [
  { firstName: 'Tomás', lastName: 'Brandão', email: 'tomas.brandao@guests.example' },
  { firstName: 'Elif', lastName: 'Aydın', email: 'elif.aydin@guests.example' },
  { firstName: 'Jonas', lastName: 'Lindqvist', email: 'jonas.lindqvist@guests.example' },
]

const read = async (api: Api, key: Credential, eventId: string, id: string): Promise<GuestRef | null> => {
  const { status, data } = await api.call<GuestRef>(key, `GET /v1/events/${eventId}/guests/${id}`, undefined, [404])
  return status === 200 ? { id: data.id, qrCode: data.qrCode } : null
}

/**
 * Finds the guest by their id in demo.json, or registers them. If the address is already registered, the 409 response
 * contains the guest's id.
 */
export const ensureGuest = async (
  api: Api,
  key: Credential,
  eventId: string,
  guest: NewGuest,
  known?: GuestRef,
): Promise<GuestRef> => {
  const found = known === undefined ? null : await read(api, key, eventId, known.id)
  if (found !== null) return found
  const { status, data } = await api.call<GuestRef & { guestId: string }>(
    key,
    `POST /v1/events/${eventId}/guests`,
    guest,
    [409],
  )
  const made = status === 409 ? await read(api, key, eventId, data.guestId) : { id: data.id, qrCode: data.qrCode }
  if (made === null) throw new Error(`cannot register ${guest.email} for ${eventId}`)
  return made
}
