import { questionsAsked } from '../../kernel/questions.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Instant } from '../../kernel/time.ts'
import { chanceOf, type Chance } from './chance.ts'
import type { Facts } from './event-facts.ts'

/** The behaviour of invented guests. Shares are fractions of all guests; times are drawn from the ranges. */
const SHARES = {
  inRush: 0.5,
  inParty: 0.2,
  withCoupon: 0.15,
  failedPayment: 0.05,
  latePayment: 0.03,
  disputes: 0.01,
  cancels: 0.08,
  handsOn: 0.04,
  staysAway: 0.12,
  showsCodeTwice: 0.02,
  acceptsOffer: 0.7,
  withAddon: 0.4,
  declined: 0.1,
  decidedInADay: 0.85,
}
const RUSH_MS = 10 * MINUTE_MS
const MAX_PARTY = 6

export interface PlannedGuest {
  number: number
  firstName: string
  lastName: string
  email: string
}

interface PlannedAddon {
  addonId: string
  quantity: number
}

export interface PlannedParty {
  at: Instant
  guests: PlannedGuest[]
  ticketId: string | null
  coupon: string | null
  /** Add-ons of each seat, and of the whole order. */
  seatAddons: PlannedAddon[]
  orderAddons: PlannedAddon[]
  answers: { questionId: string; answer: unknown }[]
  buyerAnswers: { questionId: string; answer: unknown }[]
  payment: 'paid' | 'failed' | 'late'
  payAfterMs: number
  /** How long the bank takes to confirm a delayed payment. */
  bankTakesMs: number
  /** Null if the guest never disputes the payment. */
  disputesAfterMs: number | null
  /** Whether the organiser declines a request that needs approval, and how long that takes. */
  isDeclined: boolean
  decidedAfterMs: number
  /** Null if the guest doesn't cancel. */
  cancelsAt: Instant | null
  handsOnAt: Instant | null
  acceptsOffer: boolean
  answersOfferAfterMs: number
  /** When each guest arrives at the door. Null for a no-show. */
  arrivesAt: (Instant | null)[]
  showsCodeTwice: boolean
}

export interface RehearsalPlan {
  parties: PlannedParty[]
  /** Period in which a scanner is offline. It uploads its scans at the end. */
  offline: { from: Instant; until: Instant }
  /** Required questions that have no possible answer. */
  unanswerable: string[]
}

const FIRST_NAMES = [
  'Amara',
  'Ben',
  'Chiara',
  'David',
  'Elif',
  'Farid',
  'Grace',
  'Hugo',
  'Ines',
  'Jonas',
  'Kaori',
  'Leila',
  'Marek',
  'Nadia',
  'Olu',
  'Priya',
  'Quentin',
  'Rosa',
  'Sami',
  'Tove',
]
const LAST_NAMES = [
  'Adler',
  'Bauer',
  'Costa',
  'Dubois',
  'Eriksen',
  'Ferrari',
  'Gomes',
  'Hansen',
  'Ito',
  'Jansen',
  'Kowalska',
  'Lopez',
  'Moreau',
  'Novak',
  'Okafor',
  'Petit',
  'Rossi',
  'Silva',
  'Tanaka',
  'Weber',
]

const guestNumbered = (number: number, chance: Chance): PlannedGuest => {
  const [firstName, lastName] = [chance.pick(FIRST_NAMES) ?? 'Sam', chance.pick(LAST_NAMES) ?? 'Stone']
  return { number, firstName, lastName, email: `guest${number}@rehearsal.invalid` }
}

type Question = Facts['questions'][number]

type Answer = boolean | number | string | string[] | null

const ANSWERS: Readonly<Record<Question['type'], (option: string | null, chance: Chance) => Answer>> = {
  CHECKBOX: () => true,
  NUMBER: (_option, chance) => 1 + chance.below(9),
  DATE: () => '1990-05-17',
  EMAIL: () => 'guest@rehearsal.invalid',
  PHONE: () => '+33 1 23 45 67 89',
  URL: () => 'https://rehearsal.invalid/',
  MULTISELECT: (option) => (option === null ? null : [option]),
  SELECT: (option) => option,
  TEXT: () => 'Yes, please',
  TEXTAREA: () => 'Yes, please',
}

/** Returns an answer that the question accepts, or null if it has none. */
const answerTo = ({ type, options }: Question, chance: Chance): Answer =>
  ANSWERS[type](chance.pick(options) ?? null, chance)

const answersOf = (facts: Facts, ticketId: string | null, of: readonly ('BUYER' | 'ATTENDEE')[], chance: Chance) => {
  const ticket = facts.tickets.find(({ id }) => id === ticketId)
  const tickets = ticket === undefined ? [] : [ticket.id, ...(ticket.key === null ? [] : [ticket.key])]
  const answers: { questionId: string; answer: unknown }[] = []
  const answered = new Map<string, string[]>()
  for (const question of facts.questions) {
    const asked = questionsAsked(facts.questions, { of, tickets, answered })
    if (!asked.some(({ id }) => id === question.id)) continue
    if (!question.required && chance.happens(0.4)) continue
    const answer = answerTo(question, chance)
    if (answer === null) continue
    answers.push({ questionId: question.id, answer })
    answered.set(question.id, Array.isArray(answer) ? answer : [String(answer)])
  }
  return answers
}

