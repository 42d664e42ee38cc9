import type { CHECKPOINT_MODES, Direction } from './vocabulary.ts'

// The check-in rule on plain data, which an offline kiosk uses to decide. The service decides with the same rule as a
// SQL guard. `test/api/checkins/kiosk-decides.test.ts` checks on random guests and doors that both agree.

/**
 * A guest's last passage at one door, as in the manifest: `true` for `ONCE`, the last date for `DAILY`, `inside` or
 * `outside` for `IN_OUT`.
 */
export type Used = string | true | undefined

export interface PlaceRules {
  mode: (typeof CHECKPOINT_MODES)[number]
  /** The tickets that this door admits. Null admits all. */
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

/** Returns whether the guest is in. At a `DAILY` door, `day` is the date that counts. */
export const isInAt = (mode: PlaceRules['mode'], used: Used, day: string) => {
  if (mode === 'DAILY') return used === day
  return mode === 'ONCE' ? used !== undefined : used === 'inside'
}

interface Listed {
  status: string
  /** By checkpoint id. The main door is stored under the event id. */
  used?: Readonly<Record<string, Used>>
}

/**
 * Returns whether the manifest lists the guest as in. At the main door that is `CHECKED_IN`, unless the guest went out.
 */
export const isListedIn = (
  { status, used = {} }: Listed,
  { key, isMainDoor, mode }: { key: string; isMainDoor: boolean; mode: PlaceRules['mode'] },
  day: string,
) => (isMainDoor ? status === 'CHECKED_IN' && used[key] !== 'outside' : isInAt(mode, used[key], day))

/** Returns the `Used` value to store after the guest passed. */
export const usedAfter = (mode: PlaceRules['mode'], direction: Direction, day: string): Used => {
  if (mode === 'DAILY') return day
  if (mode === 'ONCE') return true
  return direction === 'IN' ? 'inside' : 'outside'
}

/**
 * Returns the first reason to refuse, in the order that the contract defines, or null. For `OUT`, the guest only has to
 * be inside.
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
