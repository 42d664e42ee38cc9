import type { Answer, Sent } from './socket.ts'
import type { Act, Outcome } from './history.ts'
import type { Step } from './plan.ts'

export interface Order {
  id: string
  guest: string
  session: string
  total: number
  hasCoupon: boolean
}

/** What everybody knows: where things are, and what has come of them so far. */
export interface World {
  ownerToken: string
  apiKey: string
  calendar: string
  keyCalendar: string
  door: {
    event: string
    room: string
    guests: readonly { id: string; qrCode: string }[]
    checkins: Map<string, string>
  }
  hall: { event: string; tickets: readonly [walkIn: string, byApproval: string]; guests: Map<string, Registered> }
  /** In a calendar of its own: whoever is erased there takes what was told of them along. */
  gate: { event: string; apiKey: string; tickets: readonly [free: string, paid: string]; holders: Map<number, Holder> }
  /** In the calendar of the gate. What nobody has heard of, strangers, is sent away one by one. */
  ferry: {
    event: string
    tickets: readonly [deck: string, cabin: string]
    parties: Map<number, Aboard>
    known: Set<string>
    strangers: Set<string>
  }
  shop: {
    event: string
    buyers: Map<string, Order>
    orders: Order[]
    coupon: string
    /** For several at once, as often as they like. */
    shared: string
    bookings: { order: Order; guests: readonly string[]; isPaid: boolean }[]
  }
  poster: { event: string; slug: string }
  keys: { id: string; secret: string }[]
  tellOfPayment(order: Order, message: string): Promise<Sent>
}

export interface Registered {
  id: string
  manageUrl: string | null
}

/** Who holds a place at the gate just now, as far as anybody has heard. */
export interface Holder {
  id: string
  qrCode: string
  manageUrl: string | null
  order: Order | null
  checkin: string | null
}

/** A party as it was made, whoever has left it since. */
export interface Aboard {
  id: string
  manageUrl: string
  guests: readonly string[]
}

export interface Noted {
  act: Act
  outcome: Outcome
}

/** One request and what its answer means; without an answer, what may have happened. */
export interface Exchange {
  sent: Sent
  /** Whether the operation takes an Idempotency-Key. */
  isRepeatable?: boolean
  meaning(answer: Answer | null): Noted[]
}

export interface Moment {
  step: Step
  /** A text that occurs in no other request. */
  name: string
}

/** Null where there is nothing yet that it could be about. */
export type Perform = (world: World, moment: Moment) => Exchange | null | Promise<Exchange | null>

export const withKey = ({ apiKey }: World) => ({ 'x-svc-api-key': apiKey })
export const asOwner = ({ ownerToken }: World) => ({ authorization: `Bearer ${ownerToken}` })

export const pick = <Item>(items: readonly Item[], number: number): Item | undefined => items[number % items.length]

/** The data of a good answer; undefined for a refusal. */
export const dataOf = <Data>({ status, body }: Answer) => (status < 300 ? (body.data as Data) : undefined)

/** A repeated request may come while the first, which was lost, still counts as under way. */
const isInDoubt = (answer: Answer) => answer.status >= 500 || answer.body.code === 'idempotency_in_progress'

/** A write: in doubt it may have happened as it was asked for, and a refusal changed nothing. */
export const writes =
  <Data>(inDoubt: Act[], known: (data: Data) => Act[]) =>
  (answer: Answer | null): Noted[] => {
    if (answer === null || isInDoubt(answer)) return inDoubt.map((act) => ({ act, outcome: 'maybe' }))
    const data = dataOf<Data>(answer)
    return data === undefined ? [] : known(data).map((act) => ({ act, outcome: 'done' }))
  }

/** A read: without an answer nothing was seen. */
export const reads = <Data>(seen: (data: Data) => Act[]) => writes<Data>([], seen)
