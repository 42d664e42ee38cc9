import type { Language } from '../../words/words.ts'
import type { OwnRegistration } from '../asking.ts'
import { ruleOf } from './words.ts'

interface Shown {
  own: OwnRegistration
  /** Returns a path below this page, keeping the query string. */
  path: (rest: string) => string
  language: Language
}

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

/** Explains how the waiting list works, or shows the offer. The buyer answers an offer for the whole party. */
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
