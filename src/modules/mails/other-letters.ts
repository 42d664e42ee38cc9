import type { CalendarRow, MailRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { translated } from '../../presentation/event.ts'
import { calledInMail, maskedAddress, titleInMail } from '../../presentation/name.ts'
import { momentOf } from '../../presentation/when.ts'
import { findCalendar } from '../calendars/index.ts'
import { findCommunication, isUnsubscribed, unsubscribeUrlOf } from '../communications/index.ts'
import { exportUrlOf, findRun, findScheduleWithCalendar } from '../exports/index.ts'
import { verificationUrlOf } from '../guests/index.ts'
import { findAsked, invitationUrlOf } from '../members/index.ts'
import { findSeries } from '../series/index.ts'
import { findPaidBefore } from '../orders/index.ts'
import { communicationLetter } from './communication-letter.ts'
import { accountLetters } from './account-letters.ts'
import { erasureLetters } from './erasure-letters.ts'
import { refundLetters } from './refund-letters.ts'
import { registrations } from './dates-letter.ts'
import { base, hello, isToReader, whenFor, type AboutGuest, type GuestLetter, type Writer } from './about-guest.ts'
import { paidBeforeOf, textIn } from './guest-letters.ts'
import { localeOf } from '../../words/locales.ts'
import { languageOf } from '../../words/words.ts'
import { findVerification, untilOfLink } from '../seats/index.ts'

const CHANGED: Record<string, 'theTime' | 'thePlace' | 'theLink' | 'theTitle'> = {
  title: 'theTitle',
  startAt: 'theTime',
  endAt: 'theTime',
  timezone: 'theTime',
  allDay: 'theTime',
  location: 'thePlace',
  locationType: 'thePlace',
  meetingUrl: 'theLink',
}
const changedIn = ({ mail, language: { words, format } }: AboutGuest) => {
  const fields = Array.isArray(mail.data.fields) ? (mail.data.fields as string[]) : []
  const parts = [...new Set(fields.flatMap((field) => CHANGED[field] ?? []))].map((part) => words.mail[part])
  return parts.length === 0 ? words.mail.theDetails : new Intl.ListFormat(format).format(parts)
}

/** Emails to guests with a seat, guests who are waiting for one, and invited guests. */
export const eventLetters: Readonly<Record<string, GuestLetter>> = {
  'event.cancelled': {
    statuses: 'any',
    carriesEntry: 'always',
    write: (about) => ({
      ...base(about),
      subject: about.language.words.mail.cancelled(titleInMail(about.event.title)),
      preview: about.language.words.mail.cancelledPreview,
      heading: about.language.words.standing.cancelled,
      paragraphs: [hello(about), about.language.words.mail.cancelledText],
      quote: textIn(about.mail, 'reason'),
      action: undefined,
      closing: undefined,
    }),
  },
  'event.changed': {
    statuses: 'any',
    carriesEntry: 'always',
    write: (about) => ({
      ...base(about),
      subject: about.language.words.mail.changed(titleInMail(about.event.title)),
      preview: whenFor(about)[0],
      heading: about.language.words.mail.changedHeading,
      paragraphs: [hello(about), about.language.words.mail.changedText(changedIn(about))],
    }),
  },
}

/** Returns the language of the person whose action caused the email. If it is not known, returns the calendar's. */
export const languageOfMail = (mail: MailRow, calendar: CalendarRow) =>
  languageOf(localeOf(textIn(mail, 'locale')) ?? calendar.locale)

const communication: Writer = async (mail, about, deps) => {
  const row = await findCommunication(deps.db, mail.cause.split(':')[0] ?? '')
  if (row === null || about === null || about.guest.guest.erasedAt !== null || !isToReader(about)) return null
  // The recipient may have unsubscribed after sending began.
  if (await isUnsubscribed(deps.db, mail.calendarId, mail.recipient)) return null
  return communicationLetter(
    row,
    about,
    await unsubscribeUrlOf(about.party?.party ?? about.guest.guest, about.calendar, deps),
  )
}

/**
 * Goes to the old address of a guest who changed it. Names the new address only masked, and has no link: the
 * registration may now belong to someone else.
 */
const addressChanged: Writer = async (_, about) => {
  if (about === null || about.guest.guest.erasedAt !== null) return null
  const words = about.language.words.mail
  const { pass, footer } = base(about)
  return {
    pass,
    footer,
    subject: words.addressChanged(titleInMail(about.event.title)),
    preview: words.addressChangedText(maskedAddress(about.guest.guest.email)),
    heading: words.addressChangedHeading,
    paragraphs: [words.hello(''), words.addressChangedText(maskedAddress(about.guest.guest.email)), words.notYou],
    ...(about.calendar.contactEmail === null
      ? {}
      : { action: { label: words.tellOrganiser, url: `mailto:${about.calendar.contactEmail}` } }),
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The recipient may not know the service. The email explains why they got it, and that they can safely ignore it. */
const verification: Writer = async (mail, _, deps) => {
  const found = await findVerification(deps.db, textIn(mail, 'verificationId') ?? '', deps.clock())
  if (found === null || found.verification.guestId !== null) return null
  const { verification: waiting, event: own, calendar } = found
  const language = languageOfMail(mail, calendar)
  const words = language.words.mail
  const { title } = translated(own, language.locale)
  const { firstName, lastName } = waiting.registration
  return {
    subject: words.confirm(titleInMail(title)),
    preview: words.confirmPreview,
    heading: title,
    paragraphs: [
      words.hello(calledInMail(language.locale, textOf(firstName), textOf(lastName))),
      words.confirmText(title, calendar.name),
      ...paidBeforeOf(await findPaidBefore(deps.db, own.id, waiting.email), language),
    ],
    action: {
      label: language.words.confirm.button,
      url: await verificationUrlOf(waiting.id, language.locale, deps),
    },
    closing: words.confirmUntil(momentOf(untilOfLink(deps.clock()), own.timezone, language)),
    footer: words.becauseGuest(title, calendar.name),
  }
}

const runOf = (mail: MailRow, deps: Deps) => {
  const runId = textIn(mail, 'runId')
  return runId === null ? null : findRun(deps.db, runId)
}

const exportReady: Writer = async (mail, _, deps) => {
  const found = await runOf(mail, deps)
  if (found === null || found.run.fileExpiresAt === null) return null
  const { run, schedule, calendar } = found
  const language = languageOf(calendar.locale)
  const words = language.words.mail
  const until = momentOf(found.run.fileExpiresAt, calendar.timezone, language)
  return {
    subject: words.exportReady(titleInMail(calendar.name)),
    preview: words.exportPreview(until),
    heading: words.exportHeading,
    paragraphs: [words.exportText],
    facts: [
      [words.calendar, calendar.name],
      [words.what, `${words.datasets[schedule.dataset]} (${schedule.format.toUpperCase()})`],
      ...(run.rowCount === null ? [] : [[words.rows, String(run.rowCount)] as [string, string]]),
      [words.linkEnds, until],
    ],
    action: { label: words.download, url: await exportUrlOf(run.id, found.run.fileExpiresAt, deps) },
    footer: words.becauseExport(calendar.name),
  }
}

/**
 * Returns the paused schedule of a run, or the one paused with a change to the members. Null if the latter is active
 * again.
 */
const pausedScheduleOf = async (mail: MailRow, deps: Deps) => {
  const exportId = textIn(mail, 'exportId')
  if (exportId === null) return runOf(mail, deps)
  const found = await findScheduleWithCalendar(deps.db, exportId)
  return found?.schedule.isActive === false ? found : null
}

const exportPaused: Writer = async (mail, _, deps) => {
  const found = await pausedScheduleOf(mail, deps)
  if (found === null) return null
  const { schedule, calendar } = found
  const words = languageOf(calendar.locale).words.mail
  const wentTooFar = schedule.pausedReason !== 'CREATOR'
  return {
    subject: words.exportPaused(titleInMail(calendar.name)),
    preview: wentTooFar ? words.pausedPreview : words.pausedLeftPreview,
    heading: words.pausedHeading,
    paragraphs: [wentTooFar ? words.pausedText(schedule.consecutiveFailures) : words.pausedLeft, words.pausedNext],
    facts: [
      [words.calendar, calendar.name],
      [words.what, `${words.datasets[schedule.dataset]} (${schedule.format.toUpperCase()})`],
    ],
    footer: schedule.recipients.includes(mail.recipient)
      ? words.becauseExport(calendar.name)
      : words.becauseOwner(calendar.name),
  }
}

/** Only the link in the latest email works. No email is sent after the invitation has been accepted. */
const memberInvitation: Writer = async (mail, _, deps) => {
  const found = await findAsked(deps.db, textIn(mail, 'moveId') ?? '')
  if (found === null || found.invitation.acceptedAt !== null || found.invitation.email !== mail.recipient) return null
  const { invitation, calendar, invitedBy } = found
  const language = languageOf(calendar.locale)
  const words = language.words.mail
  const invited =
    invitedBy === null ? words.memberInvitedText(calendar.name) : words.memberInvitedBy(invitedBy, calendar.name)
  return {
    subject: words.memberInvited(titleInMail(calendar.name)),
    preview: invited,
    heading: calendar.name,
    paragraphs: [invited, words.memberRole[invitation.role]],
    action: { label: language.words.guest.acceptTitle, url: await invitationUrlOf(invitation, calendar, deps) },
    closing: words.memberEnds(momentOf(invitation.expiresAt, calendar.timezone, language)),
    footer: words.becauseAsked(calendar.name),
  }
}

/** Sent once, when an endless series reaches the quota of its calendar. */
const seriesHeldUp: Writer = async (mail, _, deps) => {
  const calendar = await findCalendar(deps.db, mail.calendarId)
  const row = calendar && (await findSeries(deps.db, calendar.id, textIn(mail, 'seriesId') ?? ''))
  if (calendar === null || row === null || row.heldUpAt === null) return null
  const title = String(row.template['title'])
  const words = languageOf(calendar.locale).words.mail
  return {
    subject: words.heldUp(titleInMail(title)),
    preview: calendar.name,
    heading: words.heldUp(title),
    paragraphs: [words.heldUpText(title, calendar.name)],
    footer:
      mail.recipient === calendar.contactEmail
        ? words.becauseContact(calendar.name)
        : words.becauseOwner(calendar.name),
  }
}

/**
 * Emails that depend on more than a guest's status. The keys are values of `mails.kind`. Emails about exports go to
 * people who are not guests.
 */
export const otherLetters: Readonly<Record<string, Writer>> = {
  'address-changed': addressChanged,
  announcement: communication,
  reminder: communication,
  registrations,
  verification,
  'series-held-up': seriesHeldUp,
  'export-ready': exportReady,
  'export-paused': exportPaused,
  'member-invitation': memberInvitation,
  ...accountLetters,
  ...erasureLetters,
  ...refundLetters,
}
