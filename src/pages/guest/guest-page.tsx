import { Said } from '../../presentation/markup.tsx'
import { maskedAddress } from '../../presentation/name.ts'
import { inARow } from '../../presentation/plain.ts'
import { moneyOf } from '../../presentation/price.ts'
import { momentOf, whenOf } from '../../presentation/when.ts'
import { ask, need, post, type CancellationView, type OwnRegistration, type Refusal } from '../asking.ts'
import { seeOther } from '../event/event-page.tsx'
import { problemOf, readForm, registrationOf } from '../event/form.ts'
import { isForPeople } from '../../operation/for-people.ts'
import type { Language, Words } from '../../words/words.ts'
import type { HtmlPage, Visit } from '../page.ts'
import { Frame } from '../parts/frame.tsx'
import { apiPathOf, ownIn, ownPathOf, ownReading, ownWhose, readOwn, secretly } from './own-page.tsx'
import { refundText } from './refund.tsx'
import { PASSED_ON_TO, showRegistration } from './show-registration.tsx'
import { debtOf, isInvited } from './words.ts'

const BLANK = { typed: new URLSearchParams(), problem: null }

/** The page at `manageUrl`. Clients that do not accept HTML get the API response instead. */
export const guestPage: HtmlPage = {
  method: 'GET',
  path: '/r/:manageToken',
  show: async (visit) => {
    if (!isForPeople(visit.request)) return visit.api(apiPathOf(visit))
    return showRegistration(visit, (await readOwn(visit)).data, BLANK)
  },
}

