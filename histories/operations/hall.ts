import type { Act } from '../history.ts'
import { CROWD } from '../plan.ts'
import type { Moment, Perform, Registered, World } from '../world.ts'
import { pick, reads, withKey, writes } from '../world.ts'

interface Guest {
  id: string
  email: string
  status: string
}

const holdsSeat = ({ status }: Pick<Guest, 'status'>) => status === 'CONFIRMED' || status === 'CHECKED_IN'

const emailOf = ({ step }: Moment) => `hall-${step.which % CROWD.hall}@example.org`

const arrived = (event: string, { id, email, status }: Guest): Act[] => [
  { kind: 'emit', type: 'guest.registered', event, about: email, subject: id },
  ...(holdsSeat({ status }) ? [{ kind: 'takeSeat', event, guest: id } as const] : []),
]

const mayArrive = (event: string, email: string): Act[] => [
  { kind: 'emit', type: 'guest.registered', event, about: email },
]

const person = (moment: Moment, tickets: readonly string[]) => ({
  firstName: 'Ada',
  lastName: moment.name,
  email: emailOf(moment),
  ticketId: pick(tickets, moment.step.way),
})

const remember = ({ hall }: World, guest: Guest, manageUrl: string | null) =>
  void hall.guests.set(guest.email, { id: guest.id, manageUrl })

export const register: Perform = (world, moment) => {
  const { event, tickets } = world.hall
  const body = person(moment, tickets)
  return {
    sent: { method: 'POST', path: `/public/events/${event}/registrations`, headers: {}, body },
    meaning: writes<{ guest: Guest | null; manageUrl: string }>(
      mayArrive(event, body.email),
      ({ guest, manageUrl }) => {
        // If the address is already registered, nothing changes, and the response does not reveal it.
        if (guest === null) return []
        remember(world, guest, manageUrl)
        return arrived(event, guest)
      },
    ),
  }
}

export const add: Perform = (world, moment) => {
  const { event, tickets } = world.hall
  const body = person(moment, tickets)
  return {
    sent: { method: 'POST', path: `/v1/events/${event}/guests`, headers: withKey(world), body },
    isRepeatable: true,
    meaning: writes<Guest>(mayArrive(event, body.email), (guest) => {
      remember(world, guest, null)
      return arrived(event, guest)
    }),
  }
}

const known = (world: World, moment: Moment): Registered | undefined => world.hall.guests.get(emailOf(moment))

const seated = (event: string, guest: Guest): Act[] =>
  holdsSeat(guest) ? [{ kind: 'takeSeat', event, guest: guest.id }] : []

export const approve: Perform = (world, moment) => {
  const guest = known(world, moment)
  const { event } = world.hall
  if (guest === undefined) return null
  return {
    sent: { method: 'POST', path: `/v1/events/${event}/guests/${guest.id}/approve`, headers: withKey(world) },
    isRepeatable: true,
    meaning: writes<Guest>([], (after) => seated(event, after)),
  }
}

const statusChange = (world: World, guest: string, status: string) => ({
  method: 'PATCH',
  path: `/v1/events/${world.hall.event}/guests/${guest}/status`,
  headers: withKey(world),
  body: { status },
})

export const confirm: Perform = (world, moment) => {
  const guest = known(world, moment)
  if (guest === undefined) return null
  const { event } = world.hall
  return {
    sent: statusChange(world, guest.id, 'CONFIRMED'),
    meaning: writes<Guest>([], (after) => seated(event, after)),
  }
}

export const cancel: Perform = (world, moment) => {
  const guest = known(world, moment)
  if (guest === undefined) return null
  const left: Act[] = [{ kind: 'leaveSeat', event: world.hall.event, guest: guest.id }]
  const token = moment.step.way % 2 === 0 ? guest.manageUrl?.split('/').at(-1) : undefined
  return {
    sent:
      token === undefined
        ? statusChange(world, guest.id, 'CANCELLED')
        : { method: 'POST', path: `/public/registrations/${token}/cancel`, headers: {} },
    meaning: writes(left, () => left),
  }
}

export const readSeats: Perform = (world, { step }) => {
  const { event, tickets } = world.hall
  const headers = withKey(world)
  if (step.way % 2 === 0) {
    return {
      sent: { method: 'GET', path: `/v1/events/${event}/tickets`, headers },
      meaning: reads<{ id: string; sold: number }[]>((listed) => [
        ...listed.map(({ id, sold }) => ({ kind: 'sawSeats' as const, event: id, held: sold })),
        { kind: 'sawSeats', event, held: listed.reduce((total, { sold }) => total + sold, 0) },
      ]),
    }
  }
  return {
    sent: { method: 'GET', path: `/v1/events/${event}/guests?status=CONFIRMED&limit=100`, headers },
    meaning: reads<(Guest & { ticket: { id: string } })[]>((guests) => [
      { kind: 'sawSeats', event, held: guests.length },
      ...tickets.map((ticket) => ({
        kind: 'sawSeats' as const,
        event: ticket,
        held: guests.filter((guest) => guest.ticket.id === ticket).length,
      })),
    ]),
  }
}
