import { titleInMail } from '../../presentation/name.ts'
import { moneyOf } from '../../presentation/price.ts'
import { momentOf } from '../../presentation/when.ts'
import { languageOf, type Language } from '../../words/words.ts'
import { findCalendar } from '../calendars/index.ts'
import type { Writer } from './about-guest.ts'
import { textIn } from './guest-letters.ts'

interface Told {
  language: Language
  /** Name of the calendar. */
  name: string
  timezone: string
  /** Reads a value of the email's data. */
  value(name: string): string
}

/** Writes an email to the owners of a calendar: the subject, then the paragraphs. */
const toOwners =
  (
    write: (told: Told) => [subject: string, says: string, ...more: string[]],
    actionOf?: (told: Told) => { label: string; url: string },
  ): Writer =>
  async (mail, _, deps) => {
    const calendar = await findCalendar(deps.db, mail.calendarId)
    if (calendar === null) return null
    const language = languageOf(calendar.locale)
    const words = language.words.mail
    const told = {
      language,
      timezone: calendar.timezone,
      name: titleInMail(calendar.name),
      value: (name: string) => textIn(mail, name) ?? '',
    }
    const [subject, ...paragraphs] = write(told)
    return {
      subject,
      preview: paragraphs[0] ?? '',
      heading: calendar.name,
      paragraphs,
      action: actionOf?.(told) ?? { label: words.openWorkspace, url: `${deps.config.pagesUrl}/console` },
      footer: words.becauseOwner(calendar.name),
    }
  }

const CHANGES = ['connected', 'disconnected', 'default', 'bank'] as const

/** Emails to the owners of a calendar about its payment accounts and about disputes. */
export const accountLetters: Readonly<Record<string, Writer>> = {
  'account-restricted': toOwners(({ language: { words }, name, value }) => [
    words.mail.accountRestricted(name),
    words.mail.accountRestrictedText(value('account')),
  ]),
  'account-changed': toOwners(({ language: { words }, name, value }) => {
    const change = CHANGES.find((each) => each === value('change')) ?? 'default'
    return [
      words.mail.accountChanged(name),
      words.mail.accountChange[change](value('account')),
      words.mail.accountNotYou,
    ]
  }),
  dispute: toOwners(
    ({ language, timezone, name, value }) => [
      language.words.mail.disputed(name),
      language.words.mail.disputedText(value('number'), moneyOf(Number(value('amount')), value('currency'), language)),
      ...(value('dueBy') === ''
        ? []
        : [language.words.mail.disputedUntil(momentOf(Number(value('dueBy')), timezone, language))]),
    ],
    ({ language: { words }, value }) => ({
      label: words.mail.answerInStripe,
      url: `https://dashboard.stripe.com/payments/${value('payment')}`,
    }),
  ),
}
