import type { MailAttachment } from '../../deps.ts'
import { colonIn } from '../../presentation/plain.ts'
import type { Language } from '../../words/words.ts'

/** The content of an email, before it is rendered as HTML and plain text. */
export interface Letter {
  subject: string
  /** Preview text that inboxes show after the subject. */
  preview: string
  heading: string
  /** A header that shows the event, above the body. */
  pass?: { title: string; when: string; coverUrl: string | null }
  paragraphs: string[]
  facts?: [label: string, value: string][]
  /** What to pay, by when, under which reference and to which account, above the organiser's instructions. */
  payment?: [label: string, value: string][]
  /** Text written by the organiser, in Markdown. */
  markdown?: string
  /** One-click link to unsubscribe from emails of this kind. */
  unsubscribeUrl?: string
  /** Text written by someone else, shown as a quotation. */
  quote?: string | null
  action?: { label: string; url: string }
  link?: { label: string; url: string }
  /** Links to Apple and Google passes. */
  wallets?: { label: string; url: string }[]
  /** Inline attachment with a QR code, shown large with a text below. It encodes the guest's code unless `encodes` is set. */
  picture?: { contentId: string; alt: string; caption: string; encodes?: string }
  /** Several dates, each with its state and the link to its ticket. */
  dates?: { when: string; note: string; url: string }[]
  /** One QR code for each of several dates, shown below `facts`. */
  pictures?: NonNullable<Letter['picture']>[]
  files?: MailAttachment[]
  /** The last sentence, in a muted colour. */
  closing?: string
  footer: string
}

/** The theme of an email: the calendar's colours and the reader's language. */
export interface MailTheme {
  calendar: {
    name: string
    url: string | null
    contactEmail: string | null
    imprintUrl: string | null
    privacyUrl: string | null
  }
  hue: number
  language: Language
  /** Content id of the generated poster, which is shown for events without a cover. */
  posterId: string
}

const underlined = (text: string) => `${text}\n${'='.repeat(Math.min(text.length, 72))}`
const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

const factLines = (facts: NonNullable<Letter['facts']>, colon: string) =>
  facts.map(([label, value]) => label + colon + value.replaceAll('\n\n', '; ').replaceAll('\n', ', ')).join('\n')

export const plainText = (letter: Letter, { language: { words, locale } }: Pick<MailTheme, 'language'>) => {
  const colon = colonIn(locale)
  const leading = ({ label, url }: { label: string; url: string }) => `${label}${colon.trimEnd()}\n${url}`
  return `${[
    underlined(letter.heading),
    ...letter.paragraphs,
    ...(letter.payment === undefined ? [] : [factLines(letter.payment, colon)]),
    ...(letter.markdown ? [letter.markdown] : []),
    ...(letter.quote ? [quoted(letter.quote)] : []),
    ...(letter.picture === undefined ? [] : [letter.picture.alt + colon + letter.picture.caption]),
    ...(letter.facts === undefined ? [] : [factLines(letter.facts, colon)]),
    ...(letter.dates ?? []).map(({ when, note, url }) => leading({ label: `${when}\u00a0· ${note}`, url })),
    ...(letter.pictures ?? []).map(({ alt, caption }) => alt + colon + caption),
    ...(letter.action === undefined ? [] : [leading(letter.action)]),
    ...(letter.wallets ?? []).map(leading),
    ...(letter.link === undefined ? [] : [leading(letter.link)]),
    ...(letter.closing === undefined ? [] : [letter.closing]),
    `--\n${letter.footer}${letter.unsubscribeUrl === undefined ? '' : `\n${words.mail.unsubscribe}${colon}${letter.unsubscribeUrl}`}`,
  ].join('\n\n')}\n`
}
