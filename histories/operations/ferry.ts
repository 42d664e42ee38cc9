import type { Act } from '../history.ts'
import { CROWD } from '../plan.ts'
import type { Moment, Noted, Perform, World } from '../world.ts'
import { dataOf, pick, reads, writes } from '../world.ts'

// Operations on parties for a ferry with few places. They are waitlisted together, get offers and lose members.

interface Guest {
  id: string
  email: string
  emailIsBuyers: boolean
  partyId: string | null
  status: string
}
interface Made {
  partyId: string
  guests: Guest[]
  manageUrl: string
}
interface Managed {
  guest: Guest
  party: { id: string; guests: { guest: Guest }[] } | null
}

const MAX_PARTY_SIZE = 4
const withFerryKey = ({ gate }: World) => ({ 'x-svc-api-key': gate.apiKey })
const slotOf = ({ step }: Moment) => step.which % CROWD.ferry
const aboard = (world: World, moment: Moment) => world.ferry.parties.get(slotOf(moment))
const pathOf = ({ manageUrl }: { manageUrl: string }) => `/public/registrations/${manageUrl.split('/').at(-1)}`
/** There are fewer addresses than slots, so that parties in several slots register the same person. */
export const ferryAddresses = Array.from({ length: CROWD.ferry / 2 }, (_, number) => `ferry-${number}@example.org`)

const seated = ({ ferry }: World, guests: readonly Guest[]): Act[] =>
  guests.flatMap(({ id, status }) =>
    status === 'CONFIRMED' ? [{ kind: 'takeSeat' as const, event: ferry.event, guest: id }] : [],
  )

const left = ({ ferry }: World, guests: readonly string[]): Act[] =>
  guests.map((guest) => ({ kind: 'leaveSeat', event: ferry.event, guest }))

const saw = (party: string, guests: readonly Guest[]): Act => ({
  kind: 'sawParty',
  party,
  standings: guests.map(({ id, status }) => ({ guest: id, status })),
})

export const gather: Perform = (world, moment) => {
  const slot = slotOf(moment)
  const { event, tickets, parties, known } = world.ferry
  if (parties.has(slot)) return null
  const { way } = moment.step
  const ticketId = pick(tickets, way)
  const size = 1 + (Math.floor(way / 2) % MAX_PARTY_SIZE)
  const attendees = Array.from({ length: size }, (_, number) =>
    number === 0 ? { ticketId, email: pick(ferryAddresses, moment.step.which) } : { ticketId },
  )
  const buyer = { firstName: 'Fay', lastName: moment.name, email: `ferry-buyer-${slot}@example.org` }
  const isByKey = way % 3 === 0
  return {
    sent: {
      method: 'POST',
      path: isByKey ? `/v1/events/${event}/guests` : `/public/events/${event}/registrations`,
      headers: isByKey ? withFerryKey(world) : {},
      body: { buyer, attendees },
    },
    isRepeatable: isByKey,
    meaning: writes<Made>([], ({ partyId, guests, manageUrl }) => {
      known.add(partyId)
      const ids = guests.map(({ id }) => id)
      parties.set(slot, { id: partyId, manageUrl, guests: ids })
      return [
        { kind: 'gather', party: partyId, guests: ids },
        saw(partyId, guests),
        ...seated(world, guests),
        // An email address may belong to at most one guest, so it is modelled as an event with one seat.
        ...guests.flatMap(({ id, email, emailIsBuyers }): Act[] =>
          emailIsBuyers ? [] : [{ kind: 'takeSeat', event: email, guest: id }],
        ),
      ]
    }),
  }
}

const toldOf = ({ party, guest }: Managed): Act[] => {
  const guests = party?.guests.map((each) => each.guest) ?? [guest]
  return party === null ? [] : [saw(party.id, guests)]
}

export const answerOffer: Perform = (world, moment) => {
  const slot = slotOf(moment)
  const party = aboard(world, moment)
  if (party === undefined) return null
  const accepts = moment.step.way % 4 !== 0
  const leaves = accepts ? [] : left(world, party.guests)
  return {
    sent: {
      method: 'POST',
      path: `${pathOf(party)}/offer/${accepts ? 'accept' : 'decline'}`,
      headers: {},
    },
    meaning: writes<Managed>(leaves, (managed) => {
      const guests = managed.party?.guests.map(({ guest }) => guest) ?? []
      const { status } = managed.guest
      const word =
        accepts && status === 'CONFIRMED' ? 'accepted' : !accepts && status === 'DECLINED' ? 'declined' : null
      if (!accepts) world.ferry.parties.delete(slot)
      return [
        ...toldOf(managed),
        ...leaves,
        ...(accepts ? seated(world, guests) : []),
        ...(word === null ? [] : [{ kind: 'answerOffer' as const, party: party.id, word } as const]),
      ]
    }),
  }
}

