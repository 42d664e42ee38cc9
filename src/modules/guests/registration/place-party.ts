import { personIdOf, type EventInCalendar } from '../../../access/derived.ts'
import { rowIn } from '../../../db/commit.ts'
import { reasonOf, type RefusalOf } from '../../../db/guard.ts'
import type { CalendarRow, EventRow, TicketRow } from '../../../db/rows.ts'
import type { Deps } from '../../../deps.ts'
import { Failure, notFound, refusal, type Code, type FieldError } from '../../../kernel/failure.ts'
import type { SchemaOutput } from '../../../kernel/lazy.ts'
import { shortCodesFor } from '../../../kernel/short-code.ts'
import { MAX_PARTY_SIZE } from '../../../kernel/vocabulary.ts'
import { foldCode } from '../../coupons/index.ts'
import { openPartyOrder, orderDeadlines, redeemForParty, toOrderOfGuest, withSeats } from '../../orders/index.ts'
import { readTickets } from '../../tickets/index.ts'
import type { NewParty } from '../guests.schema.ts'
import { addonLinesOf, refusalOfAddons, type AddonLine } from '../addon-choices.ts'
import { checkAnswers, namesOf, type Checked } from './answers.ts'
import { lookFirst, withCheckout, type Unpayable } from './place-guest.ts'
import {
  insertChoices,
  insertParty,
  mailOfPartyMade,
  partyRegistered,
  type PartyEntryPath,
} from './place-party.store.ts'
import type { PlacingParty } from './placing-party.store.ts'
import {
  countPassed,
  countRecipients,
  mailOfMembers,
  manageUrlOfParty,
  movedBy,
  choiceToCheck,
  newMove,
  type Party,
  quotaValuesOf,
  searchTextOf,
  viewsOfMove,
} from '../../seats/index.ts'
import { toGuest } from '../guests.ts'

type PartyBody = SchemaOutput<typeof NewParty>

/** Refuses parties that are invalid at any event: `party_too_large` and `attendee_repeated`. */
const refusalOfMany = ({ attendees }: PartyBody) => {
  if (attendees.length > MAX_PARTY_SIZE)
    return refusal('party_too_large', {
      fields: [{ field: 'attendees', message: `must have at most ${MAX_PARTY_SIZE} entries` }],
    })
  const seen = new Set<string>()
  for (const [index, { email }] of attendees.entries()) {
    if (email === undefined) continue
    if (seen.has(email))
      return refusal('attendee_repeated', {
        fields: [{ field: `attendees.${index}.email`, message: 'is already used by another attendee' }],
      })
    seen.add(email)
  }
  return null
}

/** Each attendee's ticket: the one with their `ticketId`, or the only visible one. */
const ticketsOf = ({ attendees }: PartyBody, tickets: readonly TicketRow[]) => {
  const visible = tickets.filter(({ isHidden }) => !isHidden)
  return attendees.map(({ ticketId }) =>
    ticketId === undefined
      ? visible.length === 1
        ? visible[0]
        : undefined
      : tickets.find(({ id }) => id === ticketId),
  )
}

/** Errors for attendees whose ticket is missing or unknown. */
const faultsOfTickets = ({ attendees }: PartyBody, tickets: readonly (TicketRow | undefined)[]): FieldError[] =>
  attendees.flatMap(({ ticketId }, index) =>
    tickets[index] === undefined
      ? [
          {
            field: `attendees.${index}.ticketId`,
            message: ticketId === undefined ? 'must be a ticket of this event' : 'isn’t a ticket of this event',
          },
        ]
      : [],
  )

const answersOf = (event: EventRow, given: PartyBody, tickets: readonly (TicketRow | undefined)[], isOwn: boolean) => {
  const buyer = checkAnswers(event.registrationQuestions, given.buyer.answers ?? [], {
    isOwn,
    path: 'buyer.',
    of: ['BUYER'],
    tickets: tickets.flatMap((ticket) => (ticket === undefined ? [] : namesOf(ticket))),
  })
  const each = given.attendees.map(({ answers = [] }, index) => {
    const ticket = tickets[index]
    return checkAnswers(event.registrationQuestions, answers, {
      isOwn,
      path: `attendees.${index}.`,
      of: ['ATTENDEE'],
      tickets: ticket === undefined ? [] : namesOf(ticket),
      known: buyer.known,
    })
  })
  const all = [buyer, ...each]
  const faults = [...faultsOfTickets(given, tickets), ...all.flatMap((checked) => checked.faults)]
  const unasked = all.flatMap((checked) => checked.unasked)
  return { buyer: buyer.answers, each: each.map(({ answers }) => answers), faults, unasked }
}

