import type { Act } from '../history.ts'
import { CROWD } from '../plan.ts'
import type { Answer } from '../socket.ts'
import type { Holder, Moment, Noted, Perform, World } from '../world.ts'
import { dataOf, reads, writes } from '../world.ts'
import { orderOf } from './shop.ts'

// Operations on the guests of the gate event, who leave in every possible way while they are being checked in.

interface Guest {
  id: string
  qrCode: string
  status: string
  checkedInAt: string | null
}
interface Checkin {
  id: string
  guestId: string
}

const withGateKey = ({ gate }: World) => ({ 'x-svc-api-key': gate.apiKey })
const slotOf = ({ step }: Moment) => step.which % CROWD.gate
const holderOf = (world: World, moment: Moment) => world.gate.holders.get(slotOf(moment))
/** Guests never transfer paid places, so a refund always cancels the person who paid. */
const isPaid = (moment: Moment) => slotOf(moment) % 2 === 0

const stands = (guest: string, status: string): Noted => ({
  act: { kind: 'sawStanding', guest, status },
  outcome: 'done',
})

/** Returns the guest's status as named in a 409 response. `guest_not_confirmed` names it only in its message. */
const toldBy = (guest: string, { status, body }: Answer): Noted[] => {
  if (status !== 409) return []
  if (body.code === 'already_checked_in') return [stands(guest, 'CHECKED_IN')]
  const told =
    (body.data as { status?: string } | undefined)?.status ?? /guest is ([A-Z_]+),/.exec(String(body.message))?.[1]
  return told === undefined ? [] : [stands(guest, told)]
}

const writesOrTells =
  <Data>(guest: string, inDoubt: Act[], known: (data: Data) => Act[]) =>
  (answer: Answer | null): Noted[] => [
    ...writes<Data>(inDoubt, known)(answer),
    ...(answer === null ? [] : toldBy(guest, answer)),
  ]

const takes = ({ gate }: World, { id, status }: Pick<Guest, 'id' | 'status'>): Act[] =>
  status === 'CONFIRMED' ? [{ kind: 'takeSeat', event: gate.event, guest: id }] : []

export const enter: Perform = (world, moment) => {
  const { event, tickets, holders } = world.gate
  const slot = slotOf(moment)
  const body = {
    firstName: 'Ed',
    lastName: moment.name,
    email: `gate-${slot}@example.org`,
    ticketId: tickets[isPaid(moment) ? 1 : 0],
  }
  return {
    sent: { method: 'POST', path: `/public/events/${event}/registrations`, headers: {}, body },
    meaning: writes<Parameters<typeof orderOf>[0] & { guest: Guest | null; manageUrl: string | null }>(
      [],
      (entered) => {
        const { guest, manageUrl } = entered
        if (guest === null) return []
        const order = isPaid(moment) && entered.order !== null ? orderOf(entered) : null
        holders.set(slot, { id: guest.id, qrCode: guest.qrCode, manageUrl, order, checkin: null })
        return takes(world, guest)
      },
    ),
  }
}

/** Pays for an order. This may restore a guest who has left in the meantime. */
export const payAtGate: Perform = async (world, moment) => {
  const holder = holderOf(world, moment)
  if (!holder?.order) return null
  const mayRestore: Noted = { act: { kind: 'restore', guest: holder.id }, outcome: 'maybe' }
  return { sent: await world.tellOfPayment(holder.order, moment.name), meaning: () => [mayRestore] }
}

const cameIn = (holder: Holder, checkin: string): Act => {
  holder.checkin = checkin
  return { kind: 'scan', guest: holder.id, checkin }
}

export const scan: Perform = (world, moment) => {
  const holder = holderOf(world, moment)
  if (holder === undefined) return null
  return {
    sent: {
      method: 'POST',
      path: `/v1/events/${world.gate.event}/checkins`,
      headers: withGateKey(world),
      body: moment.step.way % 2 === 0 ? { qrCode: holder.qrCode } : { guestId: holder.id },
    },
    isRepeatable: true,
    meaning: writesOrTells<Checkin>(holder.id, [{ kind: 'scan', guest: holder.id }], ({ id }) => [cameIn(holder, id)]),
  }
}