export const disband: Perform = (world, moment) => {
  const slot = slotOf(moment)
  const party = aboard(world, moment)
  if (party === undefined) return null
  const leaves = left(world, party.guests)
  return {
    sent: { method: 'POST', path: `${pathOf(party)}/cancel`, headers: {} },
    meaning: writes<Managed>(leaves, (managed) => {
      world.ferry.parties.delete(slot)
      return [...leaves, ...toldOf(managed)]
    }),
  }
}

export const thinOut: Perform = (world, moment) => {
  const party = aboard(world, moment)
  const guest = pick(party?.guests ?? [], moment.step.way)
  if (party === undefined || guest === undefined) return null
  const leaves = left(world, [guest])
  return {
    sent: { method: 'POST', path: `${pathOf(party)}/cancel`, headers: {}, body: { guestIds: [guest] } },
    meaning: writes<Managed>(leaves, (managed) => [...leaves, ...toldOf(managed)]),
  }
}

/**
 * Cancels a guest whose registration response was lost. No slot holds this party, so no other operation would cancel
 * it.
 */
export const sendAway: Perform = (world, moment) => {
  const guest = pick([...world.ferry.strangers], moment.step.which)
  if (guest === undefined) return null
  const leaves = left(world, [guest])
  return {
    sent: {
      method: 'PATCH',
      path: `/v1/events/${world.ferry.event}/guests/${guest}/status`,
      headers: withFerryKey(world),
      body: { status: 'CANCELLED' },
    },
    meaning: (answer) => {
      if (answer !== null && answer.status < 500) world.ferry.strangers.delete(guest)
      return writes(leaves, () => leaves)(answer)
    },
  }
}

export const readParty: Perform = (world, moment) => {
  const party = aboard(world, moment)
  if (party === undefined) return null
  if (moment.step.way % 2 === 0)
    return { sent: { method: 'GET', path: pathOf(party), headers: {} }, meaning: reads<Managed>(toldOf) }
  return {
    sent: {
      method: 'GET',
      path: `/v1/events/${world.ferry.event}/parties/${party.id}`,
      headers: withFerryKey(world),
    },
    meaning: reads<{ id: string; guests: Guest[] }>(({ id, guests }) => [saw(id, guests)]),
  }
}

type Counts = { tickets: { ticketId: string | null; statuses: { status: string; guests: number }[] }[] }

/** An offer holds its places, so an offered guest counts like a confirmed one. */
const KEEPS_A_PLACE = ['CONFIRMED', 'OFFERED']

const placesIn = ({ tickets }: Counts) =>
  tickets.map(({ ticketId, statuses }) => ({
    ticket: ticketId ?? '',
    held: statuses.reduce((sum, { status, guests }) => sum + (KEEPS_A_PLACE.includes(status) ? guests : 0), 0),
  }))

const sawPlaces = ({ ferry }: World, of: readonly { ticket: string; held: number }[]): Act[] => [
  ...of.map(({ ticket, held }) => ({ kind: 'sawSeats' as const, event: ticket, held })),
  { kind: 'sawSeats', event: ferry.event, held: of.reduce((sum, { held }) => sum + held, 0) },
]

export const readFerry: Perform = (world, { step }) => {
  const { event, known, strangers } = world.ferry
  const get = (path: string) => ({ method: 'GET', path: `/v1/events/${event}/${path}`, headers: withFerryKey(world) })
  if (step.way % 3 === 0)
    return { sent: get('guests/counts'), meaning: reads<Counts>((counts) => sawPlaces(world, placesIn(counts))) }
  const status = step.way % 3 === 1 ? 'CONFIRMED' : 'OFFERED'
  return {
    sent: get(`guests?status=${status}&limit=100`),
    meaning: (answer): Noted[] => {
      const guests = answer === null ? undefined : dataOf<Guest[]>(answer)
      if (guests === undefined) return []
      for (const { id, partyId } of guests) if (partyId !== null && !known.has(partyId)) strangers.add(id)
      const act: Act = {
        kind: 'sawTogether',
        status,
        guests: guests.map(({ id, partyId, email, emailIsBuyers }) => ({
          guest: id,
          party: partyId ?? '',
          address: emailIsBuyers ? null : email,
        })),
      }
      return [
        { act, outcome: 'done' },
        { act: { kind: 'sawSeats', event, held: guests.length }, outcome: 'done' },
      ]
    },
  }
}

const SOON_MS = 1_500

/** Sometimes closes registration in 1.5 s, which expires all offers, and otherwise reopens it. */
export const closeBooking: Perform = (world, { step }) => ({
  sent: {
    method: 'PATCH',
    path: `/v1/events/${world.ferry.event}`,
    headers: withFerryKey(world),
    body: {
      registrationClosesAt: step.way % 4 === 0 ? new Date(Date.now() + SOON_MS).toISOString() : null,
      suppressNotifications: true,
    },
  },
  meaning: () => [],
})
