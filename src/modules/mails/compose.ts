import type { Deps, MailAttachment, MailMessage } from '../../deps.ts'
import type { MailRow } from '../../db/rows.ts'
import { hasSeat, isOpenToAll } from '../../kernel/visibility.ts'
import { translated } from '../../presentation/event.ts'
import { languageOf } from '../../words/words.ts'
import { findCalendar, siteUrlOf } from '../calendars/index.ts'
import { isUnsubscribed, unsubscribeUrlOf } from '../communications/index.ts'
import { asKnownTo } from '../events/index.ts'
import { calendarFile, fileHeadOf, fileSettingsOf } from '../feeds/index.ts'
import { heldByBuyer, walletLinksOf } from '../guests/index.ts'
import { findAddonsOf, findPaidBefore, findRefundRule, findTermsOf, transferOf } from '../orders/index.ts'
import { inviteOf, findEntry, type Entry } from '../invites/index.ts'
import { composeSignInMail, isSignInMail } from './sign-in-letters.ts'
import { isHere, isToReader, type AboutGuest, type GuestLetter } from './about-guest.ts'
import { guestLetters, textIn } from './guest-letters.ts'
import { findLetter } from './letters.store.ts'
import { codeAttachment, composeMail, type MailFrame } from './message.ts'
import { sampleFor } from './sample.ts'
import { eventLetters, languageOfMail, otherLetters } from './other-letters.ts'
import {
  findManaged,
  inTheirWords,
  MAIL_OF_STATUS,
  manageUrlOf,
  manageUrlOfParty,
  type Placed,
} from '../seats/index.ts'

const letters = { ...guestLetters, ...eventLetters }

/** Returns the template of an email. For `party` emails to a buyer, the status of the guest decides. */
const letterFor = ({ kind }: MailRow, { guest }: Placed): GuestLetter | undefined =>
  letters[kind === 'party' ? MAIL_OF_STATUS[guest.status as keyof typeof MAIL_OF_STATUS] : kind]

/** Whether the email still applies to the guest: they are not erased and have one of its `statuses`. */
const isTrueOf = (mail: MailRow, placed: Placed) => {
  const statuses = letterFor(mail, placed)?.statuses ?? (mail.kind === 'party' ? [] : 'any')
  return placed.guest.erasedAt === null && (statuses === 'any' || statuses.includes(placed.guest.status))
}

/** Only buyers get refunds, so a guest who got the ticket by transfer isn't told of any. */
const refundRuleOf = ({ guest, order }: Placed, party: AboutGuest['party'], deps: Deps) => {
  if (order === null || (party === null && (order.partyId !== null || order.buyerGuestId !== guest.id))) return null
  const ticketIds = party?.members.filter(isHere).flatMap(({ guest: { ticketId } }) => ticketId ?? [])
  return findRefundRule(deps.db, order, ticketIds ?? [order.ticketId])
}

const aboutGuest = async (mail: MailRow, guestId: string, deps: Deps): Promise<AboutGuest | null> => {
  const found = await findManaged(deps.db, guestId)
  if (found === null) return null
  const { event: own, calendar, together, ...named } = found
  // An email to a buyer covers the whole party and links to the page for all its members.
  const party =
    together !== null && together.party.erasedAt === null && together.party.buyerEmail === mail.recipient
      ? together
      : null
  // If the guest named in the email has left, the email is about the other members of the party.
  const others = isHere(named) ? [] : (party?.members.filter(isHere) ?? [])
  const placed = isTrueOf(mail, named) ? named : (others.find((other) => isTrueOf(mail, other)) ?? named)
  const isOn = own.status !== 'CANCELLED'
  const locale = party?.party.locale ?? placed.guest.locale ?? calendar.locale
  const event = translated(own, locale)
  const guest = inTheirWords(placed, locale)
  const manageUrl = await (party === null
    ? manageUrlOf(guest.guest, calendar, deps)
    : manageUrlOfParty(party.party, calendar, deps))
  return {
    mail,
    guest,
    event,
    calendar,
    party: party && { ...party, members: party.members.map((member) => inTheirWords(member, locale)) },
    manageUrl,
    wallet: walletLinksOf(
      manageUrl,
      {
        isTicket: party === null && isOn && hasSeat(guest.guest.status),
        holdsSeveral: party !== null && isOn && heldByBuyer(party).length > 0,
      },
      deps,
    ),
    eventUrl: isOpenToAll(calendar, event) ? siteUrlOf(deps.config, 'e', event.slug) : null,
    ownTitle: own.title,
    addons:
      party === null || guest.order === null
        ? { bought: [], leftOut: [] }
        : await findAddonsOf(deps.db, guest.order.id),
    refundRule: await refundRuleOf(placed, party, deps),
    transfer:
      guest.order?.status === 'PENDING' ? transferOf(guest.order, await findTermsOf(deps.db, guest.order.id)) : null,
    paidBefore: guest.order?.status === 'PENDING' ? await findPaidBefore(deps.db, event.id, mail.recipient) : null,
    language: languageOf(locale),
  }
}

