import type { EventInCalendar } from '../../../access/derived.ts'
import { guestsWrite } from '../../../access/demands.ts'
import { countOne } from '../../../access/rate-limit.ts'
import type { EventRow } from '../../../db/rows.ts'
import { reading } from '../../../db/statement.ts'
import type { Deps } from '../../../deps.ts'
import { Failure, invalidFields, refusal, type FieldError } from '../../../kernel/failure.ts'
import type { SchemaOutput } from '../../../kernel/lazy.ts'
import { dashboard, one, open, operation, reply, v1 } from '../../../operation/operation.ts'
import { toOrderOfGuest, withSeats } from '../../orders/index.ts'
import { readTickets } from '../../tickets/index.ts'
import {
  LinkSent,
  LostLink,
  NewGuestOrParty,
  NewRegistrationOrParty,
  type NewParty,
  type NewRegistration,
} from '../guests.schema.ts'
import { GuestOrParty, RegistrationOrParty } from '../registration.schema.ts'
import { HOUR_MS } from '../../../kernel/time.ts'
import { MAX_PARTY_SIZE } from '../../../kernel/vocabulary.ts'
import { ALONE, checkAnswers, dependOnTickets, namesOf, refusalOfAnswers } from './answers.ts'
import { askToVerify } from './ask-to-verify.ts'
import { placeGuest } from './place-guest.ts'
import { ENROLLING, PRICING } from './refusals.ts'
import { answerOfParty, isParty, isPlaced, placeParty } from './place-party.ts'
import { addingTogether, registeringTogether } from './place-party.store.ts'
import { byAdding, byRegistering, mayCome, isOpenToAnonymous } from './place-guest.store.ts'
import {
  findGuest,
  findParty,
  linkToBuyer,
  LOST_LINK,
  LOST_LINK_MAIL,
  MAIL_OF_STATUS,
  mailAtMostHourly,
  manageUrlOf,
} from '../../seats/index.ts'
import { toGuest } from '../guests.ts'

/**
 * Counts a coupon attempt. One network address may try as many codes as it may register guests at one event
 * (`registration`), however many events it tries them on.
 */
export const countCoupon = (address: string, { limiter }: Deps) =>
  countOne(limiter, 'registration', `${address} coupons`)

/** Counts one seat at the event. The request itself has already counted the first seat in `registrations`. */
export const countSeat = async (address: string, eventId: string, isFirst: boolean, { limiter }: Deps) => {
  if (!isFirst) await countOne(limiter, 'registrations', address)
  await countOne(limiter, 'registration', `${address} ${eventId}`)
}

/** Starts at 1 because the request itself has already counted one seat. */
const countSeats = async (
  address: string,
  event: EventRow,
  { attendees, couponCode }: SchemaOutput<typeof NewParty>,
  deps: Deps,
) => {
  if (couponCode !== undefined) await countCoupon(address, deps)
  for (let seat = 1; seat < Math.min(attendees.length, MAX_PARTY_SIZE); seat += 1)
    await countSeat(address, event.id, false, deps)
}

/**
 * Returns the names of the requested ticket, or of the only visible one. Skips the read if no question depends on the
 * ticket.
 */
const ticketNamesOf = async (event: EventRow, ticketId: string | undefined, deps: Deps): Promise<string[]> => {
  if (!dependOnTickets(event.registrationQuestions)) return []
  const { tickets } = await readTickets(deps.db, event.id)
  const visible = tickets.filter(({ isHidden }) => !isHidden)
  const ticket =
    ticketId === undefined ? (visible.length === 1 ? visible[0] : undefined) : tickets.find(({ id }) => id === ticketId)
  return ticket === undefined ? [] : namesOf(ticket)
}

const checkVisitor = async (
  event: EventRow,
  visitor: SchemaOutput<typeof NewRegistration>,
  address: string,
  deps: Deps,
) => {
  if (visitor.couponCode !== undefined) await countCoupon(address, deps)
  return checkAnswers(event.registrationQuestions, visitor.answers ?? [], {
    isOwn: true,
    of: ALONE,
    tickets: await ticketNamesOf(event, visitor.ticketId, deps),
  })
}

const GUEST = 'GUEST' as const

/** Registers a visitor, with or without an invitation. */
export const enrol = async (
  at: EventInCalendar,
  visitor: SchemaOutput<typeof NewRegistration>,
  { address, ...known }: { address: string; isFull?: boolean; verificationId?: string },
  deps: Deps,
) => {
  const checked = await checkVisitor(at.event, visitor, address, deps)
  const { answers } = checked
  const answersFit = checked.faults.length === 0
  const newcomer = { ...visitor, answers, answersFit, source: 'PUBLIC' as const, ...known }
  const placed = await placeGuest(at, newcomer, byRegistering, deps)
  // Only conditions that close registration come before `isAnswered` in the rule, so this error is about the answers.
  const isOfAnswers = !answersFit && placed instanceof Failure && placed.code === 'validation_failed'
  return isOfAnswers ? invalidFields(checked.faults) : placed
}

/**
 * Emails the links again to the owner of the address, at most once an hour, so a caller who is only probing an address
 * learns nothing. For a lost link, the confirmation doesn't count: it is the email that the guest can't find.
 */
export const resendLink = (event: EventRow, email: string, deps: Deps, { isLost = false } = {}) => {
  const [cause, now] = [`${isLost ? LOST_LINK : 'again'}:${deps.newId('mail')}`, deps.clock()]
  const counted = isLost ? { counts: LOST_LINK_MAIL } : {}
  return deps.commit({
    calendarId: event.calendarId,
    seenBy: 'team',
    statements: {},
    mails: [
      linkToBuyer(event.id, email, cause, now - HOUR_MS, counted.counts),
      mailAtMostHourly(MAIL_OF_STATUS, { eventId: event.id, email }, cause, now, counted),
    ],
  })
}

