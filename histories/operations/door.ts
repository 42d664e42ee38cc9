import type { Act } from '../history.ts'
import type { Moment, Noted, Perform, World } from '../world.ts'
import { dataOf, pick, reads, withKey, writes } from '../world.ts'

interface Checkin {
  id: string
  guestId: string
  checkedInAt: string
}

const guestOf = ({ door }: World, { step }: Moment) => pick(door.guests, step.which)

const letIn = (event: string, { id, guestId, checkedInAt }: Checkin): Act[] => [
  { kind: 'admit', guest: guestId, checkin: id },
  {
    kind: 'emit',
    type: 'checkin.created',
    event,
    about: guestId,
    subject: `${guestId} at ${checkedInAt}`,
  },
]

export const admit: Perform = (world, moment) => {
  const guest = guestOf(world, moment)
  if (guest === undefined) return null
  const { event, checkins } = world.door
  const inDoubt: Act[] = [
    { kind: 'admit', guest: guest.id },
    { kind: 'emit', type: 'checkin.created', event, about: guest.id },
  ]
  const admitted = writes<Checkin>(inDoubt, (checkin) => {
    checkins.set(guest.id, checkin.id)
    return letIn(event, checkin)
  })
  const alreadyIn: Noted = { act: { kind: 'sawAtDoor', guest: guest.id, isIn: true }, outcome: 'done' }
  return {
    sent: {
      method: 'POST',
      path: `/v1/events/${event}/checkins`,
      headers: withKey(world),
      body: moment.step.way % 2 === 0 ? { qrCode: guest.qrCode } : { guestId: guest.id },
    },
    isRepeatable: true,
    meaning: (answer) => (answer?.body.code === 'already_checked_in' ? [alreadyIn] : admitted(answer)),
  }
}

export const undo: Perform = (world, moment) => {
  const guest = guestOf(world, moment)?.id ?? ''
  const checkin = world.door.checkins.get(guest)
  if (checkin === undefined) return null
  const act: Act = { kind: 'undo', guest, checkin }
  return {
    sent: {
      method: 'DELETE',
      path: `/v1/events/${world.door.event}/checkins/${checkin}`,
      headers: withKey(world),
    },
    meaning: writes([act], () => [act]),
  }
}

export const lookUp: Perform = (world, moment) => {
  const guest = guestOf(world, moment)
  if (guest === undefined) return null
  return {
    sent: {
      method: 'GET',
      path: `/v1/events/${world.door.event}/checkins/lookup?qrCode=${guest.qrCode}`,
      headers: withKey(world),
    },
    meaning: reads<{ alreadyCheckedIn: boolean }>(({ alreadyCheckedIn }) => [
      { kind: 'sawAtDoor', guest: guest.id, isIn: alreadyCheckedIn },
    ]),
  }
}

export const listCheckins: Perform = (world) => ({
  sent: { method: 'GET', path: `/v1/events/${world.door.event}/checkins`, headers: withKey(world) },
  meaning: (answer) => {
    const listed = answer === null ? undefined : dataOf<Checkin[]>(answer)
    // The list also contains check-ins whose responses were lost. From now on `undo` knows their ids.
    for (const { guestId, id } of listed ?? []) world.door.checkins.set(guestId, id)
    const inside = listed?.map(({ guestId, id }) => ({ guest: guestId, checkin: id }))
    return inside === undefined ? [] : [{ act: { kind: 'sawInside', inside }, outcome: 'done' }]
  },
})

export const summarise: Perform = (world) => ({
  sent: { method: 'GET', path: `/v1/events/${world.door.event}/checkins/summary`, headers: withKey(world) },
  meaning: reads<{ checkedIn: number }>(({ checkedIn }) => [{ kind: 'sawCount', checkedIn }]),
})