/**
 * Builds an `.ics` file with the same `UID` and `SEQUENCE` as the feed. Guests with a seat also see a guests-only
 * venue.
 */
const entryOf = ({ event, calendar, guest: { guest } }: AboutGuest, deps: Deps): MailAttachment => ({
  filename: `${event.slug}.ics`,
  type: 'text/calendar; charset=utf-8',
  content: calendarFile(
    fileHeadOf(calendar, deps.config),
    [asKnownTo(guest.status, event)],
    fileSettingsOf(deps.config, calendar),
  ),
})

/**
 * Builds an invite instead of an `.ics` file: the guest's own entry, which follows changes to the guest and the event.
 */
const inviteIn = (entry: Entry, { mail, event, calendar, eventUrl }: AboutGuest, deps: Deps) =>
  inviteOf({ entry, event, calendar, url: eventUrl, recipient: mail.recipient, causedAt: mail.createdAt }, deps)

/**
 * Reads the calendar entry before the guest. If the guest leaves in between, the email no longer applies. Read in the
 * other order, a confirmation would carry the `CANCEL` of a transfer.
 */
const readGuest = async (mail: MailRow, guestId: string, deps: Deps) => {
  const entry = deps.config.invitesHost === null ? [] : await findEntry(deps.db, guestId, mail.recipient)
  const about = await aboutGuest(mail, guestId, deps)
  return about === null ? null : { about, entry }
}

const toGuest = async (
  mail: MailRow,
  { about, entry }: { about: AboutGuest; entry: Entry },
  deps: Deps,
): Promise<MailMessage | null> => {
  const letter = letterFor(mail, about.guest)
  if (letter === undefined || !isTrueOf(mail, about.guest) || !isToReader(about)) return null
  // A guest whose registration ended because they did not pay already knows that the event is cancelled, and cannot
  // register again, so they get no email.
  if (about.event.status === 'CANCELLED' && textIn(mail, 'reason') === 'unpaid') return null
  if (letter.isUnasked === true && (await isUnsubscribed(deps.db, mail.calendarId, mail.recipient))) return null
  const written = {
    ...letter.write(about),
    ...(letter.isUnasked === true
      ? { unsubscribeUrl: await unsubscribeUrlOf(about.party?.party ?? about.guest.guest, about.calendar, deps) }
      : {}),
  }
  const code = await codeAttachment(written, about)
  if (deps.config.invitesHost !== null)
    return composeMail(mail, written, about, { files: code, invite: await inviteIn(entry, about, deps) }, deps)
  const isCarried =
    letter.carriesEntry === 'always' || (letter.carriesEntry === 'toGuests' && hasSeat(about.guest.guest.status))
  return composeMail(mail, written, about, { files: [...code, ...(isCarried ? [entryOf(about, deps)] : [])] }, deps)
}

/** Adds the data that all emails of one `letters` row share. */
const withCommon = async (mail: MailRow, { db }: Deps): Promise<MailRow> => {
  const [cause = ''] = mail.cause.split(':')
  const letter = cause.startsWith('ltr_') ? await findLetter(db, cause) : null
  return letter === null ? mail : { ...mail, data: { ...letter.data, ...mail.data } }
}

/** Returns the calendar and the language for an email to someone who is not a guest. */
const frameOf = async (mail: MailRow, { db }: Deps): Promise<MailFrame | null> => {
  const calendar = await findCalendar(db, mail.calendarId)
  return calendar === null ? null : { calendar, event: null, language: languageOfMail(mail, calendar) }
}

/** Composes the email from the current rows. Returns null if the email no longer applies. */
export const compose = async (row: MailRow, deps: Deps): Promise<MailMessage | null> => {
  const mail = await withCommon(row, deps)
  if (mail.kind === 'sample') return sampleFor(mail, deps)
  if (isSignInMail(mail)) return composeSignInMail(mail, deps)
  const isToGuest = mail.kind in letters || mail.kind === 'party'
  if (isToGuest) {
    const read = mail.guestId === null ? null : await readGuest(mail, mail.guestId, deps)
    return read === null ? null : toGuest(mail, read, deps)
  }
  const about = mail.guestId === null ? null : await aboutGuest(mail, mail.guestId, deps)
  const write = otherLetters[mail.kind]
  if (write === undefined) throw new Error(`no template for emails of the kind '${mail.kind}'`)
  const written = await write(mail, about, deps)
  if (written === null) return null
  const frame = about ?? (await frameOf(mail, deps))
  return frame === null
    ? null
    : composeMail(
        mail,
        written,
        frame,
        { files: [...(await codeAttachment(written, about)), ...(written.files ?? [])] },
        deps,
      )
}
