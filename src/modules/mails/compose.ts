import type { Deps, MailAttachment, MailMessage } from '../../deps.ts'
import type { MailRow } from '../../db/rows.ts'
import { isIn, isOpenToAll } from '../../kernel/visibility.ts'
import { translated } from '../../presentation/event.ts'
import { languageOf } from '../../words/words.ts'
import { findCalendar, siteUrlOf } from '../calendars/index.ts'
import { isUnsubscribed, unsubscribeUrlOf } from '../communications/index.ts'
import { asKnownTo } from '../events/index.ts'
import { calendarFile, fileHeadOf, fileSettingsOf } from '../feeds/index.ts'
import {
  findManaged,
  heldByBuyer,
  MAIL_OF_STATUS,
  manageUrlOf,
  manageUrlOfParty,
  walletLinksOf,
} from '../guests/index.ts'
import { inviteOf } from '../invites/index.ts'
import { isToReader, type AboutGuest } from './about-guest.ts'
import { guestLetters } from './guest-letters.ts'
import { findLetter } from './letters.store.ts'
import { codeIn, messageOf, type Around } from './message.ts'
import { sampleFor } from './sample.ts'
import { eventLetters, languageOfMail, otherLetters } from './other-letters.ts'

const aboutGuest = async (mail: MailRow, guestId: string, deps: Deps): Promise<AboutGuest | null> => {
  const found = await findManaged(deps.db, guestId)
  if (found === null) return null
  const { event: own, calendar, together, ...guest } = found
  // Whoever brought others hears of all of them, and has a page for all of them.
  const party =
    together !== null && together.party.erasedAt === null && together.party.buyerEmail === mail.recipient
      ? together
      : null
  const isOn = own.status !== 'CANCELLED'
  const locale = party?.party.locale ?? guest.guest.locale ?? calendar.locale
  const event = translated(own, locale)
  const manageUrl = await (party === null ? manageUrlOf(guest.guest, deps) : manageUrlOfParty(party.party, deps))
  return {
    mail,
    guest,
    event,
    calendar,
    party,
    manageUrl,
    wallet: walletLinksOf(
      manageUrl,
      {
        isTicket: party === null && isOn && isIn(guest.guest.status),
        holdsSeveral: party !== null && isOn && heldByBuyer(party).length > 0,
      },
      deps,
    ),
    eventUrl: isOpenToAll(calendar, event) ? siteUrlOf(deps.config, 'e', event.slug) : null,
    ownTitle: own.title,
    language: languageOf(locale),
  }
}

/** The event for agendas, under the UID and in the version of the feed; guests get the address that is for them. */
const entryOf = ({ event, calendar, guest: { guest } }: AboutGuest, deps: Deps): MailAttachment => ({
  filename: `${event.slug}.ics`,
  type: 'text/calendar; charset=utf-8',
  content: calendarFile(
    fileHeadOf(calendar, deps.config),
    [asKnownTo(guest.status, event)],
    fileSettingsOf(deps.config, calendar),
  ),
})

/** The same as an entry that is the guest's own, and follows them and the event. */
const inviteIn = ({ mail, guest: { guest }, event, calendar, eventUrl }: AboutGuest, deps: Deps) =>
  inviteOf({ guest, event, calendar, url: eventUrl, recipient: mail.recipient, causedAt: mail.createdAt }, deps)

const letters = { ...guestLetters, ...eventLetters }

const toGuest = async (mail: MailRow, about: AboutGuest, deps: Deps): Promise<MailMessage | null> => {
  const { status, erasedAt } = about.guest.guest
  // To the buyer of a party: what their guests would be told, for all of them.
  const kind = mail.kind === 'party' ? MAIL_OF_STATUS[status as keyof typeof MAIL_OF_STATUS] : mail.kind
  const letter = letters[kind]
  if (letter === undefined || erasedAt !== null) return null
  const isTrue = letter.statuses === 'any' || letter.statuses.includes(status)
  if (!isTrue || !isToReader(about)) return null
  if (letter.isUnasked === true && (await isUnsubscribed(deps.db, mail.calendarId, mail.recipient))) return null
  const written = {
    ...letter.write(about),
    ...(letter.isUnasked === true
      ? { unsubscribeUrl: await unsubscribeUrlOf(about.party?.party ?? about.guest.guest, deps) }
      : {}),
  }
  const code = await codeIn(written, about)
  if (deps.config.invitesHost !== null)
    return messageOf(mail, written, about, { files: code, invite: await inviteIn(about, deps) }, deps)
  const isCarried = letter.carriesEntry === 'always' || (letter.carriesEntry === 'toGuests' && isIn(status))
  return messageOf(mail, written, about, { files: [...code, ...(isCarried ? [entryOf(about, deps)] : [])] }, deps)
}

/** What is common to many mails is kept once, and is each one's. */
const withCommon = async (mail: MailRow, { db }: Deps): Promise<MailRow> => {
  const [cause = ''] = mail.cause.split(':')
  const letter = cause.startsWith('ltr_') ? await findLetter(db, cause) : null
  return letter === null ? mail : { ...mail, data: { ...letter.data, ...mail.data } }
}

/** A mail to nobody among the guests speaks as its calendar does. */
const aroundMail = async (mail: MailRow, { db }: Deps): Promise<Around | null> => {
  const calendar = await findCalendar(db, mail.calendarId)
  return calendar === null ? null : { calendar, event: null, language: languageOfMail(mail, calendar) }
}

/** Makes the mail from the rows as they are now; null when there is nothing true left to say. */
export const compose = async (row: MailRow, deps: Deps): Promise<MailMessage | null> => {
  const mail = await withCommon(row, deps)
  if (mail.kind === 'sample') return sampleFor(mail, deps)
  const about = mail.guestId === null ? null : await aboutGuest(mail, mail.guestId, deps)
  if (mail.kind in letters || mail.kind === 'party') return about === null ? null : toGuest(mail, about, deps)
  const write = otherLetters[mail.kind]
  if (write === undefined) throw new Error(`nobody knows how to write a mail of the kind '${mail.kind}'`)
  const written = await write(mail, about, deps)
  if (written === null) return null
  const around = about ?? (await aroundMail(mail, deps))
  return around === null
    ? null
    : messageOf(mail, written, around, { files: [...(await codeIn(written, about)), ...(written.files ?? [])] }, deps)
}