export const takeBack: Perform = (world, moment) => {
  const holder = holderOf(world, moment)
  if (!holder?.checkin) return null
  const act: Act = { kind: 'takeBack', guest: holder.id, checkin: holder.checkin }
  return {
    sent: {
      method: 'DELETE',
      path: `/v1/events/${world.gate.event}/checkins/${holder.checkin}`,
      headers: withGateKey(world),
    },
    meaning: writes([act], () => [act]),
  }
}

const SECOND_MS = 1_000

/** Uploads two scans in one batch, dated up to 4 s in the past. */
export const upload: Perform = (world, moment) => {
  const others = { ...moment, step: { ...moment.step, which: moment.step.which + 1 } }
  const scanned = [holderOf(world, moment), holderOf(world, others)].filter((holder) => holder !== undefined)
  if (scanned.length === 0) return null
  const scannedAt = new Date(Date.now() - (moment.step.way % 5) * SECOND_MS).toISOString()
  const inDoubt = scanned.map(({ id }): Act => ({ kind: 'scan', guest: id }))
  type Results = { results: { result: string; code?: string; checkin?: Checkin }[] }
  return {
    sent: {
      method: 'POST',
      path: `/v1/events/${world.gate.event}/checkins/batch`,
      headers: withGateKey(world),
      body: { scans: scanned.map(({ id }) => ({ guestId: id, scannedAt })) },
    },
    isRepeatable: true,
    meaning: writes<Results>(inDoubt, ({ results }) =>
      results.flatMap(({ result, checkin }, index): Act[] => {
        const holder = scanned[index]
        if (holder === undefined || checkin === undefined) return []
        if (result === 'ACCEPTED') return [cameIn(holder, checkin.id)]
        return [{ kind: 'sawStanding', guest: holder.id, status: 'CHECKED_IN' }]
      }),
    ),
  }
}

const departures = ({ gate }: World, guest: string, act: Pick<Act & { kind: 'depart' }, 'by' | 'to'>): Act[] => [
  { kind: 'depart', guest, ...act },
  { kind: 'leaveSeat', event: gate.event, guest },
]

export const leave: Perform = (world, moment) => {
  const holder = holderOf(world, moment)
  if (!holder?.manageUrl) return null
  const left = departures(world, holder.id, { by: 'themselves', to: 'CANCELLED' })
  return {
    sent: { method: 'POST', path: `/public/registrations/${holder.manageUrl.split('/').at(-1)}/cancel`, headers: {} },
    // If a moderator has already removed the guest, the response is 200 and the guest keeps the moderator's status.
    meaning: writesOrTells<{ guest: Guest }>(holder.id, left, ({ guest }) =>
      guest.status === 'CANCELLED' ? left : [{ kind: 'sawStanding', guest: guest.id, status: guest.status }],
    ),
  }
}

export const passOn: Perform = (world, moment) => {
  const holder = holderOf(world, moment)
  if (holder === undefined || isPaid(moment)) return null
  const left = departures(world, holder.id, { by: 'themselves', to: 'TRANSFERRED' })
  return {
    sent: {
      method: 'POST',
      path: `/v1/rsvps/${holder.id}/transfer`,
      headers: withGateKey(world),
      body: { recipientEmail: `gate-${moment.name}@example.org` },
    },
    isRepeatable: true,
    meaning: writesOrTells<Guest>(holder.id, left, (receiver) => {
      const { id, qrCode } = receiver
      world.gate.holders.set(slotOf(moment), { id, qrCode, manageUrl: null, order: null, checkin: null })
      return [...left, ...takes(world, receiver)]
    }),
  }
}

const DECISIONS = ['DECLINED', 'CANCELLED', 'CONFIRMED'] as const

