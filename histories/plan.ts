import { chanceOf } from '../harness/chance.ts'

export const SOCKETS = 64
/** Numbers of objects that the operations share. They are small, so that sockets often conflict with each other. */
export const CROWD = { door: 24, hall: 40, gate: 16, ferry: 10, shop: 30, orders: 10, keys: 5 } as const
export const HALL = { seats: 8, walkIn: 6, byApproval: 5 } as const
/** Half of the gate's guests are waitlisted, so that each departure promotes one of them. */
export const GATE_SEATS = 8
/** There are places for only a third of those who register. */
export const FERRY = { seats: 8, deck: 6, cabin: 5 } as const
/** There is room for only a third of the door's guests. */
export const ROOM_LIMIT = 8
export const COUPON_USES = 6
export const KEYS_AT_MOST = 3

/** Relative frequency of each operation. */
const OPERATIONS = {
  register: 7,
  add: 3,
  approve: 4,
  cancel: 7,
  confirm: 2,
  readSeats: 5,
  admit: 16,
  undo: 9,
  lookUp: 8,
  listCheckins: 5,
  summarise: 4,
  enter: 8,
  payAtGate: 2,
  scan: 12,
  takeBack: 4,
  upload: 3,
  leave: 3,
  passOn: 2,
  decide: 4,
  erase: 1,
  refundAndCancel: 1,
  readStanding: 8,
  readGate: 5,
  enterRoom: 8,
  leaveRoom: 5,
  readRoom: 4,
  gather: 8,
  answerOffer: 10,
  disband: 3,
  thinOut: 3,
  sendAway: 2,
  readParty: 6,
  readFerry: 8,
  closeBooking: 1,
  createKey: 3,
  toggleKey: 5,
  revokeKey: 1,
  listKeys: 4,
  useKey: 5,
  buy: 4,
  giveUp: 3,
  pay: 1,
  refund: 6,
  readOrder: 5,
  readCoupon: 4,
  bookTogether: 2,
  payTogether: 2,
  refundSeat: 6,
  leaveBooking: 3,
  readShares: 4,
  retitle: 1,
  readTitle: 5,
  rename: 2,
  readName: 4,
} as const
export type Operation = keyof typeof OPERATIONS
export const OPERATION_NAMES = Object.keys(OPERATIONS) as Operation[]

export interface Step {
  operation: Operation
  /**
   * Random numbers that select the object and the variant, taken modulo the number of choices. The plan therefore does
   * not depend on any response.
   */
  which: number
  way: number
  /**
   * Whether the caller repeats a request with the same Idempotency-Key if its response was lost. Otherwise its effect
   * stays in doubt.
   */
  repeats: boolean
}

const TOTAL = Object.values(OPERATIONS).reduce((total, weight) => total + weight, 0)

const drawn = (chance: number): Operation => {
  let rest = chance * TOTAL
  return OPERATION_NAMES.find((name) => (rest -= OPERATIONS[name]) < 0) ?? 'admit'
}

/** Yields the endless sequence of steps for one socket. The same seed yields the same sequence. */
export function* planOf(seed: number, socket: number): Generator<Step, never> {
  const chance = chanceOf(Math.imul(seed, 0x9e3779b1) + socket)
  const number = () => Math.floor(chance() * 10_000)
  for (;;) yield { operation: drawn(chance()), which: number(), way: number(), repeats: chance() < 0.6 }
}
