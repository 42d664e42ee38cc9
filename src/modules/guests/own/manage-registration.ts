import type { LinkCalendar } from '../../../access/derived.ts'
import { actingAs } from '../../../db/commit.ts'
import type { Deps } from '../../../deps.ts'
import { Failure } from '../../../kernel/failure.ts'
import { groupShortCode } from '../../../kernel/short-code.ts'
import { iso } from '../../../kernel/time.ts'
import { hasSeat, isOpenToAll } from '../../../kernel/visibility.ts'
import { one, open, operation, raw, reply } from '../../../operation/operation.ts'
import { siteUrlOf } from '../../calendars/index.ts'
import { asKnownTo, toGuestEvent, loadEventView, timesOf } from '../../events/index.ts'
import { calendarFile, fileHeadOf, fileSettingsOf } from '../../feeds/index.ts'
import { instructionsFor, toOrderOfGuest, withSeats } from '../../orders/index.ts'
import { Acceptance } from '../guests.schema.ts'
import { ManagedRegistration } from './own.schema.ts'
import { heldByBuyer, walletLinksOf } from './wallet-links.ts'
import { ENROLLING } from '../registration/refusals.ts'
import { enrol } from '../registration/register.ts'
import {
  datesOfGuest,
  invalidTransition,
  managedBy,
  manageUrlOf,
  manageUrlOfParty,
  ownOrderOf,
  type Party,
  whoAnswers,
} from '../../seats/index.ts'
import { toGuest } from '../guests.ts'

/** Self-service for guests. The manage link is their only credential. */

type Managed = Awaited<ReturnType<typeof managedBy>>

export const asGuest = ({ guest }: { guest: { id: string } }, deps: Deps) =>
  actingAs({ type: 'guest', id: guest.id }, deps)

export const CANCELLABLE = ['INVITED', 'PENDING', 'CONFIRMED', 'WAITLISTED', 'OFFERED'] as const
const ACCEPTED: readonly string[] = ['PENDING', 'CONFIRMED', 'WAITLISTED', 'OFFERED', 'CHECKED_IN']
const PRIVATE = { 'Cache-Control': 'private, no-store' }

const canCancel = ({ guest }: { guest: { status: string } }) => CANCELLABLE.some((status) => status === guest.status)

/**
 * All members of a buyer's party. Members without their own address have a `manageUrl`, so that the buyer can show
 * their code.
 */
const partyOf = async ({ party, members }: Party, calendar: LinkCalendar, deps: Deps) => ({
  id: party.id,
  buyer: { firstName: party.buyerFirstName, lastName: party.buyerLastName, email: party.buyerEmail },
  registrationAnswers: party.answers.map(({ question, answer }) => ({ question, answer })),
  guests: await Promise.all(
    members.map(async (member) => ({
      guest: toGuest(member),
      manageUrl: member.guest.emailIsBuyers ? await manageUrlOf(member.guest, calendar, deps) : null,
      canCancel: canCancel(member),
    })),
  ),
})

const offerOf = (managed: Managed) => {
  const asked = whoAnswers(managed)
  if (asked?.status !== 'OFFERED' || asked.offerExpiresAt === null) return null
  const offered = (managed.isBuyers ? managed.together?.members : undefined)?.filter(
    ({ guest }) => guest.status === 'OFFERED',
  )
  return { places: offered?.length ?? 1, expiresAt: iso(asked.offerExpiresAt) }
}

/** The dates of a guest who registered for several together. A party's buyer and its members have one date. */
const datesOf = async ({ guest, calendar, together }: Managed, deps: Deps) => {
  if (together !== null || guest.partyId === null) return []
  const dates = await datesOfGuest(deps.db, guest)
  if (dates.length < 2) return []
  return Promise.all(
    dates.map(async ({ guest: { id, status, shortCode, linkVersion }, event }) => ({
      guestId: id,
      status,
      shortCode: shortCode === null ? null : groupShortCode(shortCode),
      manageUrl: await manageUrlOf({ id, linkVersion }, calendar, deps),
      event: {
        id: event.id,
        title: event.title,
        status: event.status,
        ...timesOf(event),
        timezone: event.timezone,
        allDay: event.allDay,
      },
    })),
  )
}