export const decide: Perform = (world, moment) => {
  const guest = holderOf(world, moment)?.id
  if (guest === undefined) return null
  const to = DECISIONS[moment.step.way % DECISIONS.length] ?? 'CONFIRMED'
  const acts =
    to === 'CONFIRMED' ? [{ kind: 'restore', guest } as const] : departures(world, guest, { by: 'moderator', to })
  return {
    sent: {
      method: 'PATCH',
      path: `/v1/events/${world.gate.event}/guests/${guest}/status`,
      headers: withGateKey(world),
      body: { status: to },
    },
    meaning: writesOrTells<Guest>(guest, acts, (after) => [...acts, ...takes(world, after)]),
  }
}

export const erase: Perform = (world, moment) => {
  const guest = holderOf(world, moment)?.id
  if (guest === undefined) return null
  const inDoubt = departures(world, guest, { by: 'moderator', to: 'CANCELLED' })
  return {
    sent: {
      method: 'POST',
      path: `/v1/events/${world.gate.event}/guests/${guest}/erase`,
      headers: withGateKey(world),
    },
    isRepeatable: true,
    // A guest who had already left keeps their status.
    meaning: writes<Guest>(inDoubt, ({ status: to }) => departures(world, guest, { by: 'moderator', to })),
  }
}

/** Refunds the order in any case. Also cancels the guest, unless they are checked in. */
export const refundAndCancel: Perform = (world, moment) => {
  const holder = holderOf(world, moment)
  if (!holder?.order) return null
  const { order, id } = holder
  const refund: Act = { kind: 'refund', order: order.id, amount: order.total }
  const left = departures(world, id, { by: 'refund', to: 'CANCELLED' })
  return {
    sent: {
      method: 'POST',
      path: `/v1/events/${world.gate.event}/orders/${order.id}/refund`,
      headers: withGateKey(world),
      body: { notifyBuyer: false, cancelGuests: true },
    },
    isRepeatable: true,
    meaning: writes([refund, ...left], () => [refund, ...left]),
  }
}

export const readStanding: Perform = (world, moment) => {
  const holder = holderOf(world, moment)
  if (holder === undefined) return null
  const { event } = world.gate
  const headers = withGateKey(world)
  const saw = (status: string, isIn: boolean): Act[] => [{ kind: 'sawStanding', guest: holder.id, status, isIn }]
  if (moment.step.way % 2 === 0) {
    return {
      sent: { method: 'GET', path: `/v1/events/${event}/checkins/lookup?qrCode=${holder.qrCode}`, headers },
      meaning: reads<{ status: string; alreadyCheckedIn: boolean }>(({ status, alreadyCheckedIn }) =>
        saw(status, alreadyCheckedIn),
      ),
    }
  }
  return {
    sent: { method: 'GET', path: `/v1/events/${event}/guests/${holder.id}`, headers },
    meaning: reads<Guest>(({ status, checkedInAt }) => saw(status, checkedInAt !== null)),
  }
}

/** Reads the seats taken or the guests checked in. Neither may exceed the capacity. */
export const readGate: Perform = (world, { step }) => {
  const { event } = world.gate
  const held = (count: number): Act => ({ kind: 'sawSeats', event, held: count })
  const ways = [
    { path: 'tickets', seen: (data: unknown) => (data as { sold: number }[]).reduce((all, { sold }) => all + sold, 0) },
    { path: 'checkins', seen: (data: unknown) => (data as unknown[]).length },
    {
      path: 'checkins/summary',
      seen: (data: unknown) => Math.max(...Object.values(data as object).filter((count) => typeof count === 'number')),
    },
  ] as const
  const { path, seen } = ways[(step.way % ways.length) as 0 | 1 | 2]
  return {
    sent: { method: 'GET', path: `/v1/events/${event}/${path}`, headers: withGateKey(world) },
    meaning: (answer) => {
      const data = answer === null ? undefined : dataOf<unknown>(answer)
      return data === undefined ? [] : [{ act: held(seen(data)), outcome: 'done' }]
    },
  }
}