/** When guests register: half of them in the first minutes, the others less and less often until the last day. */
const comesAt = ({ opensAt, startAt, closesAt }: Facts, chance: Chance): Instant => {
  if (chance.happens(SHARES.inRush)) return opensAt + chance.between(0, RUSH_MS)
  const last = Math.max(opensAt + HOUR_MS, Math.min(closesAt, startAt) - HOUR_MS)
  return opensAt + RUSH_MS + Math.floor((last - opensAt - RUSH_MS) * chance.next() ** 1.5)
}

const arrives = ({ startAt }: Facts, chance: Chance): Instant | null =>
  chance.happens(SHARES.staysAway)
    ? null
    : startAt - 45 * MINUTE_MS + Math.floor((chance.next() + chance.next()) * 35 * MINUTE_MS)

const sizeOfParty = (facts: Facts, left: number, chance: Chance) => {
  if (facts.verifiesEmail || left < 2 || !chance.happens(SHARES.inParty)) return 1
  return Math.min(left, chance.between(2, MAX_PARTY + 1))
}

/** Chooses add-ons: at most one kind per seat, and one for the whole order. */
const addonsOf = ({ addons, verifiesEmail }: Facts, ticketId: string | null, chance: Chance) => {
  // Only parties can order add-ons, and events with `verifyEmail` register no parties.
  if (verifiesEmail) return { seatAddons: [], orderAddons: [] }
  const fitting = addons.filter(({ ticketIds }) => ticketIds.length === 0 || ticketIds.includes(ticketId ?? ''))
  const chosen = (isPerSeat: boolean): PlannedAddon[] => {
    const addon = chance.pick(fitting.filter((each) => each.isPerSeat === isPerSeat))
    if (addon === undefined || !chance.happens(SHARES.withAddon)) return []
    return [{ addonId: addon.id, quantity: chance.between(1, Math.min(addon.maxQuantity, 2) + 1) }]
  }
  return { seatAddons: chosen(true), orderAddons: chosen(false) }
}

/** Plans everything before anything runs, from the seed alone. */
export const planRehearsal = (facts: Facts, count: number, seed: number): RehearsalPlan => {
  const parties: PlannedParty[] = []
  for (let number = 1; number <= count;) {
    const chance = chanceOf(seed, `party ${number}`)
    const size = sizeOfParty(facts, count - number + 1, chance)
    const guests = Array.from({ length: size }, (_, index) => guestNumbered(number + index, chance))
    const at = comesAt(facts, chance)
    const onSale = facts.tickets.filter(({ salesStartAt, salesEndAt, minPerOrder, maxPerOrder }) => {
      const isOpen = (salesStartAt ?? at) <= at && (salesEndAt ?? at + 1) > at
      return isOpen && size >= minPerOrder && size <= maxPerOrder
    })
    const ticketId = (chance.pick(onSale) ?? chance.pick(facts.tickets))?.id ?? null
    const luck = chance.next()
    const addons = addonsOf(facts, ticketId, chanceOf(seed, `addons ${number}`))
    const isAlone = size === 1 && addons.seatAddons.length + addons.orderAddons.length === 0
    const of: readonly ('BUYER' | 'ATTENDEE')[] = isAlone ? ['BUYER', 'ATTENDEE'] : ['ATTENDEE']
    const until = Math.max(at + HOUR_MS, facts.startAt - DAY_MS)
    const organiser = chanceOf(seed, `organiser ${number}`)
    const bank = chanceOf(seed, `bank ${number}`)
    parties.push({
      at,
      guests,
      ticketId,
      coupon: chance.happens(SHARES.withCoupon) ? (chance.pick(facts.coupons)?.code ?? null) : null,
      answers: answersOf(facts, ticketId, of, chance),
      buyerAnswers: isAlone ? [] : answersOf(facts, ticketId, ['BUYER'], chance),
      ...addons,
      payment:
        luck < SHARES.failedPayment ? 'failed' : luck < SHARES.failedPayment + SHARES.latePayment ? 'late' : 'paid',
      payAfterMs: chance.between(MINUTE_MS, 20 * MINUTE_MS),
      bankTakesMs: chanceOf(seed, `debit ${number}`).between(3 * DAY_MS, 16 * DAY_MS),
      disputesAfterMs: bank.happens(SHARES.disputes) ? bank.between(DAY_MS, 7 * DAY_MS) : null,
      isDeclined: organiser.happens(SHARES.declined),
      decidedAfterMs: organiser.happens(SHARES.decidedInADay)
        ? organiser.between(30 * MINUTE_MS, DAY_MS)
        : organiser.between(DAY_MS, 3 * DAY_MS),
      cancelsAt: chance.happens(SHARES.cancels) ? chance.between(at + HOUR_MS, until) : null,
      handsOnAt: size === 1 && chance.happens(SHARES.handsOn) ? chance.between(at + HOUR_MS, until) : null,
      acceptsOffer: chance.happens(SHARES.acceptsOffer),
      answersOfferAfterMs: chance.between(10 * MINUTE_MS, 12 * HOUR_MS),
      arrivesAt: guests.map(() => arrives(facts, chance)),
      showsCodeTwice: chance.happens(SHARES.showsCodeTwice),
    })
    number += size
  }
  const chance = chanceOf(seed, 'scanner')
  const from = facts.startAt - chance.between(10 * MINUTE_MS, 25 * MINUTE_MS)
  const unanswerable = facts.questions
    .filter((question) => question.required && answerTo(question, chance) === null)
    .map(({ label }) => label)
  return { parties, offline: { from, until: from + 20 * MINUTE_MS }, unanswerable }
}
