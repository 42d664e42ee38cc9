import type { MailRow } from '../../db/rows.ts'
import type { Deps, MailMessage } from '../../deps.ts'
import { maskedAddress } from '../../presentation/name.ts'
import { localeOf } from '../../words/locales.ts'
import { languageOf, type Words } from '../../words/words.ts'
import { textIn } from './guest-letters.ts'
import { htmlOf } from './layout.tsx'
import { plainText, type Letter } from './letter.ts'

/** Hue of the service's own pages, since these emails belong to no calendar. */
const OWN_HUE = 270

interface SignInMail {
  mail: MailRow
  words: Words['mail']
  host: string
  deps: Deps
}

type SignInWriter = (about: SignInMail) => Promise<Omit<Letter, 'footer'> | null>

/**
 * The code comes from the identity Worker and is stored nowhere. The email has no link, because link scanners open
 * links.
 */
const code: SignInWriter = async ({ mail, words, host, deps }) => {
  const found = await deps.codeMail(textIn(mail, 'requestId') ?? '', mail.recipient)
  if (found === null) return null
  if (found.code === null)
    return {
      subject: words.noAccount(host),
      preview: words.noAccountText(host),
      heading: words.noAccount(host),
      paragraphs: [words.noAccountText(host)],
    }
  return {
    subject: words.signInCode(host),
    preview: words.signInCodeText(host),
    heading: `${found.code.slice(0, 4)} ${found.code.slice(4)}`,
    paragraphs: [words.signInCodeText(host)],
    closing: words.signInCodeIgnore,
  }
}

const passkeyCopied: SignInWriter = async ({ words, host, deps }) => ({
  subject: words.passkeyCopied(host),
  preview: words.passkeyCopiedText,
  heading: words.passkeyCopied(host),
  paragraphs: [words.passkeyCopiedText],
  action: { label: words.manageSignIn, url: `${deps.config.pagesUrl}/sign-in/account` },
})

/** Sent to both the old and the new address. Each shows the other one masked. */
const accountMoved: SignInWriter = async ({ mail, words, host }) => {
  const shown = (name: string) => {
    const address = textIn(mail, name) ?? ''
    return address === mail.recipient ? address : maskedAddress(address)
  }
  const text = words.accountMovedText(shown('before'), shown('after'))
  return {
    subject: words.accountMoved(host),
    preview: text,
    heading: words.accountMoved(host),
    paragraphs: [text, words.accountMovedAsk],
  }
}

const WRITERS: Readonly<Record<string, SignInWriter>> = {
  'sign-in-code': code,
  'passkey-copied': passkeyCopied,
  'account-moved': accountMoved,
}

export const isSignInMail = ({ kind }: MailRow) => Object.hasOwn(WRITERS, kind)

/** Composes an email of the sign-in. Returns null if it no longer applies. */
export const composeSignInMail = async (mail: MailRow, deps: Deps): Promise<MailMessage | null> => {
  const { config } = deps
  const language = languageOf(localeOf(textIn(mail, 'locale')) ?? 'en')
  const { words } = language
  const host = new URL(config.pagesUrl).host
  const written = await WRITERS[mail.kind]?.({ mail, words: words.mail, host, deps })
  if (!written) return null
  const letter: Letter = { ...written, footer: words.mail.becauseSignIn(host) }
  const calendar = { name: host, url: config.pagesUrl, contactEmail: null, imprintUrl: null, privacyUrl: null }
  const theme = { calendar, hue: OWN_HUE, language, posterId: '' }
  return {
    id: mail.id,
    messageId: `<${mail.id}@${config.icsDomain}>`,
    to: mail.recipient,
    subject: letter.subject,
    html: await htmlOf(letter, theme),
    text: plainText(letter, theme),
    headers: {},
    attachments: [],
    causedAt: mail.createdAt,
  }
}
