import type { MailAttachment } from '../../deps.ts'
import { colonIn } from '../../presentation/plain.ts'
import type { Language } from '../../words/words.ts'

/** What a mail says, before it is dressed as HTML and as text. */
export interface Letter {
  subject: string
  /** The line that inboxes show beside the subject. */
  preview: string
  heading: string
  /** The face of the event, above what is said of it. */
  pass?: { title: string; when: string; coverUrl: string | null }
  paragraphs: string[]
  facts?: [label: string, value: string][]
  /** The organiser's own words, in Markdown. */
  markdown?: string
  /** One click there ends mail of this kind. */
  unsubscribeUrl?: string
  /** Somebody else's words, shown as theirs. */
  quote?: string | null
  action?: { label: string; url: string }
  link?: { label: string; url: string }
  /** Where the ticket is had for a wallet. */
  wallets?: { label: string; url: string }[]
  /** The image of this attachment, drawn large, with the code beneath it. */
  picture?: { contentId: string; alt: string; caption: string }
  /** The same for several dates, after what is said of them. */
  pictures?: NonNullable<Letter['picture']>[]
  /** What comes along with it. */
  files?: MailAttachment[]
  /** Said last, and quietly. */
  closing?: string
  footer: string
}

/** Whose mail it is: it wears their colours and speaks the reader's language. */
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
  /** The content id of the drawn poster, where the event has no picture. */
  posterId: string
}

const underlined = (text: string) => `${text}\n${'='.repeat(Math.min(text.length, 72))}`
const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

/** The same for programs, and people, who prefer plain text. */
export const plainText = (letter: Letter, { language: { words, locale } }: Pick<MailTheme, 'language'>) => {
  const colon = colonIn(locale)
  const leading = ({ label, url }: { label: string; url: string }) => `${label}${colon.trimEnd()}\n${url}`
  return `${[
    underlined(letter.heading),
    ...letter.paragraphs,
    ...(letter.markdown ? [letter.markdown] : []),
    ...(letter.quote ? [quoted(letter.quote)] : []),
    ...(letter.picture === undefined ? [] : [letter.picture.alt + colon + letter.picture.caption]),
    ...(letter.facts === undefined
      ? []
      : [
          letter.facts
            .map(([label, value]) => label + colon + value.replaceAll('\n\n', '; ').replaceAll('\n', ', '))
            .join('\n'),
        ]),
    ...(letter.pictures ?? []).map(({ alt, caption }) => alt + colon + caption),
    ...(letter.action === undefined ? [] : [leading(letter.action)]),
    ...(letter.wallets ?? []).map(leading),
    ...(letter.link === undefined ? [] : [leading(letter.link)]),
    ...(letter.closing === undefined ? [] : [letter.closing]),
    `--\n${letter.footer}${letter.unsubscribeUrl === undefined ? '' : `\n${words.mail.unsubscribe}${colon}${letter.unsubscribeUrl}`}`,
  ].join('\n\n')}\n`
}
