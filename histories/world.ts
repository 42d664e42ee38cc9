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

/** State shared by all sockets: object ids, and the state of the objects as far as responses have shown it. */
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
  /** The gate event is in a separate calendar, because an erasure also anonymises the deliveries about that guest. */
  gate: { event: string; apiKey: string; tickets: readonly [free: string, paid: string]; holders: Map<number, Holder> }
  /**
   * In the same calendar as the gate. `strangers` are guests whose registration responses were lost; `sendAway` cancels
   * them.
   */
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
    /** A coupon for parties, without a usage limit. */
    shared: string
    /** Add-ons that each party buys: one per seat, one for the whole order. */
    addons: { ofSeat: string; ofOrder: string }
    bookings: { order: Order; guests: readonly string[]; manageUrl: string; isPaid: boolean }[]
  }
  poster: { event: string; slug: string }
  keys: { id: string; secret: string }[]
  tellOfPayment(order: Order, message: string): Promise<Sent>
}

export interface Registered {
  id: string
  manageUrl: string | null
}

/** The guest who currently holds a slot, as far as responses have shown. */
export interface Holder {
  id: string
  qrCode: string
  manageUrl: string | null
  order: Order | null
  checkin: string | null
}

/** A party with all guests who were in it at registration, including those who have left since. */
export interface Aboard {
  id: string
  manageUrl: string
  guests: readonly string[]
}

export interface Noted {
  act: Act
  outcome: Outcome
}

/** One request and the interpretation of its response. A null answer means that the response was lost. */
export interface Exchange {
  sent: Sent
  /** Whether the operation accepts an Idempotency-Key. */
  isRepeatable?: boolean
  meaning(answer: Answer | null): Noted[]
}

export interface Moment {
  step: Step
  /** A text that no other request contains. */
  name: string
}

/** Returns null if no suitable object exists yet. */
export type Perform = (world: World, moment: Moment) => Exchange | null | Promise<Exchange | null>

export const withKey = ({ apiKey }: World) => ({ 'x-svc-api-key': apiKey })
export const asOwner = ({ ownerToken }: World) => ({ authorization: `Bearer ${ownerToken}` })

export const pick = <Item>(items: readonly Item[], number: number): Item | undefined => items[number % items.length]

/** Returns the data of a 2xx response, otherwise undefined. */
export const dataOf = <Data>({ status, body }: Answer) => (status < 300 ? (body.data as Data) : undefined)

/** With `idempotency_in_progress`, the first request, whose response was lost, may still be running. */
const isInDoubt = (answer: Answer) => answer.status >= 500 || answer.body.code === 'idempotency_in_progress'

/**
 * Interprets the response to a write. Without a clear response the write may have taken effect; a refused write changed
 * nothing.
 */
export const writes =
  <Data>(inDoubt: Act[], known: (data: Data) => Act[]) =>
  (answer: Answer | null): Noted[] => {
    if (answer === null || isInDoubt(answer)) return inDoubt.map((act) => ({ act, outcome: 'maybe' }))
    const data = dataOf<Data>(answer)
    return data === undefined ? [] : known(data).map((act) => ({ act, outcome: 'done' }))
  }

/** Interprets the response to a read. Without a response the read saw nothing. */
export const reads = <Data>(seen: (data: Data) => Act[]) => writes<Data>([], seen)
