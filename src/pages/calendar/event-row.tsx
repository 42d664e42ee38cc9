import { Said } from '../parts/said.tsx'
import { shortPlaceOf, type OpenEvent } from '../place.ts'
import { plainOf } from '../plain.ts'
import { priceOf } from '../price.ts'
import { leafOf } from '../when.ts'

const FEW = 10

/** The one thing about an event that somebody scanning the list must not miss. */
const stateOf = (event: OpenEvent): { kind: string; text: string } | null => {
  if (event.status === 'CANCELLED') return { kind: 'bad', text: 'Cancelled' }
  if (event.lifecycle === 'ENDED') return null
  if (event.lifecycle === 'ONGOING') return { kind: 'good', text: 'On now' }
  if (event.registrationStatus === 'SOLD_OUT') return { kind: 'warn', text: 'Sold out' }
  if (event.registrationStatus === 'WAITLIST') return { kind: 'warn', text: 'Waiting list' }
  if (event.registrationStatus === 'CLOSED') return { kind: '', text: 'Registration closed' }
  if (event.registrationStatus === 'NOT_YET_OPEN') return { kind: '', text: 'Opens later' }
  const { spotsRemaining: left } = event
  return left !== null && left <= FEW
    ? { kind: 'good', text: left === 1 ? '1 place left' : `${left} places left` }
    : null
}

export const EventRow = ({ event }: { event: OpenEvent }) => {
  const leaf = leafOf(event)
  const state = stateOf(event)
  const place = shortPlaceOf(event)
  const summary = plainOf(event.description)
  const isOff = event.status === 'CANCELLED'
  return (
    <li class={isOff ? 'event off' : 'event'}>
      <div class="leaf" aria-hidden="true">
        <span>{leaf.weekday}</span>
        <b>{leaf.day}</b>
      </div>
      <div class="what">
        <h3>
          <a href={`/e/${event.slug}`}>
            <Said text={event.title} />
          </a>
        </h3>
        <p class="line">
          <span class="sr">{leaf.full}, </span>
          <time datetime={event.startAt}>{leaf.hours}</time>
          {place !== '' && (
            <>
              {' · '}
              <Said text={place} />
            </>
          )}
        </p>
        {summary !== null && (
          <p class="summary">
            <Said text={summary} />
          </p>
        )}
        <p class="tags">
          {state !== null && <span class={`tag ${state.kind}`}>{state.text}</span>}
          {!isOff && event.lifecycle !== 'ENDED' && <span class="tag">{priceOf(event)}</span>}
        </p>
      </div>
      {event.coverUrl !== null && (
        <img class="thumb" src={event.coverUrl} alt="" loading="lazy" referrerpolicy="no-referrer" />
      )}
    </li>
  )
}
