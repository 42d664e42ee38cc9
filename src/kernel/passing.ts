import type { CHECKPOINT_MODES, Direction } from './vocabulary.ts'

// Who may pass a door, on plain data: what a scanner decides by while it has no network. The service decides by the guard
// of the same rule where it writes; a test holds the two together.

/** Where a guest has been, as the manifest tells it: once used, the last date, or whether they are inside. */
export type Used = string | true | undefined

export interface PlaceRules {
  mode: (typeof CHECKPOINT_MODES)[number]
  /** Null: every ticket. */
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
  /** How many are in, as far as is known. */
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

/** Whether a guest is in, on the day of the question where days count. */
export const isInAt = (mode: PlaceRules['mode'], used: Used, day: string) => {
  if (mode === 'DAILY') return used === day
  return mode === 'ONCE' ? used !== undefined : used === 'inside'
}

interface Listed {
  status: string
  /** By place; the main door goes by the id of the event. */
  used?: Readonly<Record<string, Used>>
}

/** Whether the list says that a guest is in: at the main door their status does, unless they went out. */
export const isListedIn = (
  { status, used = {} }: Listed,
  { key, isMainDoor, mode }: { key: string; isMainDoor: boolean; mode: PlaceRules['mode'] },
  day: string,
) => (isMainDoor ? status === 'CHECKED_IN' && used[key] !== 'outside' : isInAt(mode, used[key], day))

/** What is known of the guest after they have passed. */
export const usedAfter = (mode: PlaceRules['mode'], direction: Direction, day: string): Used => {
  if (mode === 'DAILY') return day
  if (mode === 'ONCE') return true
  return direction === 'IN' ? 'inside' : 'outside'
}

/** The first thing that stands in the way, in the order of the contract; whoever leaves is only asked to be inside. */
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