const placingOf = async (
  { event, calendar }: EventInCalendar,
  given: PartyBody,
  {
    tickets,
    answers,
    addons,
    source,
  }: {
    tickets: (TicketRow | undefined)[]
    answers: ReturnType<typeof answersOf>
    addons: AddonLine[]
    source: PlacingParty['source']
  },
  move: Pick<ReturnType<typeof newMove>, 'moveId' | 'now' | 'payBy'>,
  deps: Deps,
): Promise<PlacingParty> => {
  const { buyer } = given
  const attendees = await Promise.all(
    given.attendees.map(async ({ firstName = '', lastName = '', email = null, price = null }, index) => {
      const id = deps.newId('gst')
      return {
        id,
        ticketId: tickets[index]?.id ?? null,
        userId: await personIdOf(calendar, email ?? id, deps),
        firstName,
        lastName,
        email,
        searchText: searchTextOf({ firstName, lastName, email: email ?? buyer.email }),
        qrCode: deps.newId('qr'),
        shortCodes: shortCodesFor(id),
        answers: JSON.stringify(answers.each[index] ?? []),
        price,
      }
    }),
  )
  return {
    partyId: deps.newId('pty'),
    eventId: event.id,
    attendees: JSON.stringify(attendees),
    addons: JSON.stringify(addons),
    size: attendees.length,
    couponCode: given.couponCode ? foldCode(given.couponCode) : null,
    buyerFirstName: buyer.firstName,
    buyerLastName: buyer.lastName,
    buyerEmail: buyer.email,
    buyerAnswers: JSON.stringify(answers.buyer),
    locale: given.locale ?? null,
    source,
    answersFit: answers.faults.length + answers.unasked.length === 0 ? 1 : 0,
    moveId: move.moveId,
    payBy: move.payBy,
    method: choiceToCheck(given.payBy, deps),
    now: move.now,
    ...quotaValuesOf(deps.config.quotas, move.now),
  }
}

/**
 * Registers a whole party, or returns the refusal. The same batch that inserts the guests reports the reason if it
 * can't.
 */
export const placeParty = async <C extends Code, OfAnswers extends Code>(
  at: EventInCalendar,
  given: PartyBody,
  way: PartyEntryPath<C>,
  {
    source,
    refuseAnswers,
    isFull = false,
  }: {
    source: PlacingParty['source']
    refuseAnswers: (answers: Pick<Checked, 'faults' | 'unasked'>) => RefusalOf<OfAnswers>
    isFull?: boolean
  },
  deps: Deps,
): Promise<
  | Party
  | Unpayable
  | RefusalOf<C>
  | RefusalOf<OfAnswers>
  | NonNullable<ReturnType<typeof refusalOfMany> | ReturnType<typeof refusalOfAddons>>
> => {
  const { event } = at
  const invalid = refusalOfMany(given)
  if (invalid !== null) return invalid
  const isPresent = source === 'PUBLIC'
  const tickets = ticketsOf(given, (await readTickets(deps.db, event.id)).tickets)
  const answers = answersOf(event, given, tickets, isPresent)
  const move = newMove(deps, given.payBy)
  const addons = addonLinesOf(
    given,
    tickets.map((ticket) => ticket?.id ?? null),
  )
  const unfit = refusalOfAddons(addons)
  if (unfit !== null) return unfit
  const placing = await placingOf(at, given, { tickets, answers, addons, source }, move, deps)
  const toRefusal = (refused: RefusalOf<C>) =>
    placing.answersFit === 0 && refused.code === 'validation_failed' ? refuseAnswers(answers) : refused
  const seen = isFull ? await lookFirst(event.id, way.rule, way.why(placing), deps) : null
  if (seen !== null) return toRefusal(seen)
  const mail = mailOfPartyMade(move.moveId)
  const toMembers = mailOfMembers({ CONFIRMED: 'confirmation' }, move.moveId, given.buyer.email)
  const {
    why: [judged],
    members,
    party: [made],
  } = await deps.commit({
    calendarId: event.calendarId,
    atEvent: event.id,
    seenBy: 'visitors',
    statements: {
      insert: way.insert(placing),
      chosen:
        given.payBy !== undefined || addons.length > 0 || given.attendees.some(({ price }) => price !== undefined)
          ? [insertChoices(placing)]
          : [],
      why: way.why(placing),
      passed: countPassed(move.moveId),
      party: insertParty(placing),
      redeemed: placing.couponCode === null ? [] : [redeemForParty(placing.partyId, move.now)],
      order: openPartyOrder(move, ...orderDeadlines(move.now, isPresent)),
      added: isPresent ? [] : [countRecipients(event.calendarId, move.now, movedBy(move.moveId))],
      members: viewsOfMove(move.moveId),
    },
    events: [partyRegistered(event, move.moveId)],
    mails: [mail, toMembers],
    effectId: rowIn('parties', placing.partyId),
  })
  const [first] = members
  if (made !== undefined && first !== undefined) {
    const payable = await withCheckout(first, deps)
    if (payable instanceof Failure) return payable
    const { order } = payable
    return { party: made, members: members.map((member) => ({ ...member, order })) }
  }
  if (judged === undefined) throw notFound()
  return toRefusal(reasonOf(way.rule, judged))
}

/** The response that the buyer gets. */
export const answerOfParty = async ({ party, members }: Party, calendar: CalendarRow, deps: Deps) => {
  const order = members[0]?.order ?? null
  return {
    kind: 'PARTY' as const,
    partyId: party.id,
    guests: members.map(toGuest),
    order: order === null ? null : toOrderOfGuest(order, calendar.slug, await withSeats(deps.db, order)),
    manageUrl: await manageUrlOfParty(party, calendar, deps),
  }
}

export const isParty = <Body extends object>(body: Body): body is Extract<Body, { attendees: unknown }> =>
  'attendees' in body

export const isPlaced = (placed: Party | Failure): placed is Party => !(placed instanceof Failure)
