import type { PlaceRules } from '../../src/kernel/passing.ts'
import type { Direction } from '../../src/kernel/vocabulary.ts'
import type { Door } from './wire.ts'
import { words } from './words.ts'

export interface Place extends PlaceRules {
  /** The place's key in `used` of a manifest entry: the checkpoint id, or the event id for the main door. */
  key: string
  /** Null for the main door. */
  checkpointId: string | null
  isMainDoor: boolean
  name: string
}

const mainDoor = (door: Door): Place => ({
  key: door.eventId,
  checkpointId: null,
  isMainDoor: true,
  name: words().door.mainDoor,
  mode: door.reentry === true ? 'IN_OUT' : 'ONCE',
  ticketIds: null,
  opensAt: Date.parse(door.checkInOpensAt),
  closesAt: Date.parse(door.checkInClosesAt),
  limit: null,
})

/** Returns the places in display order. A door stored by an earlier version has no `checkpoints`. */
export const placesOf = (door: Door): Place[] => {
  const checkpoints = (door.checkpoints ?? []).map(({ id, opensAt, closesAt, ...rules }): Place => ({
    ...rules,
    key: id,
    checkpointId: id,
    isMainDoor: false,
    opensAt: Date.parse(opensAt),
    closesAt: Date.parse(closesAt),
  }))
  return door.pass?.checkpointId ? checkpoints : [mainDoor(door), ...checkpoints]
}

export const placeOf = (door: Door, checkpointId: string | null): Place => {
  const places = placesOf(door)
  return places.find((place) => place.checkpointId === checkpointId) ?? places[0] ?? mainDoor(door)
}

/** Returns the date at the door in local time, as `YYYY-MM-DD`. */
export const dayAt = (at: number, timezone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(at)

export const hasTwoWays = (place: Place) => place.mode === 'IN_OUT'
export const wayAt = (place: Place, direction: Direction): Direction => (hasTwoWays(place) ? direction : 'IN')
