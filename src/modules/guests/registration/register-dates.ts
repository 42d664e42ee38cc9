import type { PersonCalendar } from '../../../access/derived.ts'
import { edit } from '../../../db/edit.ts'
import type { CalendarRow, EventRow } from '../../../db/rows.ts'
import type { RefusalOf } from '../../../db/guard.ts'
import { inOneBatch } from '../../../db/statement.ts'
import type { Deps } from '../../../deps.ts'
import { Failure, invalidFields, refusal, type Code, type FieldError } from '../../../kernel/failure.ts'
import type { SchemaOutput } from '../../../kernel/lazy.ts'
import { isNullViolation } from '../../../kernel/violations.ts'
import { isOpenToAll } from '../../../kernel/visibility.ts'
import { one, open, operation, reply } from '../../../operation/operation.ts'
import { eventsNamed } from '../../events/index.ts'
import { openOrders } from '../../orders/index.ts'
import { DatesRegistration, NewDatesRegistration } from '../guests.schema.ts'
import { ALONE, checkAnswers, namesOf } from './answers.ts'
import { placingOf } from './place-guest.ts'
import { byRegistering, guestRegistered } from './place-guest.store.ts'
import { countSeat, resendLink } from './register.ts'
import { joinAsParty, mailOfParty, mailsOfDates } from './register-dates.store.ts'
import { toGuest } from '../guests.ts'
import { countPassed, manageUrlOf, newMove, type Placed, viewOfMove } from '../../seats/index.ts'

type Body = SchemaOutput<typeof NewDatesRegistration>
type Date = Awaited<ReturnType<typeof readDates>>[number]

const readDates = async (calendarId: string, ids: readonly string[], deps: Deps) =>
  (await inOneBatch(deps.db, [eventsNamed(calendarId, ids)]))[0]

/**
 * The guest's ticket on one date: the ticket `asked` on the date it belongs to, and a visible ticket with the same name
 * on the others.
 */
const ticketOf = ({ tickets }: Date, asked: { id: string; name: string } | null) => {
  const visible = tickets.filter(({ isHidden }) => !isHidden)
  if (asked === null) return visible.length === 1 ? (visible[0] ?? null) : null
  return tickets.find(({ id }) => id === asked.id) ?? visible.find(({ name }) => name === asked.name) ?? null
}

const fitted = (dates: readonly Date[], body: Body) => {
  const faults: FieldError[] = []
  const all = dates.flatMap(({ tickets }) => tickets)
  const asked = body.ticketId === undefined ? null : (all.find(({ id }) => id === body.ticketId) ?? null)
  if (body.ticketId !== undefined && asked === null)
    faults.push({ field: 'ticketId', message: 'isn’t a ticket of these dates' })
  const known = new Set(dates.flatMap(({ event }) => event.registrationQuestions.map(({ id }) => id)))
  for (const [index, { questionId }] of (body.answers ?? []).entries()) {
    if (!known.has(questionId))
      faults.push({ field: `answers.${index}.questionId`, message: 'isn’t a question of these dates' })
  }
  const fits = dates.map((date) => {
    const { event } = date
    const place = `eventIds.${body.eventIds.indexOf(event.id)}`
    const ticket = ticketOf(date, asked)
    if (ticket === null && faults.length === 0)
      faults.push({
        field: 'ticketId',
        message: 'is required if a date has several tickets, and every date must have a visible ticket with its name',
      })
    if (event.verifyEmail)
      faults.push({ field: place, message: 'requires email verification: register for it separately' })
    if (ticket !== null && ticket.price > 0)
      faults.push({ field: place, message: 'has a paid ticket: register for it separately' })
    const given = (body.answers ?? []).filter(({ questionId }) =>
      event.registrationQuestions.some(({ id }) => id === questionId),
    )
    const checked = checkAnswers(event.registrationQuestions, given, {
      isOwn: true,
      of: ALONE,
      tickets: ticket === null ? [] : namesOf(ticket),
    })
    faults.push(...checked.faults.filter((fault) => !faults.some(({ message }) => message === fault.message)))
    return { event, ticketId: ticket?.id, answers: checked.answers }
  })
  return { fits, faults }
}

/** Finds the requested dates in order of their start, each with the guest's ticket and answers. */
const findFits = async (calendar: CalendarRow, seriesId: string, body: Body, deps: Deps) => {
  const found = await readDates(calendar.id, body.eventIds, deps)
  const dates = found.filter(({ event }) => event.seriesId === seriesId && isOpenToAll(calendar, event))
  const foreign = body.eventIds.flatMap((id, index) =>
    dates.some(({ event }) => event.id === id)
      ? []
      : [{ field: `eventIds.${index}`, message: 'isn’t a date of this series' }],
  )
  if (foreign.length > 0) throw invalidFields(foreign)
  const { fits, faults } = fitted(
    dates.toSorted((left, right) => left.event.startAt - right.event.startAt),
    body,
  )
  if (faults.length > 0) throw invalidFields(faults)
  return fits
}

