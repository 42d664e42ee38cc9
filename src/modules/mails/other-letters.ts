import type { MailRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { isIn } from '../../kernel/visibility.ts'
import { moneyOf } from '../../presentation/price.ts'
import { momentOf } from '../../presentation/when.ts'
import { findCommunication, isUnsubscribed, unsubscribeUrlOf } from '../communications/index.ts'
import { exportUrlOf, findRun } from '../exports/index.ts'
import { findRefund } from '../orders/index.ts'
import { base, hello, pictureOf, textIn, whenOf, type AboutGuest, type GuestLetter } from './guest-letters.ts'
import type { Letter } from './layout.tsx'

const CHANGED: Record<string, string> = {
  startAt: 'the time',
  endAt: 'the time',
  timezone: 'the time',
  allDay: 'the time',
  location: 'the place',
  locationType: 'the place',
  meetingUrl: 'the link',
}
const changedIn = (mail: MailRow) => {
  const fields = Array.isArray(mail.data.fields) ? (mail.data.fields as string[]) : []
  const parts = [...new Set(fields.flatMap((field) => CHANGED[field] ?? []))]
  return parts.length === 0 ? 'the details' : parts.join(' and ')
}

/** What everyone is told who holds a place, waits for one or has been asked to come. */
export const eventLetters: Readonly<Record<string, GuestLetter>> = {
  'event.cancelled': {
    statuses: 'any',
    carriesEntry: 'always',
    write: (about) => ({
      ...base(about),
      subject: `Cancelled: ${about.event.title}`,
      preview: 'The event does not take place.',
      heading: `${about.event.title} is cancelled`,
      paragraphs: [hello(about), 'We are sorry: this event does not take place.'],
      quote: textIn(about.mail, 'reason'),
      action: undefined,
    }),
  },
  'event.changed': {
    statuses: 'any',
    carriesEntry: 'always',
    write: (about) => ({
      ...base(about),
      subject: `Changed: ${about.event.title}`,
      preview: whenOf(about)[0],
      paragraphs: [
        hello(about),
        `The organiser changed ${changedIn(about.mail)} of this event. This is how it stands now.`,
      ],
    }),
  },
}

type Writer = (mail: MailRow, about: AboutGuest | null, deps: Deps) => Promise<Letter | null>

const communication: Writer = async (mail, about, deps) => {
  const { erasedAt, email } = about?.guest.guest ?? {}
  const row = await findCommunication(deps.db, mail.cause.split(':')[0] ?? '')
  if (row === null || about === null || erasedAt !== null || email !== mail.recipient) return null
  // Who has unsubscribed since the letter was begun gets it no more.
  if (await isUnsubscribed(deps.db, mail.calendarId, mail.recipient)) return null
  const isReminder = row.kind === 'REMINDER'
  const { facts, ...rest } = base(about)
  return {
    ...rest,
    subject: row.subject,
    preview: isReminder ? whenOf(about)[0] : about.event.title,
    heading: isReminder ? about.event.title : row.subject,
    paragraphs: [hello(about), ...(isReminder && row.body === '' ? ['This is a reminder of what is ahead.'] : [])],
    markdown: row.body,
    ...(isReminder ? { facts } : {}),
    ...(isReminder && isIn(about.guest.guest.status) ? { picture: pictureOf(about) } : {}),
    unsubscribeUrl: await unsubscribeUrlOf(about.guest.guest, deps),
  }
}

const refund: Writer = async (mail, about, deps) => {
  const known = await findRefund(deps.db, textIn(mail, 'refundId') ?? '')
  if (known === null || known.order.buyerEmail !== mail.recipient) return null
  const { refund: made, order } = known
  const title = about?.event.title ?? order.ticketName
  const amount = moneyOf(made.amount, made.currency)
  return {
    subject: `Your refund of ${amount}: ${title}`,
    preview: `Order ${order.number}`,
    heading: title,
    paragraphs: [
      order.buyerFirstName.trim() === '' ? 'Hello,' : `Hello ${order.buyerFirstName.trim()},`,
      order.provider === 'STRIPE'
        ? `${amount} of your order ${order.number} go back the way you paid. Banks take some days for it.`
        : `${amount} of your order ${order.number} are refunded. The organiser pays them out to you.`,
      ...(made.reason === null ? [] : [`The reason: ${made.reason}`]),
    ],
    footer: `You get this because you ordered “${order.ticketName}”.`,
  }
}

const runOf = (mail: MailRow, deps: Deps) => {
  const runId = textIn(mail, 'runId')
  return runId === null ? null : findRun(deps.db, runId)
}

const recipientOf = (calendarName: string) =>
  `You get this because your address is among the recipients of a scheduled export of ${calendarName}.`

const exportReady: Writer = async (mail, _, deps) => {
  const found = await runOf(mail, deps)
  if (found === null || found.run.fileExpiresAt === null) return null
  const { run, schedule, calendar } = found
  const until = momentOf(found.run.fileExpiresAt, calendar.timezone)
  return {
    subject: `Your export of ${calendar.name} is ready`,
    preview: `The link works until ${until}.`,
    heading: 'Your export is ready',
    paragraphs: ['The file that you scheduled is ready. Whoever has the link can open it, so pass it on with care.'],
    facts: [
      ['Calendar', calendar.name],
      ['What', `${schedule.dataset.toLowerCase()} (${schedule.format.toUpperCase()})`],
      ...(run.rowCount === null ? [] : [['Rows', String(run.rowCount)] as [string, string]]),
      ['Link ends', until],
    ],
    action: { label: 'Download', url: await exportUrlOf(run.id, found.run.fileExpiresAt, deps) },
    footer: recipientOf(calendar.name),
  }
}

const exportPaused: Writer = async (mail, _, deps) => {
  const found = await runOf(mail, deps)
  if (found === null) return null
  const { schedule, calendar } = found
  const wentTooFar = schedule.pausedReason !== 'CREATOR'
  return {
    subject: `A scheduled export of ${calendar.name} is paused`,
    preview: wentTooFar
      ? 'It failed too many times in a row.'
      : 'Whoever answers for it may no longer see what it sends.',
    heading: 'A scheduled export is paused',
    paragraphs: [
      wentTooFar
        ? `The export of ${schedule.dataset.toLowerCase()} failed ${schedule.consecutiveFailures} times in a row and is paused.`
        : `Whoever scheduled the export of ${schedule.dataset.toLowerCase()} has left the calendar or lost the role for it, so it is paused.`,
      'An owner can switch it on again in the settings of the calendar.',
    ],
    facts: [['Calendar', calendar.name]],
    footer: recipientOf(calendar.name),
  }
}

/** Mails that do not follow from where a guest stands alone; those about files go to addresses of no guest. */
export const otherLetters: Readonly<Record<string, Writer>> = {
  announcement: communication,
  reminder: communication,
  refund,
  'export-ready': exportReady,
  'export-paused': exportPaused,
}
