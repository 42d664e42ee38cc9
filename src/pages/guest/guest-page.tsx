import { inLanguage } from '../../presentation/event.ts'
import { Said } from '../../presentation/markup.tsx'
import { momentOf, whenOf } from '../../presentation/when.ts'
import { ask, post, type Own } from '../asking.ts'
import { seeOther } from '../event/event-page.tsx'
import { problemOf, readForm, registrationOf } from '../event/form.ts'
import { isForPeople } from '../for-people.ts'
import type { Language } from '../../words/words.ts'
import type { Page, Visit } from '../page.ts'
import { Frame } from '../parts/frame.tsx'
import { apiPathOf, ownPathOf, ownReading, ownWhose, readOwn, secretly } from './own-page.tsx'
import { showRegistration } from './show-registration.tsx'
import { debtOf, isInvited } from './words.ts'

const BLANK = { typed: new URLSearchParams(), problem: null }

/** `manageUrl` names this page: a program that follows it reads what the API says. */
export const guestPage: Page = {
  method: 'GET',
  path: '/r/:manageToken',
  show: async (visit) => {
    if (!isForPeople(visit.request)) return visit.api(apiPathOf(visit))
    return showRegistration(visit, (await readOwn(visit)).data, BLANK)
  },
}

export const acceptPage: Page = {
  method: 'POST',
  path: '/r/:manageToken/accept',
  show: async (visit) => {
    const typed = await readForm(visit.request)
    const { data: own } = await readOwn(visit)
    const { email: _, ...acceptance } = registrationOf(typed, own.event)
    const answer = await ask<Own>(visit.api, `${apiPathOf(visit)}/accept`, post(acceptance))
    if (answer.ok) return seeOther(`${ownPathOf(visit)}${visit.url.search}`)
    const { data: now } = await readOwn(visit)
    return showRegistration(
      visit,
      now,
      { typed, problem: problemOf(answer.refusal, typed, own.event, ownReading(visit, own).language.words) },
      answer.refusal.status,
    )
  },
}

const lossOf = (own: Own, language: Language) => {
  const words = language.words.doubt
  if (isInvited(own)) return words.organiserTold
  if (own.guest.status === 'WAITLISTED') return words.loseLine
  const debt = debtOf(own)
  if (debt !== null && debt.expiresAt !== null)
    return words.loseKept(momentOf(debt.expiresAt, own.event.timezone, language))
  return own.order !== null && own.order.net > 0 ? `${words.lose} ${words.notPaidBack}` : words.lose
}

const doubt = (visit: Visit, found: Own, isRefused: boolean, status: number) => {
  const reading = ownReading(visit, found)
  const { language } = reading
  const own = { ...found, event: inLanguage(found.event, language.locale) }
  const words = language.words.doubt
  const title = isInvited(own) ? words.turnDown : words.cancel
  return secretly(own, {
    status,
    ...reading,
    title,
    body: (
      <Frame whose={{ ...ownWhose(own), href: null }} path={`${ownPathOf(visit)}/cancel`} reading={reading}>
        <main id="main" class="page narrow own stack">
          <h1>{title}</h1>
          <p class="lead">
            <Said text={own.event.title} /> · {whenOf(own.event, language).days}
          </p>
          <p>{lossOf(own, language)}</p>
          {isRefused && (
            <p class="notice bad" role="alert">
              {language.words.fault.notNow}
            </p>
          )}
          <form class="row" method="post" action={`${ownPathOf(visit)}/cancel${visit.url.search}`}>
            <button class="button danger" type="submit">
              {isInvited(own) ? words.turnItDown : words.cancelIt}
            </button>
            <a class="button plain" href={`${ownPathOf(visit)}${visit.url.search}`}>
              {isInvited(own) ? words.back : words.keepIt}
            </a>
          </form>
        </main>
      </Frame>
    ),
  })
}

/** Asks once. */
export const askPage: Page = {
  method: 'GET',
  path: '/r/:manageToken/cancel',
  show: async (visit) => {
    const { data: own } = await readOwn(visit)
    return own.canCancel ? doubt(visit, own, false, 200) : seeOther(`${ownPathOf(visit)}${visit.url.search}`)
  },
}

export const cancelPage: Page = {
  method: 'POST',
  path: '/r/:manageToken/cancel',
  show: async (visit) => {
    const path = `${apiPathOf(visit)}/cancel`
    if (!isForPeople(visit.request)) return visit.api(path, { method: 'POST' })
    const answer = await ask<Own>(visit.api, path, { method: 'POST' })
    if (answer.ok) return seeOther(`${ownPathOf(visit)}${visit.url.search}`)
    return doubt(visit, (await readOwn(visit)).data, true, answer.refusal.status)
  },
}
