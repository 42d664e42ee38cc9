import type { CHECKPOINT_MODES, Direction } from './vocabulary.ts'

// The check-in rules on plain data, which a kiosk uses to decide while offline. The service applies the same rules as
// an SQL guard. `test/api/checkins/kiosk-decides.test.ts` checks that both agree on random guests and doors.

/**
 * How a guest last used one door, as listed in the manifest (the guest list that a kiosk downloads): `true` for `ONCE`,
 * the last date for `DAILY`, `inside` or `outside` for `IN_OUT`.
 */
export type Used = string | true | undefined

export interface PlaceRules {
  mode: (typeof CHECKPOINT_MODES)[number]
  /** The tickets that this door admits. Null admits every ticket. */
  ticketIds: readonly string[] | null
  opensAt: number
  closesAt: number
  limit: number | null
}

export interface PassingRule {
  isEventCancelled: boolean
  place: PlaceRules
  guest: { status: string; ticketId: string | null; isIn: boolean }
  direction: Direction
  at: number
  /** The last known number of guests inside. */
  inside: number
}

export type WhyNot =
  | 'event_cancelled'
  | 'checkin_not_open'
  | 'checkin_closed'
  | 'guest_not_confirmed'
  | 'ticket_not_admitted'
  | 'already_checked_in'
  | 'not_inside'
  | 'room_full'

/** Returns whether the guest counts as inside. At a `DAILY` door, that means they were admitted on `day`. */
export const isInAt = (mode: PlaceRules['mode'], used: Used, day: string) => {
  if (mode === 'DAILY') return used === day
  return mode === 'ONCE' ? used !== undefined : used === 'inside'
}

interface Listed {
  status: string
  /** Keyed by checkpoint id, or by event id for the main door. */
  used?: Readonly<Record<string, Used>>
}

/**
 * Returns whether the manifest lists the guest as inside. At the main door, that means `CHECKED_IN`, unless the guest
 * has gone out.
 */
export const isListedIn = (
  { status, used = {} }: Listed,
  { key, isMainDoor, mode }: { key: string; isMainDoor: boolean; mode: PlaceRules['mode'] },
  day: string,
) => (isMainDoor ? status === 'CHECKED_IN' && used[key] !== 'outside' : isInAt(mode, used[key], day))

/** Returns the `Used` value to store after the guest has passed the door. */
export const usedAfter = (mode: PlaceRules['mode'], direction: Direction, day: string): Used => {
  if (mode === 'DAILY') return day
  if (mode === 'ONCE') return true
  return direction === 'IN' ? 'inside' : 'outside'
}

/**
 * Returns the first reason to refuse the guest, in the order that the contract defines, or null. For `OUT`, the only
 * condition is that the guest is inside.
 */
export const whyNotPass = ({ isEventCancelled, place, guest, direction, at, inside }: PassingRule): WhyNot | null => {
  if (direction === 'OUT') return guest.isIn ? null : 'not_inside'
  if (isEventCancelled) return 'event_cancelled'
  if (at < place.opensAt) return 'checkin_not_open'
  if (at > place.closesAt) return 'checkin_closed'
  if (guest.status !== 'CONFIRMED' && guest.status !== 'CHECKED_IN') return 'guest_not_confirmed'
  if (place.ticketIds !== null && !place.ticketIds.includes(guest.ticketId ?? '')) return 'ticket_not_admitted'
  if (guest.isIn) return 'already_checked_in'
  return place.limit !== null && inside >= place.limit ? 'room_full' : null
}