export const registrationReply = async (managed: Managed, deps: Deps) => {
  const { guest, event, calendar, together } = managed
  const party = managed.isBuyers ? together : null
  const order = ownOrderOf(managed)
  const orderShown = order === null ? null : toOrderOfGuest(order, calendar.slug, await withSeats(deps.db, order))
  const view = await loadEventView(deps.db, calendar, event)
  const isOn = event.status !== 'CANCELLED'
  const isTicket = isOn && hasSeat(guest.status)
  const manageUrl = await (party === null
    ? manageUrlOf(guest, calendar, deps)
    : manageUrlOfParty(party.party, calendar, deps))
  return reply(
    {
      guest: toGuest(managed),
      party: party === null ? null : await partyOf(party, calendar, deps),
      order: orderShown,
      manageUrl,
      wallet: walletLinksOf(
        manageUrl,
        {
          isTicket: party === null && isTicket,
          // A party member other than the buyer holds only their own ticket.
          holdsSeveral:
            party === null
              ? isTicket && together === null && guest.partyId !== null
              : isOn && heldByBuyer(party).length > 0,
        },
        deps,
      ),
      paymentInstructions: (orderShown?.payment.bank ?? null) === null ? instructionsFor(order, event, calendar) : null,
      canCancel: (party?.members ?? [managed]).some(canCancel),
      offer: offerOf(managed),
      dates: await datesOf(managed, deps),
      event: toGuestEvent(guest.status, view, deps.config, deps.clock()),
      calendar: {
        slug: calendar.slug,
        name: calendar.name,
        timezone: calendar.timezone,
        url: isOpenToAll(calendar, event) ? siteUrlOf(deps.config, 'c', calendar.slug) : null,
        avatarUrl: calendar.avatarUrl,
        locale: calendar.locale,
        accent: calendar.accent,
        contactEmail: calendar.contactEmail,
        imprintUrl: calendar.imprintUrl,
        privacyUrl: calendar.privacyUrl,
      },
    },
    { headers: PRIVATE },
  )
}

export const readRegistration = operation({
  id: 'registrations.read',
  summary: 'Get your registration',
  description: 'For a confirmed guest, the event includes its address and meeting link.',
  routes: [open('GET /public/registrations/:manageToken', { secret: true })],
  subject: 'none',
  answer: one(ManagedRegistration),
  async run({ params }, deps) {
    return registrationReply(await managedBy(params.manageToken, deps), deps)
  },
})

export const acceptInvitation = operation({
  id: 'registrations.accept',
  summary: 'Accept an invitation to an event',
  description:
    'Registers the invited person, exactly as if they had registered with the same email address. Also works for private events.',
  routes: [open('POST /public/registrations/:manageToken/accept', { secret: true })],
  subject: 'none',
  body: Acceptance,
  answer: one(ManagedRegistration),
  refusals: [...ENROLLING, 'invalid_transition'],
  /** Accepting twice, concurrently or in sequence, is not an error: `already_registered` counts as success. */
  async run({ params, body, address }, deps) {
    const managed = await managedBy(params.manageToken, deps)
    const { guest, event, calendar } = managed
    const visitor = { ...body, email: guest.email }
    const enrolled =
      guest.status === 'INVITED' ? await enrol({ event, calendar }, visitor, { address }, asGuest(managed, deps)) : null
    if (enrolled instanceof Failure && enrolled.code !== 'already_registered') return enrolled
    const after = await managedBy(params.manageToken, deps)
    if (!ACCEPTED.includes(after.guest.status)) return invalidTransition(after.guest.status, 'CONFIRMED')
    return registrationReply(after, deps)
  },
})

/** The same calendar entry as in the confirmation email, with the same UID as in the feed. */
export const readOwnEntry = operation({
  id: 'registrations.entry',
  summary: 'Get your event’s iCalendar file',
  routes: [open('GET /public/registrations/:manageToken/event.ics', { secret: true })],
  subject: 'none',
  answer: raw({ 'text/calendar': null }),
  async run({ params }, deps) {
    const { guest, event, calendar } = await managedBy(params.manageToken, deps)
    const head = fileHeadOf(calendar, deps.config)
    return new Response(calendarFile(head, [asKnownTo(guest.status, event)], fileSettingsOf(deps.config, calendar)), {
      headers: {
        ...PRIVATE,
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': `inline; filename="${event.slug}.ics"`,
      },
    })
  },
})
