import type { PlaceRules } from '../../src/kernel/passing.ts'
import type { Direction } from '../../src/kernel/vocabulary.ts'
import type { Door } from './wire.ts'
import { words } from './words.ts'

/** A door that this device may work at: the main one, or a checkpoint. */
export interface Place extends PlaceRules {
  /** Under which the list of codes knows it; the main door goes by the id of the event. */
  key: string
  /** Null at the main door. */
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

/** In the order in which they are offered. What was kept of a door by an earlier version names no checkpoints. */
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

/** The one that was chosen, if it is still there; else the first. */
export const placeOf = (door: Door, checkpointId: string | null): Place => {
  const places = placesOf(door)
  return places.find((place) => place.checkpointId === checkpointId) ?? places[0] ?? mainDoor(door)
}

/** The local date at the door. */
export const dayAt = (at: number, timezone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(at)

/** People who leave go the other way. */
export const hasTwoWays = (place: Place) => place.mode === 'IN_OUT'
export const wayAt = (place: Place, direction: Direction): Direction => (hasTwoWays(place) ? direction : 'IN')
