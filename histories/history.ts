import type { Replica } from './replica.ts'

/** What an operation did, or what a read saw, in the words of the rules that are checked. */
export type Act =
  | { kind: 'admit'; guest: string; checkin?: string }
  | { kind: 'undo'; guest: string; checkin: string }
  | { kind: 'sawAtDoor'; guest: string; isIn: boolean }
  | { kind: 'sawInside'; inside: readonly { guest: string; checkin: string }[] }
  | { kind: 'sawCount'; checkedIn: number }
  | { kind: 'scan'; guest: string; checkin?: string }
  | { kind: 'takeBack'; guest: string; checkin: string }
  /** By themselves, by a moderator's word (an erasure is one), or with the money: who is in then stays. */
  | { kind: 'depart'; guest: string; by: 'themselves' | 'moderator' | 'refund'; to: string }
  | { kind: 'restore'; guest: string }
  | { kind: 'pass'; way: 'IN' | 'OUT'; guest: string; scan?: string }
  | { kind: 'sawStanding'; guest: string; status: string; isIn?: boolean }
  | { kind: 'takeSeat'; event: string; guest?: string }
  | { kind: 'leaveSeat'; event: string; guest: string }
  | { kind: 'sawSeats'; event: string; held: number }
  | { kind: 'gather'; party: string; guests: readonly string[] }
  | { kind: 'sawParty'; party: string; standings: readonly { guest: string; status: string }[] }
  /** Everybody who stands alike, in one read; an address only where it is their own. */
  | {
      kind: 'sawTogether'
      status: string
      guests: readonly { guest: string; party: string; address: string | null }[]
    }
  | { kind: 'answerOffer'; party: string; word: 'accepted' | 'declined' }
  /** Who is first in line, if anybody is, how many places of what they need, and how many of it are left. */
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
  | { kind: 'answer'; operation: string; status: number }

/**
 * `maybe`: the answer was lost, so nobody knows whether it took effect. It may do so at any later time:
 * its `to` is Infinity.
 */
export type Outcome = 'done' | 'refused' | 'maybe'

export interface Entry<Kind extends Act = Act> {
  socket: number
  step: number
  /** Milliseconds of one clock: sent, and answered. */
  from: number
  to: number
  outcome: Outcome
  act: Kind
}

export interface Webhook {
  id: string
  /** Null: of the whole calendar. */
  event: string | null
  types: readonly string[]
  isActive: boolean
}

export interface Delivery {
  id: string
  webhook: string
  type: string
  event: string
  /** What was known before the operation was sent, and what names the one thing that happened. */
  about: string
  subject: string
  status: string
  /** The bodies that its receiver got. */
  bodies: readonly string[]
}

export interface Limits {
  seats: Readonly<Record<string, number>>
  keys: number
  coupons: Readonly<Record<string, number>>
}

export interface History {
  entries: readonly Entry[]
  /** What each register held before anything was written. */
  initial: Readonly<Record<string, string>>
  limits: Limits
  webhooks: readonly Webhook[]
  deliveries: readonly Delivery[]
  /** What readers of the feed had in the end. */
  replicas: readonly Replica[]
  /** Whether the deliveries were given the time to arrive. */
  isDrained: boolean
}

export interface Verdict {
  /** How many facts were held against the rule: a checker that saw none has proved nothing. */
  facts: number
  violations: string[]
}

export type Checker = (history: History) => Verdict

type Of<Name extends Act['kind']> = Extract<Act, { kind: Name }>

const isOf =
  <Name extends Act['kind']>(kind: Name) =>
  (entry: Entry): entry is Entry<Of<Name>> =>
    entry.act.kind === kind

/** All of one kind that took place or may have; refused ones changed nothing. */
export const attempts = <Name extends Act['kind']>({ entries }: Pick<History, 'entries'>, kind: Name) =>
  entries.filter(isOf(kind)).filter(({ outcome }) => outcome !== 'refused')

export const done = <Name extends Act['kind']>(history: Pick<History, 'entries'>, kind: Name) =>
  attempts(history, kind).filter(({ outcome }) => outcome === 'done')

/** Where in the history a reader finds it. */
export const at = ({ socket, step, from }: Entry) => `socket ${socket}, step ${step}, ${from.toFixed(1)} ms`

export const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
