import type { Child } from 'hono/jsx'
import type { Times } from '../../presentation/event.ts'
import { Said } from '../../presentation/markup.tsx'
import { commaIn } from '../../presentation/plain.ts'
import { leafOf, whenOf } from '../../presentation/when.ts'
import { placeLinesOf } from '../../presentation/where.ts'
import type { Language } from '../../words/words.ts'
import type { PublicEvent } from '../asking.ts'
import { googleEntryOf, mapOf } from '../links.ts'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { GAP } from '../parts/sentence.tsx'

/** The date and time of the event. A script adds the reader's local time if it differs. */
export const When = ({ times, language }: { times: Times; language: Language }) => {
  const { days, hours } = whenOf(times, language)
  const leaf = leafOf(times, language)
  const { words } = language
  return (
    <div class="fact">
      <span class="tile leaf" aria-hidden="true">
        <span>{leaf.month}</span>
        <b>{leaf.day}</b>
      </span>
      <div>
        <h2 class="sr">{words.when.when}</h2>
        <p class="first">
          <time datetime={times.startAt}>{days}</time>
        </p>
        <p class="quiet">{hours}</p>
        {!times.allDay && (
          <p
            class="quiet"
            data-your-time={words.when.whereYouAre(GAP)}
            data-format={language.format}
            data-start={times.startAt}
            data-end={times.endAt}
            data-zone={times.timezone}
            hidden
          />
        )}
      </div>
    </div>
  )
}

const noteOf = ({ locationVisibility, locationType }: PublicEvent, { words: { where } }: Language) => {
  const isTold = locationVisibility === 'GUESTS_ONLY' && locationType !== 'ONLINE'
  if (locationType === 'IN_PERSON') return isTold ? where.guestsGetAddress : null
  return isTold ? where.guestsGetBoth : where.guestsGetLink
}

export const Where = ({
  event,
  language,
  isGuest = false,
  children,
}: {
  event: PublicEvent
  language: Language
  isGuest?: boolean
  children?: Child
}) => {
  const [first, ...rest] = placeLinesOf(event.location, language)
  const note = isGuest ? null : noteOf(event, language)
  const isOnline = event.locationType !== 'IN_PERSON'
  const { where } = language.words
  if (first === undefined && !isOnline && note === null) return null
  return (
    <div class="fact">
      <span class="tile" aria-hidden="true">
        <Icon name="pin" />
      </span>
      <div>
        <h2 class="sr">{where.where}</h2>
        {first !== undefined && (
          <p class="first">
            <Said text={first} />
          </p>
        )}
        {rest.length > 0 && (
          <p class="quiet">
            <Said text={rest.join(commaIn(language.locale))} />
          </p>
        )}
        {isOnline && (
          <p class={first === undefined ? 'first' : 'quiet'}>{first === undefined ? where.online : where.andOnline}</p>
        )}
        {children}
        {note !== null && <p class="quiet">{note}</p>}
      </div>
    </div>
  )
}

/** A link instead of an embedded map, which would contact OpenStreetMap before the reader asks for it. */
export const Directions = ({ event, language }: { event: PublicEvent; language: Language }) => {
  const lines = placeLinesOf(event.location, language)
  return event.location === null || lines.length === 0 ? null : (
    <a class="way" href={mapOf(lines.join(', '), event.location)} rel="noopener noreferrer">
      <Icon name="pin" />
      <span>{language.words.where.map}</span>
      <Icon name="arrow" turns />
    </a>
  )
}

export const AddToCalendar = ({ event, file, language }: { event: PublicEvent; file: string; language: Language }) => {
  const words = language.words.event
  return (
    <Menu
      label={
        <>
          <Icon name="calendar" />
          <span>{words.addToCalendar}</span>
        </>
      }
    >
      <ul>
        <li>
          <a href={file}>{words.otherCalendars}</a>
        </li>
        <li>
          <a href={googleEntryOf(event, placeLinesOf(event.location, language).join(', '))} rel="noopener noreferrer">
            {words.google}
          </a>
        </li>
      </ul>
    </Menu>
  )
}
