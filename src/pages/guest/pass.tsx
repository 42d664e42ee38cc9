import type { Child } from 'hono/jsx'
import { Said } from '../../presentation/markup.tsx'
import { withoutTurns } from '../../presentation/plain.ts'
import { beginningOf } from '../../presentation/when.ts'
import { shortPlaceOf } from '../../presentation/where.ts'
import type { Language } from '../../words/words.ts'
import type { Own } from '../asking.ts'
import { PosterImage } from '../parts/poster.tsx'
import { ownHue } from './own-page.tsx'

/** A whole number of pixels for each of 25 modules and the eight of the quiet zone, twice as many as are shown. */
const [CODE_PIXELS, LARGEST_PIXELS] = [33 * 22, 33 * 31]

const nameOf = ({ guest }: Own) => `${guest.firstName} ${guest.lastName}`.trim()

/** What is held up at the entrance; white in both schemes, since cameras want it so. */
const Code = ({ own, language }: { own: Own; language: Language }) => {
  const { qrCode, ticket } = own.guest
  const words = language.words.guest
  return (
    <figure class="code">
      <a
        href={`/api/public/qr/${qrCode}?size=${LARGEST_PIXELS}`}
        data-full-screen={words.brightness}
        data-name={withoutTurns(nameOf(own))}
        aria-label={words.codeLarge}
      >
        <img
          src={`/api/public/qr/${qrCode}?size=${CODE_PIXELS}`}
          width={CODE_PIXELS}
          height={CODE_PIXELS}
          alt={words.code}
          fetchpriority="high"
        />
      </a>
      <figcaption>
        <b>
          <Said text={nameOf(own)} />
        </b>
        {ticket !== null && (
          <span class="quiet">
            <Said text={ticket.name} />
          </span>
        )}
        <code>{qrCode}</code>
      </figcaption>
    </figure>
  )
}

const Fact = ({ label, children }: { label: string; children?: Child }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** The event's face as a ticket; with its code for whoever may come in. */
export const Pass = ({ own, language, withCode }: { own: Own; language: Language; withCode: boolean }) => {
  const { event, guest, calendar } = own
  const { words } = language
  const { day, clock } = beginningOf(event, language)
  const place = shortPlaceOf(event, language)
  const name = nameOf(own)
  return (
    <article class={withCode ? 'pass' : 'pass bare'} aria-label={words.guest.page}>
      <div class="face">
        <PosterImage event={event} hue={ownHue(own)} look="stamp" isFirst />
        <p class="small">
          <Said text={calendar.name} />
        </p>
        <p class="title">
          <Said text={event.title} />
        </p>
        <dl>
          <Fact label={words.when.date}>{day}</Fact>
          <Fact label={words.when.starts}>{clock}</Fact>
          {place !== '' && (
            <Fact label={words.where.place}>
              <Said text={place} />
            </Fact>
          )}
          {guest.ticket !== null && (
            <Fact label={words.ticket.ticket}>
              <Said text={guest.ticket.name} />
            </Fact>
          )}
          {!withCode && name !== '' && (
            <Fact label={words.guest.name}>
              <Said text={name} />
            </Fact>
          )}
        </dl>
      </div>
      {withCode && <Code own={own} language={language} />}
    </article>
  )
}