export const acceptPage: HtmlPage = {
  method: 'POST',
  path: '/r/:manageToken/accept',
  show: async (visit) => {
    const typed = await readForm(visit.request)
    const { data: own } = await readOwn(visit)
    const { email: _, ...acceptance } = registrationOf(typed, own.event)
    const answer = await ask<OwnRegistration>(visit.api, `${apiPathOf(visit)}/accept`, post(acceptance))
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

const consequenceOf = (own: OwnRegistration, terms: CancellationView, language: Language) => {
  const words = language.words.doubt
  if (isInvited(own)) return words.organiserTold
  if (own.guest.status === 'WAITLISTED' || own.guest.status === 'OFFERED') return words.loseLine
  const debt = debtOf(own)
  if (debt !== null && debt.expiresAt !== null)
    return words.loseKept(momentOf(debt.expiresAt, own.event.timezone, language))
  const refund = refundText(terms, own.event.timezone, language)
  return refund === null ? words.lose : inARow(language.locale, words.lose, refund)
}

const confirmCancellation = async (
  visit: Visit,
  found: OwnRegistration,
  { refused = null, guestId }: { refused?: Refusal | null; guestId: string | null },
) => {
  const query = guestId === null ? '' : `?guestIds=${encodeURIComponent(guestId)}`
  const { data: terms } = await need<CancellationView>(visit.api, `${apiPathOf(visit)}/cancellation${query}`)
  const reading = ownReading(visit, found)
  const { language } = reading
  const own = ownIn(found, language.locale)
  const words = language.words.doubt
  const { guest } = language.words
  const [title, action] =
    found.party === null
      ? isInvited(own)
        ? [words.turnDown, words.turnItDown]
        : [words.cancel, words.cancelIt]
      : guestId === null
        ? [words.cancelAll, guest.cancelAll]
        : [words.cancelOne, guest.cancelOne]
  return secretly(own, {
    status: refused?.status ?? 200,
    ...reading,
    title,
    ...(refused !== null ? { style: 'invited' } : {}),
    body: (
      <Frame whose={{ ...ownWhose(own), href: null }} path={`${ownPathOf(visit)}/cancel`} reading={reading}>
        <main id="main" class="page narrow stack">
          <h1>{title}</h1>
          <p class="lead">
            <Said text={own.event.title} />
            <br />
            {whenOf(own.event, language).days}
          </p>
          <p>{consequenceOf(own, terms, language)}</p>
          {refused !== null && (
            <p class="notice bad" role="alert">
              {refused.code === 'refund_changed' ? words.refundChanged : language.words.fault.notNow}
            </p>
          )}
          <form class="row" method="post" action={`${ownPathOf(visit)}/cancel${visit.url.search}`}>
            {guestId !== null && <input type="hidden" name="guestId" value={guestId} />}
            <input type="hidden" name="quote" value={terms.quote} />
            <button class="button danger" type="submit">
              {terms.refund > 0 ? words.cancelAndRefund(moneyOf(terms.refund, terms.currency, language)) : action}
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

/** Some browsers submit a form without fields as a request without a body. */
const readFormOrEmpty = async (request: Request) =>
  request.headers.get('Content-Type') === null ? new URLSearchParams() : readForm(request)

const guestPathOf = (visit: Visit) => `${apiPathOf(visit)}/guests/${encodeURIComponent(visit.params.guestId ?? '')}`
const backTo = (visit: Visit) => seeOther(`${ownPathOf(visit)}${visit.url.search}`)

/** The last page of a link that has just stopped working. Shown once, because the link no longer leads anywhere. */
const lastPage = (visit: Visit, found: OwnRegistration, write: (words: Words) => { title: string; text: string }) => {
  const reading = ownReading(visit, found)
  const own = ownIn(found, reading.language.locale)
  const { title, text } = write(reading.language.words)
  return secretly(own, {
    ...reading,
    title,
    body: (
      <Frame whose={ownWhose(own)} path={ownPathOf(visit)} reading={reading}>
        <main id="main" class="page narrow stack">
          <h1>{title}</h1>
          <p class="lead">{text}</p>
        </main>
      </Frame>
    ),
  })
}

/** Guards the masked address from being reordered within Arabic text, with U+200E. */
const maskedIn = (email: string) => `\u200e${maskedAddress(email)}`

/** Saves the names and answers of one guest, and the address if it may change. */
export const completePage: HtmlPage = {
  method: 'POST',
  path: '/r/:manageToken/guests/:guestId',
  show: async (visit) => {
    const typed = await readForm(visit.request)
    const { data: own } = await readOwn(visit)
    const guestId = visit.params.guestId ?? ''
    const member = own.party === null ? own : own.party.guests.find(({ guest }) => guest.id === guestId)
    const event = {
      ...own.event,
      registrationQuestions: own.event.registrationQuestions.filter(
        ({ askOf }) => own.party === null || askOf === 'ATTENDEE',
      ),
    }
    if (member?.guest.ticket) typed.set('ticketId', member.guest.ticket.id)
    const { firstName, lastName, email, answers } = registrationOf(typed, event)
    const changes = { firstName, lastName, answers, ...(email.trim() === '' ? {} : { email }) }
    const answer = await ask<OwnRegistration>(visit.api, guestPathOf(visit), { ...post(changes), method: 'PATCH' })
    if (answer.ok) {
      const { guest } = answer.data
      return own.party === null && guest.email !== own.guest.email
        ? lastPage(visit, own, ({ guest: words }) => ({
            title: words.sentTo,
            text: words.sentToText(maskedIn(guest.email)),
          }))
        : backTo(visit)
    }
    const { words } = ownReading(visit, own).language
    const problem = problemOf(answer.refusal, typed, event, words)
    return showRegistration(visit, own, BLANK, answer.refusal.status, { action: 'edit', guestId, typed, problem })
  },
}

export const passOnPage: HtmlPage = {
  method: 'POST',
  path: '/r/:manageToken/guests/:guestId/transfer',
  show: async (visit) => {
    const typed = await readForm(visit.request)
    const recipientEmail = typed.get('recipientEmail') ?? ''
    const { data: own } = await readOwn(visit)
    const answer = await ask<OwnRegistration>(visit.api, `${guestPathOf(visit)}/transfer`, post({ recipientEmail }))
    if (answer.ok) {
      const to = maskedAddress(recipientEmail.trim())
      if (answer.data.party === null) {
        return lastPage(visit, own, ({ mail }) => ({
          title: mail.passedOn(own.event.title),
          text: mail.passedOnText(maskedIn(recipientEmail.trim())),
        }))
      }
      // After the last transfer there is no guest left to show, so the page names the recipient's masked address
      // instead.
      if (answer.data.party.guests.length === 0) visit.url.searchParams.set(PASSED_ON_TO, to)
      return backTo(visit)
    }
    const { fault } = ownReading(visit, own).language.words
    const { code, status } = answer.refusal
    const text =
      code === 'already_registered' ? fault.repeated : code === 'invalid_transition' ? fault.notNow : fault.email
    const guestId = visit.params.guestId ?? ''
    return showRegistration(visit, own, BLANK, status, {
      action: 'transfer',
      guestId,
      typed,
      problem: { text, faults: {} },
    })
  },
}

const offerPage = (answer: 'accept' | 'decline'): HtmlPage => ({
  method: 'POST',
  path: `/r/:manageToken/offer/${answer}`,
  show: async (visit) => {
    const path = `${apiPathOf(visit)}/offer/${answer}`
    if (!isForPeople(visit.request)) return visit.api(path, { method: 'POST' })
    const answered = await ask<OwnRegistration>(visit.api, path, { method: 'POST' })
    if (answered.ok) return backTo(visit)
    const { data: own } = await readOwn(visit)
    const { fault } = ownReading(visit, own).language.words
    const text = answered.refusal.code === 'offer_expired' ? fault.offerLapsed : fault.notNow
    return showRegistration(
      visit,
      own,
      { typed: new URLSearchParams(), problem: { text, faults: {} } },
      answered.refusal.status,
    )
  },
})
export const acceptOfferPage = offerPage('accept')
export const declineOfferPage = offerPage('decline')

export const askPage: HtmlPage = {
  method: 'GET',
  path: '/r/:manageToken/cancel',
  show: async (visit) => {
    const { data: own } = await readOwn(visit)
    const guestId = own.party === null ? null : visit.url.searchParams.get('guestId')
    return own.canCancel
      ? confirmCancellation(visit, own, { guestId })
      : seeOther(`${ownPathOf(visit)}${visit.url.search}`)
  },
}

export const cancelPage: HtmlPage = {
  method: 'POST',
  path: '/r/:manageToken/cancel',
  show: async (visit) => {
    const path = `${apiPathOf(visit)}/cancel`
    if (!isForPeople(visit.request)) return visit.api(path, { method: 'POST' })
    const typed = await readFormOrEmpty(visit.request)
    const guestId = typed.get('guestId')
    const quote = typed.get('quote')
    const body = { ...(guestId === null ? {} : { guestIds: [guestId] }), ...(quote === null ? {} : { quote }) }
    const answer = await ask<OwnRegistration>(visit.api, path, post(body))
    if (answer.ok) return seeOther(`${ownPathOf(visit)}${visit.url.search}`)
    return confirmCancellation(visit, (await readOwn(visit)).data, { refused: answer.refusal, guestId })
  },
}
