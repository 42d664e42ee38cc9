import type { Child } from 'hono/jsx'
import { Said } from '../../presentation/markup.tsx'
import { wholeNameOf } from '../../presentation/name.ts'
import { withoutTurns } from '../../presentation/plain.ts'
import { beginningOf } from '../../presentation/when.ts'
import { shortPlaceOf } from '../../presentation/where.ts'
import type { Language } from '../../words/words.ts'
import type { OwnRegistration } from '../asking.ts'
import { PosterImage } from '../parts/poster.tsx'
import { ownHue } from './own-page.tsx'
import { debtOf, hasLeft } from './words.ts'

/**
 * A QR code is 25 modules wide plus 8 for the quiet zone. A whole number of pixels per module keeps it sharp. At 22
 * pixels per module it is twice its displayed size, for high-density screens.
 */
const [CODE_PIXELS, LARGEST_PIXELS] = [33 * 22, 33 * 31]

/** The guest the pass belongs to. */
type Bearer = Pick<OwnRegistration['guest'], 'firstName' | 'lastName' | 'qrCode' | 'shortCode' | 'ticket'>

interface Shown {
  language: Language
  /** The number of this pass within the party, in words. */
  count?: string | undefined
  /** Whether the pass is visible without scrolling. */
  isFirst?: boolean | undefined
}

/** The QR code. Its background stays white in dark mode, because scanners need the contrast. */
const Code = ({ guest, count, isFirst, language }: Shown & { guest: Bearer }) => {
  const { qrCode, shortCode } = guest
  const words = language.words.guest
  const name = wholeNameOf(guest)
  return (
    <figure class="code">
      <a
        href={`/api/public/qr/${qrCode}?size=${LARGEST_PIXELS}`}
        data-full-screen={words.brightness}
        data-name={withoutTurns(name)}
        aria-label={words.codeLarge}
      >
        <img
          src={`/api/public/qr/${qrCode}?size=${CODE_PIXELS}`}
          width={CODE_PIXELS}
          height={CODE_PIXELS}
          alt={words.code}
          {...(isFirst ? { fetchpriority: 'high' } : { loading: 'lazy' })}
        />
      </a>
      <figcaption>
        <b>{name === '' && count !== undefined ? words.nameless : <Said text={name} />}</b>
        {count !== undefined && <span class="quiet">{count}</span>}
        {shortCode !== null && <code>{shortCode}</code>}
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

/** The event displayed as a ticket, with the QR code if the guest may enter. */
export const Pass = ({
  own,
  guest = own.guest,
  withCode,
  language,
  count,
  isFirst = true,
}: Shown & { own: OwnRegistration; guest?: Bearer; withCode: boolean }) => {
  const { event, calendar } = own
  const { words } = language
  const { day, clock } = beginningOf(event, language)
  const place = shortPlaceOf(event, language)
  const name = wholeNameOf(guest)
  const isOff = event.status === 'CANCELLED'
  const isUnpaid = !withCode && !isOff && debtOf(own) !== null
  return (
    <article
      class={`pass${withCode ? '' : ' bare'}${isUnpaid ? ' unpaid' : ''}${isOff || (!withCode && hasLeft(own)) ? ' off' : ''}`}
      aria-label={count === undefined ? words.guest.page : `${words.ticket.ticket}, ${count}`}
    >
      <div class="face">
        <PosterImage event={event} hue={ownHue(own)} look="stamp" isFirst={isFirst} />
        <p class="small">
          <Said text={calendar.name} />
        </p>
        <p class="title">
          {isOff ? (
            <s>
              <Said text={event.title} />
            </s>
          ) : (
            <Said text={event.title} />
          )}
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
        {isUnpaid && <p class="seal">{words.guest.notValid}</p>}
      </div>
      {withCode && <Code guest={guest} count={count} isFirst={isFirst} language={language} />}
    </article>
  )
}