type Fit = ReturnType<typeof fitted>['fits'][number]
/**
 * Only free tickets can be registered for several dates. This refusal therefore means that a ticket has become priced
 * in between.
 */
type Priced = { code: 'payment_account_not_ready' } | { code: 'payment_method_closed' }
type Refusals = typeof byRegistering extends { rule: { refusal(row: never): infer R } }
  ? Exclude<R, null | Priced>
  : never

/**
 * Registers a guest on every date or on none: `joinAsParty` makes the batch fail if one date refuses the guest or costs
 * something. Returns null if the check after a failed batch finds no reason on any date, because a seat became free or
 * a ticket changed in between.
 */
const placeOnAll = async (
  calendar: PersonCalendar,
  fits: readonly Fit[],
  body: Body,
  deps: Deps,
): Promise<Placed[] | { refused: Refusals; event: EventRow } | null> => {
  const partyId = deps.newId('pty')
  const each = await Promise.all(
    fits.map(async (fit) => {
      const move = newMove(deps)
      const newcomer = {
        ...body,
        ticketId: fit.ticketId,
        couponCode: undefined,
        answers: fit.answers,
        answersFit: true,
        source: 'PUBLIC' as const,
      }
      return { ...fit, move, placing: await placingOf({ event: fit.event, calendar }, newcomer, move, deps) }
    }),
  )
  const moves = each.map(({ move }) => move.moveId)
  const [first] = each
  if (first === undefined) return []
  try {
    const { made } = await deps.commit({
      calendarId: first.event.calendarId,
      seenBy: 'visitors',
      statements: {
        inserts: each.map(({ placing }) => byRegistering.insert(placing)),
        passed: countPassed(...moves),
        orders: each.map(({ move }) => openOrders(move, null)),
        joined: joinAsParty(partyId, moves),
        made: each.map(({ move }) => viewOfMove(move.moveId)),
      },
      events: each.map(({ event, move }) => guestRegistered(event, move.moveId)),
      mails: [mailOfParty(partyId, moves), ...(deps.config.invitesHost === null ? [] : mailsOfDates(moves))],
    })
    const placed = made.flat()
    // If every date refused the guest, `joinAsParty` updates no row and so can't fail.
    if (placed.length > 0) return placed
  } catch (error) {
    if (!isNullViolation(error, 'guests.move_id')) throw error
  }
  const { reasons } = await inOneBatch(deps.db, { reasons: each.map(({ placing }) => byRegistering.why(placing)) })
  for (const [index, { event }] of each.entries()) {
    const refused = byRegistering.rule.refusal(reasons[index]?.[0])
    if (refused?.code === 'payment_account_not_ready' || refused?.code === 'payment_method_closed') return null
    if (refused !== null) return { refused, event }
  }
  return null
}

export const registerForDates = operation({
  id: 'registrations.createForDates',
  summary: 'Register for several dates of a series',
  description:
    'Registers for all of the dates or none. For free tickets only. Each date has its own guest, QR code and link. One email covers them all.',
  routes: [open('POST /public/series/:seriesId/registrations')],
  subject: 'series',
  limit: 'registration',
  body: NewDatesRegistration,
  answer: one(DatesRegistration),
  refusals: [
    'capacity_exceeded',
    'registration_closed',
    'event_cancelled',
    'quantity_not_allowed',
    'conflicting_edits',
  ],
  async run({ calendar, params, body, address }, deps) {
    const eventIds = [...new Set(body.eventIds)]
    for (const [index, eventId] of eventIds.entries()) await countSeat(address, eventId, index === 0, deps)
    const placed = await edit(
      () => findFits(calendar, params.seriesId, body, deps),
      (fits) => placeOnAll(calendar, fits, body, deps),
    )
    if (placed === null)
      return refusal('conflicting_edits', { says: 'Another request changed these dates at the same time. Try again.' })
    if (Array.isArray(placed)) {
      const registrations = await Promise.all(
        placed.map(async (each) => ({
          guest: toGuest(each),
          manageUrl: await manageUrlOf(each.guest, calendar, deps),
        })),
      )
      return { partyId: placed[0]?.guest.partyId ?? null, registrations }
    }
    const { refused, event } = placed
    if (refused.code === 'coupon_invalid' || refused.code === 'coupon_exhausted')
      throw new Error('a coupon was refused although none was given')
    if (refused.code !== 'already_registered') return withDate(refused, event)
    await resendLink(event, body.email, deps)
    return reply(
      { partyId: null, registrations: [] },
      {
        message:
          'This email address is already registered for one of these dates. We resend its confirmation at most once an hour.',
      },
    )
  },
})

/** Prefixes the message of the refusal with the date it is about. */
const withDate = <C extends Code>(refused: RefusalOf<C>, { startAt, timezone }: EventRow): RefusalOf<C> => {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: timezone }).format(startAt)
  return new Failure(refused.code, { ...refused.extras, says: `${day}: ${refused.message}` } as never) as RefusalOf<C>
}
