import { leafOf, hoursOf } from '../../presentation/when.ts'
import { need, type OpenEvent } from '../asking.ts'
import type { Visit } from '../page.ts'

const SHOWN = 6

/** The next dates of the same series, with the answer that they came by. */
export const readOtherDates = async ({ api }: Visit, { id, seriesId, calendarSlug }: OpenEvent) => {
  if (seriesId === null) return null
  const path = `/calendars/${calendarSlug}/events?seriesId=${seriesId}&limit=${SHOWN + 1}`
  const answer = await need<OpenEvent[]>(api, path)
  return { answer, dates: answer.data.filter((date) => date.id !== id).slice(0, SHOWN) }
}

export const OtherDates = ({ dates }: { dates: readonly OpenEvent[] }) =>
  dates.length === 0 ? null : (
    <section aria-labelledby="other-dates">
      <h2 id="other-dates">Other dates</h2>
      <ul class="dates">
        {dates.map((date) => (
          <li>
            <a href={`/e/${date.slug}`}>
              <time datetime={date.startAt}>{leafOf(date).full}</time>
            </a>{' '}
            <span class="quiet">
              {date.status === 'CANCELLED'
                ? 'Cancelled'
                : date.registrationStatus === 'SOLD_OUT'
                  ? 'Sold out'
                  : hoursOf(date)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
