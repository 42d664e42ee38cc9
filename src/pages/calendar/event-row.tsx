import type { ShownEvent } from '../../presentation/event.ts'
import { Said } from '../../presentation/markup.tsx'
import { plainOf } from '../../presentation/plain.ts'
import { priceOf } from '../../presentation/price.ts'
import { stateOf, type State } from '../../presentation/state.ts'
import { hoursOf, leafOf } from '../../presentation/when.ts'
import { shortPlaceOf } from '../../presentation/where.ts'

const TAGS: Record<Exclude<State, 'few'>, { kind: string; text: string } | null> = {
  cancelled: { kind: 'bad', text: 'Cancelled' },
  over: null,
  now: { kind: 'good', text: 'On now' },
  soldOut: { kind: 'warn', text: 'Sold out' },
  waitlist: { kind: 'warn', text: 'Waiting list' },
  closed: { kind: '', text: 'Registration closed' },
  later: { kind: '', text: 'Opens later' },
}

const tagOf = (event: ShownEvent) => {
  const state = stateOf(event)
  if (state !== 'few') return state === null ? null : TAGS[state]
  return { kind: 'good', text: event.spotsRemaining === 1 ? '1 place left' : `${event.spotsRemaining} places left` }
}

export const EventRow = ({ event }: { event: ShownEvent & { slug: string } }) => {
  const leaf = leafOf(event)
  const tag = tagOf(event)
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
          <time datetime={event.startAt}>{hoursOf(event)}</time>
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
          {tag !== null && <span class={`tag ${tag.kind}`}>{tag.text}</span>}
          {!isOff && event.lifecycle !== 'ENDED' && <span class="tag">{priceOf(event.tickets)}</span>}
        </p>
      </div>
      {event.coverUrl !== null && (
        <img class="thumb" src={event.coverUrl} alt="" loading="lazy" referrerpolicy="no-referrer" />
      )}
    </li>
  )
}
