import { titleInMail } from '../../presentation/name.ts'
import { momentOf } from '../../presentation/when.ts'
import { languageOf } from '../../words/words.ts'
import { findCalendar } from '../calendars/index.ts'
import type { Writer } from './about-guest.ts'
import { findPendingErasure } from './erasure-letters.store.ts'
import { textIn } from './guest-letters.ts'

/** Goes to the owners, or to the user whose account it is: on the request, and a week before the erasure. */
const erasure =
  (isSoon: boolean): Writer =>
  async (mail, _, deps) => {
    const found = await findPendingErasure(mail, deps)
    const calendar = await findCalendar(deps.db, mail.calendarId)
    const isAccount = textIn(mail, 'what') === 'account'
    if (found === null || calendar === null) return null
    const language = languageOf(found.locale ?? calendar.locale)
    const words = language.words.mail
    const name = textIn(mail, 'name') ?? ''
    const when = momentOf(Number(mail.data['eraseAt']), calendar.timezone, language)
    return {
      subject: (isSoon ? words.erasureSoon : words.erasure)(titleInMail(name)),
      preview: when,
      heading: words.erasureHeading,
      paragraphs: [(isAccount ? words.erasureOfAccount : words.erasureText)(name, when), words.erasureBack],
      action: { label: words.openWorkspace, url: `${deps.config.pagesUrl}/console` },
      footer: isAccount ? words.becauseAccount : words.becauseOwner(calendar.name),
    }
  }

export const erasureLetters: Readonly<Record<string, Writer>> = {
  'erasure-requested': erasure(false),
  'erasure-soon': erasure(true),
}
