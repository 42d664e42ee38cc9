import type { CalendarRow } from '../../db/rows.ts'
import type { Deps, MailAttachment } from '../../deps.ts'
import { shortCodeShown } from '../../kernel/short-code.ts'
import { hasSeat } from '../../kernel/visibility.ts'
import { titleInMail } from '../../presentation/name.ts'
import type { Words } from '../../words/words.ts'
import { asKnownTo } from '../events/index.ts'
import { calendarFile, fileHeadOf, fileSettingsOf } from '../feeds/index.ts'
import { codeFile } from './code-file.ts'
import { base, hello, whenFor, type Writer } from './about-guest.ts'
import { findManaged, manageUrlOf } from '../seats/index.ts'

const stateOf = (status: string, { state, guest }: Words) =>
  ({ PENDING: guest.lookedAt, WAITLISTED: state.waitlist, CANCELLED: state.cancelled })[status] ??
  guest.member.confirmed

/**
 * Writes one email about several dates that a guest registered for together. Each date has its own link, QR code and
 * calendar entry.
 */
export const registrations: Writer = async (mail, about, deps) => {
  if (about === null || about.guest.guest.erasedAt !== null) return null
  const { words } = about.language
  const ids = Array.isArray(mail.data.guestIds) ? (mail.data.guestIds as string[]) : []
  const found = await Promise.all(ids.map((id) => findManaged(deps.db, id)))
  const dates = found.filter((at) => at !== null).filter(({ guest }) => guest.email === mail.recipient)
  const lines = await Promise.all(
    dates.map(async ({ guest, event, calendar }) => ({
      when: whenFor({ ...about, event, calendar })[0],
      note: stateOf(guest.status, words),
      url: await manageUrlOf(guest, calendar, deps),
    })),
  )
  const [first] = lines
  if (first === undefined) return null
  const { heading, footer, pass } = base(about)
  const coming = dates.filter(({ guest }) => hasSeat(guest.status))
  const pictures = coming.map(({ guest, event, calendar }, index) => ({
    contentId: `code-${index + 1}`,
    alt: `${words.guest.code}\u00a0· ${whenFor({ ...about, event, calendar })[0]}`,
    caption: `${whenFor({ ...about, event, calendar })[0]}\u00a0· ${shortCodeShown(guest)}`,
  }))
  return {
    heading,
    footer,
    pass: { ...pass, when: first.when },
    subject: words.mail.registrations(lines.length, titleInMail(about.event.title)),
    preview: first.when,
    paragraphs: [hello(about), words.mail.registrationsText(about.calendar.name)],
    dates: lines,
    pictures,
    files: [
      ...(await Promise.all(coming.map(({ guest }, index) => codeFile(`code-${index + 1}`, guest.qrCode)))),
      ...(coming.length === 0 ? [] : [entriesOf(coming, about.calendar, deps)]),
    ],
  }
}

/** Builds an `.ics` file of the dates. Each date has the same `UID` and `SEQUENCE` as in the feed. */
const entriesOf = (
  dates: readonly NonNullable<Awaited<ReturnType<typeof findManaged>>>[],
  calendar: CalendarRow,
  { config }: Deps,
): MailAttachment => ({
  filename: `${calendar.slug}.ics`,
  type: 'text/calendar; charset=utf-8',
  content: calendarFile(
    fileHeadOf(calendar, config),
    dates.map(({ guest, event }) => asKnownTo(guest.status, event)),
    fileSettingsOf(config, calendar),
  ),
})
