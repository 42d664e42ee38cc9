import { hasSeat } from '../../kernel/visibility.ts'
import { Said } from '../../presentation/markup.tsx'
import { withoutTurns } from '../../presentation/plain.ts'
import { registrationState } from '../../presentation/state.ts'
import type { Language } from '../../words/words.ts'
import type { OwnRegistration } from '../asking.ts'
import { AddToCalendar, Directions, When, Where } from '../event/facts.tsx'
import type { Filled } from '../event/fields.tsx'
import { RegistrationForm } from '../event/registration-form.tsx'
import { pathOf, safeUrl } from '../links.ts'
import type { Shown, Visit } from '../page.ts'
import { Frame } from '../parts/frame.tsx'
import { Icon } from '../parts/icon.tsx'
import { apiPathOf, ownIn, ownPathOf, ownReading, ownWhose, secretly } from './own-page.tsx'
import { Dates } from './dates.tsx'
import { OrderSection, PayButton, PaymentCard } from './order.tsx'
import { formIn, type OpenForm } from './own-forms.tsx'
import { heldBy, Passes, PartyList } from './party.tsx'
import { Pass } from './pass.tsx'
import { refundAccountFor, RefundAccountNotice } from './refund-account-page.tsx'
import { WaitingSection } from './waiting.tsx'
import { hasLeft, isInvited, isTakingPlace, sayingOf } from './words.ts'

