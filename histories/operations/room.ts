import type { Act } from '../history.ts'
import type { Moment, Perform, World } from '../world.ts'
import { pick, reads, withKey, writes } from '../world.ts'

// Operations on an IN_OUT checkpoint that is a room with a limit: entering, leaving and counting the guests inside.

const guestOf = ({ door }: World, { step }: Moment) => pick(door.guests, step.which)

const pass =
  (way: 'IN' | 'OUT'): Perform =>
  (world, moment) => {
    const guest = guestOf(world, moment)?.id
    if (guest === undefined) return null
    const { room, event } = world.door
    const acts = (scan?: string): Act[] => [
      { kind: 'pass', way, guest, ...(scan && { scan }) },
      { kind: way === 'IN' ? 'takeSeat' : 'leaveSeat', event: room, guest },
    ]
    return {
      sent: {
        method: 'POST',
        path: `/v1/events/${event}/checkins`,
        headers: withKey(world),
        body: { guestId: guest, checkpointId: room, direction: way, deviceId: moment.name },
      },
      isRepeatable: true,
      meaning: writes<{ id: string }>(acts(), ({ id }) => acts(id)),
    }
  }

export const enterRoom = pass('IN')
export const leaveRoom = pass('OUT')

export const readRoom: Perform = (world, { step }) => {
  const { room, event } = world.door
  const path = step.way % 2 === 0 ? 'summary' : `summary?checkpointId=${room}`
  return {
    sent: { method: 'GET', path: `/v1/events/${event}/checkins/${path}`, headers: withKey(world) },
    meaning: reads<{ checkpoints: { id: string; inside: number }[] }>(({ checkpoints }) =>
      checkpoints.map(({ id, inside }) => ({ kind: 'sawSeats', event: id, held: inside })),
    ),
  }
}
