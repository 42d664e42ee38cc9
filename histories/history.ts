import type { Replica } from './replica.ts'

/** The effect of an operation, or the observation of a read, in the terms that the checkers use. */
export type Act =
  | { kind: 'admit'; guest: string; checkin?: string }
  | { kind: 'undo'; guest: string; checkin: string }
  | { kind: 'sawAtDoor'; guest: string; isIn: boolean }
  | { kind: 'sawInside'; inside: readonly { guest: string; checkin: string }[] }
  | { kind: 'sawCount'; checkedIn: number }
  | { kind: 'scan'; guest: string; checkin?: string }
  | { kind: 'takeBack'; guest: string; checkin: string }
  /**
   * A guest leaves: by their own cancellation, by a moderator's decision (including an erasure), or together with a
   * refund. A refund does not remove guests who are checked in.
   */
  | { kind: 'depart'; guest: string; by: 'themselves' | 'moderator' | 'refund'; to: string }
  | { kind: 'restore'; guest: string }
  | { kind: 'pass'; way: 'IN' | 'OUT'; guest: string; scan?: string }
  | { kind: 'sawStanding'; guest: string; status: string; isIn?: boolean }
  | { kind: 'takeSeat'; event: string; guest?: string }
  | { kind: 'leaveSeat'; event: string; guest: string }
  | { kind: 'sawSeats'; event: string; held: number }
  | { kind: 'gather'; party: string; guests: readonly string[] }
  | { kind: 'sawParty'; party: string; standings: readonly { guest: string; status: string }[] }
  /** All guests with one status in a single read. `address` is null if the guest only has the buyer's address. */
  | {
      kind: 'sawTogether'
      status: string
      guests: readonly { guest: string; party: string; address: string | null }[]
    }
  | { kind: 'answerOffer'; party: string; word: 'accepted' | 'declined' }
  /**
   * The party that is first on the waiting list, or null. `needs` counts the places it needs and those left, for the
   * event and for each of its tickets.
   */
  | { kind: 'sawLine'; party: string | null; needs: readonly { of: string; many: number; left: number }[] }
  | { kind: 'activateKey'; key?: string }
  | { kind: 'deactivateKey'; key: string }
  | { kind: 'sawKeys'; active: number }
  | { kind: 'useKey'; key: string }
  | { kind: 'pay'; order: string }
  | { kind: 'refund'; order: string; amount: number }
  | { kind: 'sawOrder'; order: string; total: number; refunded: number; listed: number }
  | { kind: 'refundSeat'; order: string; guest: string; amount?: number }
  | {
      kind: 'sawShares'
      order: string
      total: number
      refunded: number
      seats: number
      back: readonly { guests: readonly string[]; amount: number }[]
    }
  | { kind: 'sawBooks'; order: string; paid: number; refunded: number }
  | { kind: 'redeem'; coupon: string; guest?: string }
  | { kind: 'giveBack'; coupon: string; guest: string }
  | { kind: 'sawCoupon'; coupon: string; redeemed: number }
  | { kind: 'write'; register: string; value: string }
  | { kind: 'read'; register: string; value: string }
  | { kind: 'emit'; type: string; event: string; about: string; subject?: string }
  /** A companion, which uses the service alongside the sockets, now sees an effect that it expected. */
  | { kind: 'sawEffect'; by: 'sandbox' | 'import' | 'agent'; what: string; wanted: number; seen: number }
  | { kind: 'answer'; operation: string; status: number }

/**
 * `maybe` means that the response was lost, so it is unknown whether the request took effect. It may still do so at any
 * later time, hence `to` is Infinity.
 */
export type Outcome = 'done' | 'refused' | 'maybe'

export interface Entry<Kind extends Act = Act> {
  socket: number
  step: number
  /** Milliseconds since the start of the run, when the request was sent and when the response arrived. */
  from: number
  to: number
  outcome: Outcome
  act: Kind
}

export interface Webhook {
  id: string
  /** Null for a webhook of a whole calendar. */
  event: string | null
  types: readonly string[]
  isActive: boolean
}

export interface Delivery {
  id: string
  webhook: string
  type: string
  event: string
  /** `about` is part of the request, so it is known without a response. `subject` identifies the event that happened. */
  about: string
  subject: string
  status: string
  /** Bodies of the POSTs that the receiver got for this delivery. */
  bodies: readonly string[]
}

export interface Limits {
  seats: Readonly<Record<string, number>>
  keys: number
  coupons: Readonly<Record<string, number>>
}

export interface History {
  entries: readonly Entry[]
  /** Values of the registers before the first write. */
  initial: Readonly<Record<string, string>>
  limits: Limits
  webhooks: readonly Webhook[]
  deliveries: readonly Delivery[]
  /** The replicas of the feed readers at the end of the run. */
  replicas: readonly Replica[]
  /** Whether the run waited until all deliveries had arrived. */
  isDrained: boolean
}

export interface Verdict {
  /** Number of facts checked. A checker that found no facts has proved nothing. */
  facts: number
  violations: string[]
}

export type Checker = (history: History) => Verdict

type Of<Name extends Act['kind']> = Extract<Act, { kind: Name }>

const isOf =
  <Name extends Act['kind']>(kind: Name) =>
  (entry: Entry): entry is Entry<Of<Name>> =>
    entry.act.kind === kind

/** Returns the entries of one kind that took effect or may have done so. Refused requests changed nothing. */
export const attempts = <Name extends Act['kind']>({ entries }: Pick<History, 'entries'>, kind: Name) =>
  entries.filter(isOf(kind)).filter(({ outcome }) => outcome !== 'refused')

export const done = <Name extends Act['kind']>(history: Pick<History, 'entries'>, kind: Name) =>
  attempts(history, kind).filter(({ outcome }) => outcome === 'done')

/** Formats an entry's position in the history. */
export const at = ({ socket, step, from }: Entry) => `socket ${socket}, step ${step}, ${from.toFixed(1)} ms`

export const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
