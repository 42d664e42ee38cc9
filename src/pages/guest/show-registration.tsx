import type { Child } from 'hono/jsx'
import { isIn } from '../../kernel/visibility.ts'
import { Said } from '../../presentation/markup.tsx'
import { withoutTurns } from '../../presentation/plain.ts'
import { moneyOf } from '../../presentation/price.ts'
import { standingOf } from '../../presentation/state.ts'
import type { Own } from '../asking.ts'
import { AddToCalendar, When, Where } from '../event/facts.tsx'
import type { Filled } from '../event/fields.tsx'
import { RegistrationForm } from '../event/registration-form.tsx'
import { pathOf, safeUrl } from '../links.ts'
import type { Shown, Visit } from '../page.ts'
import { Frame } from '../parts/frame.tsx'
import { apiPathOf, ownPathOf, secretly } from './own-page.tsx'
import { debtOf, isInvited, isTakingPlace, wordsOf } from './words.ts'

/** A whole number of pixels for each of 25 modules and the eight of the quiet zone, twice as many as are shown. */
const [CODE_PIXELS, LARGEST_PIXELS] = [33 * 22, 33 * 31]

const Code = ({ code }: { code: string }) => (
  <figure class="code">
    <a
      href={`/api/public/qr/${code}?size=${LARGEST_PIXELS}`}
      data-full-screen
      aria-label="Show the code as large as the screen"
    >
      <img
        src={`/api/public/qr/${code}?size=${CODE_PIXELS}`}
        width={CODE_PIXELS}
        height={CODE_PIXELS}
        alt="Your code for the entrance"
      />
    </a>
    <figcaption>
      <code>{code}</code>
    </figcaption>
  </figure>
)

const ORDER_WORDS: Record<string, string> = {
  PENDING: 'To be paid',
  PAID: 'Paid',
  EXPIRED: 'Not paid in time',
  CANCELLED: 'Cancelled',
  PARTIALLY_REFUNDED: 'Refunded in part',
  REFUNDED: 'Refunded',
}

const Debt = ({ own }: { own: Own }) => {
  const debt = debtOf(own)
  if (debt === null || !isTakingPlace(own.event)) return null
  const url = safeUrl(debt.payment.url)
  return url === null ? (
    <p class="quiet">
      The organiser tells you how to pay. Name the order number <b>{debt.number}</b>.
    </p>
  ) : (
    <p>
      <a class="button" href={url} rel="noopener noreferrer">
        Pay {moneyOf(debt.total, debt.currency)} now
      </a>
    </p>
  )
}

const Fact = ({ label, children }: { label: string; children?: Child }) => (
  <div class="fact">
    <h2>{label}</h2>
    <p>{children}</p>
  </div>
)

const Facts = ({ own }: { own: Own }) => {
  const { guest, order, event } = own
  const meetingUrl = safeUrl(event.meetingUrl)
  const name = `${guest.firstName} ${guest.lastName}`.trim()
  return (
    <div class="card facts">
      <When times={event} />
      <Where event={event} isGuest={isIn(own.guest.status)}>
        {meetingUrl !== null && (
          <p>
            <a href={meetingUrl} rel="noopener noreferrer">
              Join online
            </a>
          </p>
        )}
      </Where>
      {guest.ticket !== null && (
        <Fact label="Ticket">
          <Said text={guest.ticket.name} />
        </Fact>
      )}
      {name !== '' && (
        <Fact label="In the name of">
          <Said text={name} />
          <br />
          {guest.email}
        </Fact>
      )}
      {order !== null && order.currency !== null && (
        <Fact label={`Order ${order.number}`}>
          {moneyOf(order.total, order.currency)} · {ORDER_WORDS[order.status] ?? order.status}
          {order.refunded > 0 && ` · ${moneyOf(order.refunded, order.currency)} refunded`}
        </Fact>
      )}
      {guest.registrationAnswers.map(({ question, answer }) => (
        <div class="fact">
          <h2>
            <Said text={question} />
          </h2>
          <p>
            <Said text={answer === 'true' ? 'Yes' : answer === 'false' ? 'No' : answer} />
          </p>
        </div>
      ))}
    </div>
  )
}

const Invitation = ({ own, visit, filled }: { own: Own; visit: Visit; filled: Filled }) => {
  const standing = standingOf(own.event, visit.now)
  if (standing.action === null) return <p class="lead">{standing.title}</p>
  return (
    <section class="card">
      <h2>Accept the invitation</h2>
      {standing.kind === 'warn' && <p class="quiet">{standing.text}</p>}
      <RegistrationForm
        event={own.event}
        action={`${ownPathOf(visit)}/accept`}
        button={standing.kind === 'warn' ? standing.action : 'Accept'}
        invited={own.guest.email}
        filled={filled}
      />
    </section>
  )
}

/** The guest's page, and after a faulty acceptance the form as they left it. */
export const showRegistration = (visit: Visit, own: Own, filled: Filled, status = 200): Shown => {
  const { guest, event, calendar } = own
  const words = wordsOf(own)
  const eventUrl = calendar.url === null || event.url === null ? null : event.url
  const isOn = isTakingPlace(event)
  return secretly(own, {
    status,
    title: withoutTurns(`${words.title} · ${event.title}`),
    body: (
      <Frame whose={{ name: calendar.name, href: calendar.url && pathOf(calendar.url) }}>
        <main id="main" class="page narrow own">
          <header class={`standing ${words.kind}`}>
            <p class="eyebrow">
              <Said text={event.title} />
            </p>
            <h1>{words.title}</h1>
            <p class="lead">
              <Said text={words.text} />
            </p>
            <Debt own={own} />
          </header>
          {isIn(own.guest.status) && isOn && <Code code={guest.qrCode} />}
          {isInvited(own) && isOn && <Invitation own={own} visit={visit} filled={filled} />}
          {!isInvited(own) && filled.problem !== null && (
            <div class="notice bad" role="alert">
              {filled.problem.text}
            </div>
          )}
          <Facts own={own} />
          <div class="row doors">
            {isOn && guest.status !== 'DECLINED' && guest.status !== 'CANCELLED' && (
              <AddToCalendar event={event} file={`/api${apiPathOf(visit)}/event.ics`} />
            )}
            {eventUrl !== null && (
              <a class="button plain" href={eventUrl}>
                {guest.status === 'CANCELLED' && isOn ? 'Register again' : 'About the event'}
              </a>
            )}
            {own.canCancel && isOn && (
              <a class="button plain leave" href={`${ownPathOf(visit)}/cancel`}>
                {isInvited(own) ? 'Turn the invitation down' : 'Cancel your registration'}
              </a>
            )}
          </div>
          <p class="quiet">This page is yours alone: whoever has its address can see and cancel your registration.</p>
        </main>
      </Frame>
    ),
  })
}
