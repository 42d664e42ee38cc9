import { inLanguage, type ShownEvent } from '../../presentation/event.ts'
import { Said } from '../../presentation/markup.tsx'
import { priceOf } from '../../presentation/price.ts'
import { isPriced, stateWordsOf } from '../../presentation/state.ts'
import { hoursOf, leafOf } from '../../presentation/when.ts'
import { shortPlaceOf } from '../../presentation/where.ts'
import { PosterImage } from '../parts/poster.tsx'
import { hrefFor, type ReaderLanguage } from '../reading.ts'

export type ListedEvent = ShownEvent & { slug: string; accent: number | null; seriesDates?: number | null }

export const EventListRow = ({
  event: found,
  hue,
  reading,
  today,
  usualPlace,
  isSeenAtOnce,
}: {
  event: ListedEvent
  hue: number
  reading: ReaderLanguage
  /** Today's date in the calendar's time zone. */
  today: string
  /** The place that the list names once, above its events. */
  usualPlace: string | null
  isSeenAtOnce: boolean
}) => {
  const { language } = reading
  const { words } = language
  const event = inLanguage(found, language.locale)
  const leaf = leafOf(event, language)
  const state = stateWordsOf(event, words)
  const place = shortPlaceOf(event, language, usualPlace)
  const isOff = event.status === 'CANCELLED'
  const isToday = leaf.date === today
  return (
    <li class={['event', isOff ? 'off' : '', isToday ? 'today' : ''].filter(Boolean).join(' ')}>
      <div class="leaf" aria-hidden="true">
        <span>{isToday ? words.when.today : leaf.weekday}</span>
        <b>{leaf.day}</b>
      </div>
      <div class="what">
        <h3>
          <a href={hrefFor(reading)(`/e/${event.slug}`)}>
            <Said text={event.title} />
          </a>
        </h3>
        <p class="line">
          <span class="sr">{leaf.full}, </span>
          <time datetime={event.startAt}>{hoursOf(event, language, event.locationType === 'IN_PERSON')}</time>
          {place !== '' && (
            <>
              {'\u00a0· '}
              <Said text={place} />
            </>
          )}
          {Boolean(event.seriesDates) && (
            <>
              {'\u00a0· '}
              <span class="whole">{words.calendar.moreDates(event.seriesDates ?? 0)}</span>
            </>
          )}
        </p>
      </div>
      <p class="marks">
        {isPriced(event) && (
          <b>
            <bdi>{priceOf(event.tickets, language)}</bdi>
          </b>
        )}
        {state !== null && state.state !== 'over' && <span class={`state ${state.state}`}>{state.text}</span>}
      </p>
      <PosterImage event={event} hue={event.accent ?? hue} look="thumb" isSeenAtOnce={isSeenAtOnce} />
    </li>
  )
}
