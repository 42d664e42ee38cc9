import type { Child } from 'hono/jsx'
import type { Times } from '../../presentation/event.ts'
import { Said } from '../../presentation/markup.tsx'
import { whenOf } from '../../presentation/when.ts'
import { placeLinesOf } from '../../presentation/where.ts'
import type { OpenEvent } from '../asking.ts'
import { googleEntryOf, mapOf } from '../links.ts'
import { Menu } from '../parts/menu.tsx'

/** The reader's own clock is filled in by a script, where it shows another time. */
export const When = ({ times }: { times: Times }) => {
  const { days, hours } = whenOf(times)
  return (
    <div class="fact">
      <h2>When</h2>
      <p>
        <time datetime={times.startAt}>{days}</time>
        <br />
        {hours}
      </p>
      {!times.allDay && (
        <p
          class="quiet"
          data-your-time
          data-start={times.startAt}
          data-end={times.endAt}
          data-zone={times.timezone}
          hidden
        />
      )}
    </div>
  )
}

const noteOf = ({ locationVisibility, locationType }: OpenEvent) => {
  const told = [
    ...(locationVisibility === 'GUESTS_ONLY' && locationType !== 'ONLINE' ? ['are told the exact address'] : []),
    ...(locationType === 'IN_PERSON' ? [] : ['get the link to join']),
  ]
  return told.length === 0 ? null : `Guests ${told.join(' and ')}.`
}

export const Where = ({
  event,
  isGuest = false,
  children,
}: {
  event: OpenEvent
  isGuest?: boolean
  children?: Child
}) => {
  const lines = placeLinesOf(event.location)
  const note = isGuest ? null : noteOf(event)
  const isOnline = event.locationType !== 'IN_PERSON'
  if (lines.length === 0 && !isOnline && note === null) return null
  return (
    <div class="fact">
      <h2>Where</h2>
      {lines.length > 0 && (
        <p>
          {lines.map((line, index) => (
            <>
              {index > 0 && <br />}
              <Said text={line} />
            </>
          ))}
        </p>
      )}
      {isOnline && <p>{lines.length > 0 ? 'And online' : 'Online'}</p>}
      {children}
      {note !== null && <p class="quiet">{note}</p>}
      {event.location !== null && lines.length > 0 && (
        <p class="quiet">
          <a href={mapOf(lines.join(', '), event.location)} rel="noopener noreferrer">
            Show on a map
          </a>
        </p>
      )}
    </div>
  )
}

export const AddToCalendar = ({ event, file }: { event: OpenEvent; file: string }) => (
  <Menu label="Add to calendar">
    <ul>
      <li>
        <a href={file}>Apple Calendar, Outlook and others</a>
      </li>
      <li>
        <a href={googleEntryOf(event, placeLinesOf(event.location).join(', '))} rel="noopener noreferrer">
          Google Calendar
        </a>
      </li>
    </ul>
  </Menu>
)
