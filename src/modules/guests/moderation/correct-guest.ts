import { personIdOf, type EventInCalendar } from '../../../access/derived.ts'
import { guestsWrite } from '../../../access/demands.ts'
import { edit } from '../../../db/edit.ts'
import type { Guard } from '../../../db/guard.ts'
import type { EventRow, RegistrationAnswer } from '../../../db/rows.ts'
import type { Deps } from '../../../deps.ts'
import { Failure, invalid, notFound, refusal, type Code } from '../../../kernel/failure.ts'
import { both, one, operation } from '../../../operation/operation.ts'
import { readTickets } from '../../tickets/index.ts'
import type { GivenAnswer } from '../answers.schema.ts'
import { Guest, GuestChanges, hasName, MUST_BE_NAMED } from '../guests.schema.ts'
import { ALONE, checkAnswers, namesOf, refusalOfAnswers } from '../registration/answers.ts'
import { moveBetweenTickets, mayMoveToTicket, ticketChanged, whyTicketNotChanged } from './change-ticket.store.ts'
import { closeWays, correct, followUpTransfer, mayBeCorrected, whyNotCorrected } from './people.store.ts'
import {
  addressChanged,
  afterTicketChange,
  findParty,
  MAIL_OF_STATUS,
  mailOfMove,
  newMove,
  PROMOTED_MAIL,
  searchTextOf,
  getGuestOrThrow,
  viewOfGuest,
} from '../../seats/index.ts'
import { toGuest } from '../guests.ts'

type Body = Partial<Record<'firstName' | 'lastName' | 'email', string | undefined>>

const isRenamed = ({ firstName, lastName }: Body) => firstName !== undefined || lastName !== undefined

/** Throws if the correction would leave the guest without a name. */
export const refuseNameless = (body: Body, names: { firstName: string; lastName: string }) => {
  if (isRenamed(body) && !hasName(names)) throw invalid('firstName', MUST_BE_NAMED)
}

interface Checks<C extends Code> {
  check?: typeof refuseNameless
  /** Whether the old address gets an email that the registration has moved. */
  notifiesOld?: boolean
  /** The ticket to move the guest to, and the rule that may refuse it. */
  ticket?: { to: string; rule: Guard<C> } | undefined
}

/**
 * Updates a guest's name and address, provided both are unchanged since the read. Changes the answers only if
 * `body.answers` is set. A new ticket may free a seat of the old one for the waiting list.
 */
export const correctPerson = async <C extends Code = never>(
  { event, calendar }: EventInCalendar,
  guestId: string,
  body: Body & { answers?: RegistrationAnswer[] | undefined },
  deps: Deps,
  { check = () => {}, notifiesOld = false, ticket }: Checks<C> = {},
) => {
  const whom = { guestId, eventId: event.id }
  const corrected = await edit(
    () => getGuestOrThrow(whom, deps),
    async (before) => {
      const { firstName, lastName, email, userId, qrCode, erasedAt, emailIsBuyers, partyId } = before.guest
      if (erasedAt !== null) throw notFound()
      const names = {
        firstName: body.firstName ?? firstName,
        lastName: body.lastName ?? lastName,
        email: body.email ?? email,
      }
      check(body, names)
      const answers = JSON.stringify(body.answers ?? before.guest.answers)
      const isMoved = names.email !== email
      const ticketId = ticket === undefined || ticket.to === before.guest.ticketId ? null : ticket.to
      const isSame =
        ticketId === null &&
        names.firstName === firstName &&
        names.lastName === lastName &&
        !isMoved &&
        answers === JSON.stringify(before.guest.answers)
      if (isSame) return before
      const [move, promoted] = [newMove(deps), newMove(deps)]
      const { moveId, now } = move
      const correction = {
        ...whom,
        calendarId: event.calendarId,
        partyId,
        ...names,
        answers,
        ticketId,
        userId: isMoved ? await personIdOf(calendar, names.email, deps) : userId,
        qrCode: isMoved ? deps.newId('qr') : qrCode,
        renewsLinks: isMoved ? (1 as const) : (0 as const),
        searchText: searchTextOf(names),
        seenFirstName: firstName,
        seenLastName: lastName,
        seenEmail: email,
        boughtAs: emailIsBuyers ? null : email,
        moveId,
        now,
      }
      const results = await deps.commit({
        calendarId: event.calendarId,
        atEvent: event.id,
        seenBy: ticketId === null ? 'team' : 'visitors',
        statements: {
          why: whyNotCorrected(correction),
          whyTicket: ticketId === null ? [] : [whyTicketNotChanged(correction)],
          ticket: ticketId === null ? [] : moveBetweenTickets(correction),
          written: correct(correction),
          followed: followUpTransfer(correction),
          closed: isMoved ? closeWays(event.id, move) : [],
          after: ticketId === null ? [] : afterTicketChange(event.id, move, promoted),
          views: viewOfGuest(whom),
        },
        events: ticketId === null ? [] : [ticketChanged(event, whom, [moveId, promoted.moveId])],
        mails: [
          ...(isMoved || ticketId !== null ? [mailOfMove(MAIL_OF_STATUS, moveId)] : []),
          ...(ticketId === null ? [] : [mailOfMove(PROMOTED_MAIL, promoted.moveId)]),
          ...(isMoved && notifiesOld ? [addressChanged(whom, email, moveId)] : []),
        ],
      })
      const refused = mayBeCorrected.refusal(results.why[0])
      if (refused !== null && refused.code !== 'conflicting_edits') return refused
      const ticketRefused = refused === null ? (ticket?.rule.refusal(results.whyTicket[0]?.[0]) ?? null) : null
      if (ticketRefused !== null) return ticketRefused
      return results.written.length > 0 ? (results.views[0] ?? null) : null
    },
  )
  if (corrected === null)
    return refusal('conflicting_edits', { says: 'Another request changed this guest at the same time. Try again.' })
  return corrected instanceof Failure ? corrected : toGuest(corrected)
}

