import { Said } from '../../presentation/markup.tsx'
import { momentOf, whenOf } from '../../presentation/when.ts'
import { ask, post, type Own } from '../asking.ts'
import { seeOther } from '../event/event-page.tsx'
import { problemOf, readForm, registrationOf } from '../event/form.ts'
import { isForPeople } from '../for-people.ts'
import type { Page } from '../page.ts'
import { Frame } from '../parts/frame.tsx'
import { apiPathOf, ownPathOf, readOwn, secretly } from './own-page.tsx'
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
    if (answer.ok) return seeOther(ownPathOf(visit))
    const { data: now } = await readOwn(visit)
    return showRegistration(
      visit,
      now,
      { typed, problem: problemOf(answer.refusal, typed, own.event) },
      answer.refusal.status,
    )
  },
}

const lossOf = (own: Own) => {
  if (isInvited(own)) return 'The organiser will be told that you are not coming.'
  if (own.guest.status === 'WAITLISTED') return 'You lose your place in line.'
  const debt = debtOf(own)
  if (debt !== null && debt.expiresAt !== null) {
    return `Your place, kept until ${momentOf(debt.expiresAt, own.event.timezone)}, goes to somebody else.`
  }
  return own.order !== null && own.order.net > 0
    ? 'Your place goes to somebody else, and your code no longer opens the door. What you have paid is not paid back by itself: ask the organiser.'
    : 'Your place goes to somebody else, and your code no longer opens the door.'
}

const doubt = (visit: Parameters<Page['show']>[0], own: Own, refused: string | null, status: number) =>
  secretly(own, {
    status,
    title: isInvited(own) ? 'Turn the invitation down?' : 'Cancel your registration?',
    body: (
      <Frame whose={{ name: own.calendar.name, href: null }}>
        <main id="main" class="page narrow own">
          <h1>{isInvited(own) ? 'Turn the invitation down?' : 'Cancel your registration?'}</h1>
          <p class="lead">
            <Said text={own.event.title} />, {whenOf(own.event).days}
          </p>
          <p>{lossOf(own)}</p>
          {refused !== null && (
            <p class="notice bad" role="alert">
              {refused}
            </p>
          )}
          <form class="row" method="post" action={`${ownPathOf(visit)}/cancel`}>
            <button class="button danger" type="submit">
              {isInvited(own) ? 'Turn it down' : 'Cancel it'}
            </button>
            <a class="button plain" href={ownPathOf(visit)}>
              {isInvited(own) ? 'Back' : 'Keep it'}
            </a>
          </form>
        </main>
      </Frame>
    ),
  })

/** Asks once. */
export const askPage: Page = {
  method: 'GET',
  path: '/r/:manageToken/cancel',
  show: async (visit) => {
    const { data: own } = await readOwn(visit)
    return own.canCancel ? doubt(visit, own, null, 200) : seeOther(ownPathOf(visit))
  },
}

export const cancelPage: Page = {
  method: 'POST',
  path: '/r/:manageToken/cancel',
  show: async (visit) => {
    const path = `${apiPathOf(visit)}/cancel`
    if (!isForPeople(visit.request)) return visit.api(path, { method: 'POST' })
    const answer = await ask<Own>(visit.api, path, { method: 'POST' })
    if (answer.ok) return seeOther(ownPathOf(visit))
    return doubt(visit, (await readOwn(visit)).data, answer.refusal.message, answer.refusal.status)
  },
}
