import type { Language } from '../../words/words.ts'
import type { OwnRegistration } from '../asking.ts'
import { ruleOf } from './words.ts'

interface Shown {
  own: OwnRegistration
  /** Below the page, with what the reader asked of it. */
  path: (rest: string) => string
  language: Language
}

/** One tap each. */
const Answers = ({ path, language: { words } }: Shown) => (
  <div class="row answers">
    <form method="post" action={path('/offer/accept')}>
      <button class="button" type="submit">
        {words.guest.takeIt}
      </button>
    </form>
    <form method="post" action={path('/offer/decline')}>
      <button class="button plain" type="submit">
        {words.doubt.turnItDown}
      </button>
    </form>
  </div>
)

/** By which rule places go to who waits, or the place that is offered: of a party whoever registered it answers for all. */
export const WaitingSection = (shown: Shown) => {
  const { own, language } = shown
  const words = language.words.guest
  if (own.guest.status === 'WAITLISTED') return <p class="quiet">{ruleOf(own, words)}</p>
  if (own.guest.status !== 'OFFERED') return null
  return (
    <>
      <p>{words.offeredText}</p>
      {own.offer !== null && <Answers {...shown} />}
    </>
  )
}