const Answers = ({ own: { guest }, language }: { own: OwnRegistration; language: Language }) => {
  const words = language.words.guest
  return guest.registrationAnswers.length === 0 ? null : (
    <section class="answers">
      <h2>{words.answers}</h2>
      <dl>
        {guest.registrationAnswers.map(({ question, answer }) => (
          <div>
            <dt>
              <Said text={question} />
            </dt>
            <dd>
              <Said text={answer === 'true' ? words.yes : answer === 'false' ? words.no : answer} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Place = ({ own, language }: { own: OwnRegistration; language: Language }) => {
  const meetingUrl = safeUrl(own.event.meetingUrl)
  return (
    <section class="facts">
      <When times={own.event} language={language} />
      <Where event={own.event} language={language} isGuest={hasSeat(own.guest.status)}>
        {meetingUrl !== null && (
          <p>
            <a href={meetingUrl} rel="noopener noreferrer">
              {language.words.where.join}
            </a>
          </p>
        )}
      </Where>
      {isTakingPlace(own.event) && <Directions event={own.event} language={language} />}
    </section>
  )
}

const Invitation = ({
  own,
  visit,
  filled,
  language,
}: {
  own: OwnRegistration
  visit: Visit
  filled: Filled
  language: Language
}) => {
  const standing = registrationState(own.event, visit.now, language)
  if (standing.action === null) return <p class="lead">{standing.title}</p>
  const words = language.words.guest
  return (
    <section class="card passes" aria-label={words.acceptTitle}>
      <h2>{words.acceptTitle}</h2>
      {standing.kind === 'warn' && <p class="quiet">{standing.text}</p>}
      <RegistrationForm
        event={own.event}
        action={`${ownPathOf(visit)}/accept${visit.url.search}`}
        button={standing.kind === 'warn' ? standing.action : words.accept}
        invited={own.guest.email}
        filled={filled}
        language={language}
      />
    </section>
  )
}

/** Links to wallet passes. The URLs are null if the service has no wallet configured. */
const Wallets = ({ own: { wallet }, language: { words } }: { own: OwnRegistration; language: Language }) => (
  <>
    {[
      [words.wallet.apple, wallet.appleUrl],
      [words.wallet.all, wallet.appleAllUrl],
      [words.wallet.google, wallet.googleUrl],
    ].map(
      ([label, url]) =>
        url !== null &&
        url !== undefined && (
          <a class="button plain" href={new URL(url).pathname}>
            {label}
          </a>
        ),
    )}
  </>
)

/** A check mark, animated once, for confirmed guests. */
const Tick = () => (
  <svg class="tick" viewBox="0 0 48 48" aria-hidden="true">
    <path d="M8 26l11 11l21-25" pathLength="1" />
  </svg>
)

/**
 * The query parameter with the recipient's masked address. The page needs it because the API stops returning the
 * recipient after the last transfer.
 */
export const PASSED_ON_TO = 'to'

/** Returns the query string without the parameters that open a form or report a transfer. */
const searchOf = (url: URL) => {
  const kept = new URLSearchParams(url.search)
  for (const name of ['edit', 'transfer', PASSED_ON_TO]) kept.delete(name)
  return kept.size === 0 ? '' : `?${kept.toString()}`
}

/** Renders the guest's page. After a failed acceptance, `filled` holds the typed values and the errors. */
export const showRegistration = async (
  visit: Visit,
  found: OwnRegistration,
  filled: Filled,
  status = 200,
  openForm: OpenForm | null = null,
): Promise<Shown> => {
  const reading = ownReading(visit, found)
  const { language } = reading
  const own = ownIn(found, language.locale)
  const refundAccount = await refundAccountFor(visit, own)
  const { guest, event, calendar } = own
  const { words } = language
  const saying = sayingOf(own, language, visit.url.searchParams.get(PASSED_ON_TO))
  const eventUrl = calendar.url === null || event.url === null ? null : pathOf(event.url)
  const isOn = isTakingPlace(event)
  const isBuyers = own.party !== null
  const held = heldBy(own)
  const withCode = hasSeat(guest.status) && isOn && !isBuyers
  const isTicket = withCode || held.length > 0
  const form = openForm ?? formIn(visit.url)
  const search = searchOf(visit.url)
  const path = (rest: string) => `${ownPathOf(visit)}${rest}${rest.includes('?') ? search.replace('?', '&') : search}`
  return secretly(own, {
    status,
    ...reading,
    title: withoutTurns(`${saying.title} · ${event.title}`),
    ...(isInvited(own) || isBuyers || filled.problem !== null || form !== null ? { style: 'invited' } : {}),
    body: (
      <Frame whose={ownWhose(own)} path={ownPathOf(visit)} reading={reading}>
        <main id="main" class="page own" data-keeps={isTicket ? ownPathOf(visit) : undefined}>
          <header class={`standing ${saying.kind}`}>
            {saying.kind === 'good' && <Tick />}
            <h1>{saying.title}</h1>
            <p class="lead">
              <Said text={saying.text} />
            </p>
            {withCode && <p class="quiet">{words.guest.showCode}</p>}
            {isOn && <WaitingSection own={own} path={path} language={language} />}
            <PayButton own={own} language={language} />
          </header>
          {refundAccount !== null && (
            <RefundAccountNotice account={refundAccount} own={own} path={path} language={language} />
          )}
          <PaymentCard own={own} apiPath={apiPathOf(visit)} language={language} />
          {held.length > 0 ? (
            <Passes own={own} held={held} language={language} />
          ) : (
            <Pass own={own} language={language} withCode={withCode} />
          )}
          {!isInvited(own) && filled.problem !== null && (
            <div class="notice bad" role="alert">
              {filled.problem.text}
            </div>
          )}
          {isInvited(own) && isOn && <Invitation own={own} visit={visit} filled={filled} language={language} />}
          <Dates own={own} search={search} language={language} />
          <PartyList own={own} path={path} form={form} language={language} />
          <div class="row doors">
            {isOn && !hasLeft(own) && (
              <AddToCalendar event={event} file={`/api${apiPathOf(visit)}/event.ics`} language={language} />
            )}
            {(withCode || isBuyers) && <Wallets own={own} language={language} />}
            {isTicket && (
              <button class="button plain" type="button" data-prints>
                <Icon name="print" />
                <span>{words.frame.print}</span>
              </button>
            )}
            {eventUrl !== null && (
              <a class="button plain" href={eventUrl}>
                {guest.status === 'CANCELLED' && isOn ? words.guest.again : words.guest.aboutEvent}
              </a>
            )}
          </div>
          {isTicket && (
            <p class="quiet kept" hidden>
              {words.guest.offline}
            </p>
          )}
          <div class="more">
            <Place own={own} language={language} />
            <div>
              <OrderSection own={own} path={path} language={language} />
              {!isBuyers && <Answers own={own} language={language} />}
            </div>
          </div>
          <div class="leaving">
            {guest.status !== 'TRANSFERRED' && (
              <p class="quiet">{isBuyers ? words.guest.partyYours : words.guest.yours}</p>
            )}
            <a class="quiet" href={`/api${apiPathOf(visit)}/data`} download={`${guest.id}.json`}>
              {words.guest.ownData}
            </a>
            {own.canCancel && isOn && (
              <a class="leave" href={`${ownPathOf(visit)}/cancel${visit.url.search}`}>
                {isBuyers ? words.guest.cancelAll : isInvited(own) ? words.guest.turnDown : words.guest.cancel}
              </a>
            )}
          </div>
        </main>
      </Frame>
    ),
  })
}
