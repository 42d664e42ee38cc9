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

/** State shared by all sockets: ids of the objects and their state as far as answers reported it. */
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
  /** In a separate calendar, because an erasure also anonymises the guest's deliveries. */
  gate: { event: string; apiKey: string; tickets: readonly [free: string, paid: string]; holders: Map<number, Holder> }
  /** In the gate's calendar. `strangers` are guests whose registration was never answered; `sendAway` cancels them. */
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
    /** Coupon for parties, without a usage limit. */
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

/** Current guest of a slot, as far as answers reported it. */
export interface Holder {
  id: string
  qrCode: string
  manageUrl: string | null
  order: Order | null
  checkin: string | null
}

/** A party with all guests it had at registration, including those who have left since. */
export interface Aboard {
  id: string
  manageUrl: string
  guests: readonly string[]
}

export interface Noted {
  act: Act
  outcome: Outcome
}

/** One request with the interpretation of its answer; a null answer means that it was lost. */
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

/** Returns the data of a 2xx answer, else undefined. */
export const dataOf = <Data>({ status, body }: Answer) => (status < 300 ? (body.data as Data) : undefined)

/** `idempotency_in_progress`: the lost first request may still be running. */
const isInDoubt = (answer: Answer) => answer.status >= 500 || answer.body.code === 'idempotency_in_progress'

/** Interprets a write: in doubt it may have taken effect; a refusal changed nothing. */
export const writes =
  <Data>(inDoubt: Act[], known: (data: Data) => Act[]) =>
  (answer: Answer | null): Noted[] => {
    if (answer === null || isInDoubt(answer)) return inDoubt.map((act) => ({ act, outcome: 'maybe' }))
    const data = dataOf<Data>(answer)
    return data === undefined ? [] : known(data).map((act) => ({ act, outcome: 'done' }))
  }

/** Interprets a read: without an answer nothing was seen. */
export const reads = <Data>(seen: (data: Data) => Act[]) => writes<Data>([], seen)