/** Keeps answers to questions that the event no longer has. */
const answersFor = async (
  event: EventRow,
  { guestId, ticketId }: { guestId: string; ticketId: string | undefined },
  given: readonly GivenAnswer[],
  deps: Deps,
) => {
  const { guest } = await getGuestOrThrow({ guestId, eventId: event.id }, deps)
  const party = guest.partyId === null ? null : await findParty(deps.db, guest.partyId)
  const { tickets } = await readTickets(deps.db, event.id)
  const ticket = tickets.find(({ id }) => id === (ticketId ?? guest.ticketId))
  const questions = event.registrationQuestions
  const checked = checkAnswers(questions, given, {
    isOwn: false,
    of: party === null ? ALONE : ['ATTENDEE'],
    tickets: ticket === undefined ? [] : namesOf(ticket),
    known: new Map(party?.party.answers.map(({ questionId, answer }) => [questionId, answer.split(', ')])),
  })
  const old = guest.answers.filter(({ questionId }) => !questions.some(({ id }) => id === questionId))
  return { ...checked, answers: [...checked.answers, ...old] }
}

/**
 * Sends the corrected address the email that the wrong address received, with a new code and link. The old code and
 * links stop working. So do those of guests with `email_is_buyers` in a party that this guest booked.
 */
export const correctGuest = operation({
  id: 'guests.correct',
  effects: ['mails'],
  summary: 'Update a guest',
  description:
    'Changes the guest’s names, answers, ticket or email address. A new address receives a new QR code and link, and the old ones stop working immediately. If the guest is the buyer of a party, the same applies to the party’s link and to its guests without their own email address. A new ticket is emailed to the guest, keeps the QR code and the order’s amount, and frees the seat of the old ticket for the waiting list.',
  routes: both('PATCH /events/:eventId/guests/:guestId'),
  access: guestsWrite,
  subject: 'event',
  body: GuestChanges,
  answer: one(Guest),
  refusals: [
    'already_registered',
    'conflicting_edits',
    'question_not_asked',
    'invalid_transition',
    'capacity_exceeded',
    'event_cancelled',
  ],
  async run({ event, calendar, params: { guestId }, body: { answers: given, ticketId, ...names } }, deps) {
    const whom = { guestId, ticketId }
    const checked = given === undefined ? null : await answersFor(event, whom, given, deps)
    if (checked !== null && checked.faults.length + checked.unasked.length > 0) return refusalOfAnswers(checked)
    return correctPerson({ event, calendar }, guestId, { ...names, answers: checked?.answers }, deps, {
      check: refuseNameless,
      ticket: ticketId === undefined ? undefined : { to: ticketId, rule: mayMoveToTicket },
    })
  },
})