export const register = operation({
  id: 'registrations.create',
  summary: 'Register for an event',
  description:
    'For an email address that is already registered, the response contains nulls and a message, and the confirmation is emailed again. If the event has `verifyEmail`, the response is the same for every address: nulls and a message. An emailed link then completes the registration.',
  routes: [open('POST /public/events/:eventId/registrations')],
  subject: 'event',
  limit: 'registration',
  body: NewRegistrationOrParty,
  answer: one(RegistrationOrParty),
  refusals: [
    ...ENROLLING,
    'party_too_large',
    'party_unverifiable',
    'party_exceeds_capacity',
    'attendee_repeated',
    ...PRICING,
  ],
  ahead({ name }, { clock }) {
    if (name?.by !== 'eventId') return null
    return reading([isOpenToAnonymous({ eventId: name.id, now: clock() })], ([[found]]) => ({
      closed: mayCome.refusal(found),
      isFull: found?.isFull === 1,
    }))
  },
  async run({ event, calendar, body, address, ahead }, deps) {
    // Refused before any write, so no public page becomes out of date.
    if (ahead !== null && ahead.closed !== null) return ahead.closed
    const isFull = ahead?.isFull === true
    if (isParty(body)) {
      // `verifyEmail` can handle only one address at a time.
      if (event.verifyEmail) return refusal('party_unverifiable')
      await countSeats(address, event, body, deps)
      const refuseAnswers = ({ faults }: { faults: FieldError[] }) => invalidFields(faults)
      const party = await placeParty(
        { event, calendar },
        body,
        registeringTogether,
        { source: 'PUBLIC', isFull, refuseAnswers },
        deps,
      )
      return isPlaced(party) ? answerOfParty(party, calendar, deps) : party
    }
    if (event.verifyEmail)
      return askToVerify({ event, calendar }, body, await checkVisitor(event, body, address, deps), deps)
    const placed = await enrol({ event, calendar }, body, { address, isFull }, deps)
    if (!(placed instanceof Failure)) {
      return {
        kind: GUEST,
        guest: toGuest(placed),
        order:
          placed.order === null
            ? null
            : toOrderOfGuest(placed.order, calendar.slug, await withSeats(deps.db, placed.order)),
        manageUrl: await manageUrlOf(placed.guest, calendar, deps),
      }
    }
    if (placed.code !== 'already_registered') return placed
    await resendLink(event, body.email, deps)
    return reply(
      { kind: GUEST, guest: null, order: null, manageUrl: null },
      { message: 'This email address is already registered. We resend its confirmation at most once an hour.' },
    )
  },
})

export const sendLink = operation({
  id: 'registrations.sendLink',
  summary: 'Resend your manage link',
  description:
    'The response is the same for every email address. A registered address receives its link at most once an hour.',
  routes: [open('POST /public/events/:eventId/lost-link')],
  subject: 'event',
  limit: 'registration',
  body: LostLink,
  answer: one(LinkSent),
  async run({ event, body }, deps) {
    await resendLink(event, body.email, deps, { isLost: true })
    return { accepted: true as const }
  },
})

export const addGuest = operation({
  id: 'guests.add',
  effects: ['mails', 'money'],
  summary: 'Add a guest',
  description: 'Ignores registration windows, sales windows and approval, but never capacity.',
  routes: [
    v1('POST /events/:eventId/guests', { current: 'POST /events/:eventId/guests' }),
    dashboard('POST /events/:eventId/guests', { successor: '/v1/events/:eventId/guests' }),
  ],
  access: guestsWrite,
  subject: 'event',
  body: NewGuestOrParty,
  answer: one(GuestOrParty),
  refusals: [
    'already_registered',
    'capacity_exceeded',
    'event_cancelled',
    'quota_exceeded',
    'coupon_invalid',
    'coupon_exhausted',
    'question_not_asked',
    'payment_unavailable',
    'party_too_large',
    'party_exceeds_capacity',
    'attendee_repeated',
    ...PRICING,
  ],
  async recover(effectId, { event, calendar, body }, deps) {
    if (isParty(body)) {
      const party = await findParty(deps.db, effectId)
      return party === null ? null : answerOfParty(party, calendar, deps)
    }
    const placed = await findGuest(deps.db, { guestId: effectId, eventId: event.id })
    return placed === null ? null : { kind: GUEST, ...toGuest(placed) }
  },
  async run({ event, calendar, body, surface }, deps) {
    const source = surface === 'v1' ? 'API' : 'DASHBOARD'
    if (isParty(body)) {
      const party = await placeParty(
        { event, calendar },
        body,
        addingTogether,
        { source, refuseAnswers: refusalOfAnswers },
        deps,
      )
      return isPlaced(party) ? answerOfParty(party, calendar, deps) : party
    }
    const checked = checkAnswers(event.registrationQuestions, body.answers ?? [], {
      isOwn: false,
      of: ALONE,
      tickets: await ticketNamesOf(event, body.ticketId, deps),
    })
    const { answers } = checked
    if (checked.faults.length + checked.unasked.length > 0) return refusalOfAnswers(checked)
    const placed = await placeGuest({ event, calendar }, { ...body, answers, answersFit: true, source }, byAdding, deps)
    return placed instanceof Failure ? placed : { kind: GUEST, ...toGuest(placed) }
  },
})
