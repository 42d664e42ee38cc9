import { chanceOf } from '../harness/chance.ts'
import { startService } from '../harness/service.ts'
import { createApi } from '../scripts/seed/api-client.ts'
import { WITHOUT_LIMITS } from './stand.ts'

export const CONCERT = 'Sold-out concert'
export const SEATS = 5_000
export const SHIRTS = 100
const SHIRT_PRICE = 1_500
const [MIN_PRICE, MAX_PRICE] = [100, 5_000]
const MAX_PARTY_SIZE = 5
const ONE_PARTY_IN = 10
const ONE_PRICE_IN = 5
const ONE_SHIRT_IN = 10

/** An event with a free ticket, a ticket whose price the buyer chooses, and an add-on with a small stock. */
export interface Concert {
  eventId: string
  freeId: string
  chosenId: string
  shirtId: string
}

export const openConcert = async (dataDir: string): Promise<Concert> => {
  const service = await startService({ dataDir, env: WITHOUT_LIMITS })
  try {
    const api = createApi(service.baseUrl)
    const [owner, operator] = [{ token: service.demo.tokens.owner }, { token: service.demo.tokens.operator }]
    const calendar = await api.call<{ slug: string }>(owner, 'POST /calendars', { name: 'Storm', timezone: 'UTC' })
    await api.call(operator, `PUT /calendars/${calendar.data.slug}/plan`, { plan: 'PRO' })
    const scopes = (await api.call<string[]>(owner, `GET /calendars/${calendar.data.slug}/api-keys/scopes`)).data
    const named = { name: 'storm', scopes }
    const made = await api.call<{ key: string }>(owner, `POST /calendars/${calendar.data.slug}/api-keys`, named)
    const apiKey = made.data.key
    const event = await api.call<{ id: string; tickets: { id: string }[] }>({ apiKey }, 'POST /v1/events', {
      title: CONCERT,
      startAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
      timezone: 'UTC',
      status: 'PUBLISHED',
      capacity: SEATS,
      tickets: [
        { name: 'Free' },
        { name: 'Pay what you like', priceMode: 'CHOSEN', minPrice: MIN_PRICE, maxPrice: MAX_PRICE, currency: 'EUR' },
      ],
    })
    const shirt = { name: 'Shirt', price: SHIRT_PRICE, currency: 'EUR', per: 'ORDER', stock: SHIRTS, maxQuantity: 1 }
    const addon = await api.call<{ id: string }>({ apiKey }, `POST /v1/events/${event.data.id}/addons`, shirt)
    const [free, chosen] = event.data.tickets.map(({ id }) => id)
    return { eventId: event.data.id, freeId: free ?? '', chosenId: chosen ?? '', shirtId: addon.data.id }
  } finally {
    await service.stop()
  }
}

/** The contents of one request. */
export interface Group {
  size: number
  /** Prices chosen by the guests of the request. Null for free tickets. */
  prices: number[] | null
  wantsShirt: boolean
}

/** Splits the people into groups, one request per group. The split is seeded, so that every run is the same. */
export const crowdOf = (people: number) => {
  const chance = chanceOf(1)
  const isOneIn = (count: number) => chance() * count < 1
  const groups: Group[] = []
  for (let left = people; left > 0; left -= groups.at(-1)?.size ?? 0) {
    const wanted = isOneIn(ONE_PARTY_IN) ? 2 + Math.floor(chance() * (MAX_PARTY_SIZE - 1)) : 1
    const size = Math.min(wanted, left)
    const prices = isOneIn(ONE_PRICE_IN)
      ? Array.from({ length: size }, () => MIN_PRICE + Math.floor(chance() * (MAX_PRICE - MIN_PRICE + 1)))
      : null
    groups.push({ size, prices, wantsShirt: isOneIn(ONE_SHIRT_IN) })
  }
  return groups
}

/** A single person with a free ticket and no shirt registers without a list of attendees. */
export const hasAttendees = ({ size, prices, wantsShirt }: Group) => size > 1 || prices !== null || wantsShirt

export const owedBy = ({ prices, wantsShirt }: Group) =>
  (prices ?? []).reduce((total, price) => total + price, 0) + (wantsShirt ? SHIRT_PRICE : 0)

const personOf = (number: number) => ({ firstName: 'Ada', lastName: 'Storm', email: `p${number}@example.org` })

export const bodyOf = (group: Group, number: number, { freeId, chosenId, shirtId }: Concert) => {
  if (!hasAttendees(group)) return { ...personOf(number), ticketId: freeId }
  const { size, prices, wantsShirt } = group
  const attendees = Array.from({ length: size }, (_, index) => ({
    firstName: 'Ada',
    lastName: `Seat ${index + 1}`,
    ...(prices === null ? { ticketId: freeId } : { ticketId: chosenId, price: prices[index] }),
  }))
  return { buyer: personOf(number), attendees, ...(wantsShirt && { addons: [{ addonId: shirtId, quantity: 1 }] }) }
}
