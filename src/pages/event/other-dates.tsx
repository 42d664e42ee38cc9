import { inLanguage } from '../../presentation/event.ts'
import { stateWordsOf } from '../../presentation/state.ts'
import { hoursOf, leafOf } from '../../presentation/when.ts'
import type { Language } from '../../words/words.ts'
import { need, type PublicEvent } from '../asking.ts'
import type { Visit } from '../page.ts'
import { hrefFor, type ReaderLanguage } from '../reading.ts'
import type { Filled } from './fields.tsx'

const SHOWN = 6

/** Returns the next dates of the series together with the API response, which is needed to set the cache headers. */
export const readOtherDates = async ({ api }: Visit, { id, seriesId, calendarSlug }: PublicEvent) => {
  if (seriesId === null) return null
  const path = `/calendars/${calendarSlug}/events?seriesId=${seriesId}&limit=${SHOWN + 1}`
  const answer = await need<PublicEvent[]>(api, path)
  return { answer, dates: answer.data.filter((date) => date.id !== id).slice(0, SHOWN) }
}

const ON_OFFER: readonly string[] = ['OPEN', 'WAITLIST']

/** Returns whether this date can be selected together with others: it must be free and need no email verification. */
export const canBeAmong = ({ registrationStatus, tickets, verifyEmail }: PublicEvent) =>
  ON_OFFER.includes(registrationStatus) && !verifyEmail && tickets.every(({ price }) => price === 0)

/** Checkboxes that let guests register for more dates of the series with the same form. */
export const AlsoOn = ({
  dates,
  filled: { typed },
  language,
}: {
  dates: readonly PublicEvent[]
  filled: Filled
  language: Language
}) => {
  const chosen = typed.getAll('date')
  const offered = dates.filter(canBeAmong)
  return offered.length === 0 ? null : (
    <details class="also" open={chosen.length > 0}>
      <summary>{language.words.event.alsoOn}</summary>
      <div class="stack">
        {offered.map((date) => {
          const state = stateWordsOf(date, language.words)
          return (
            <label class="choice">
              <input type="checkbox" name="date" value={date.id} checked={chosen.includes(date.id)} />
              <span>
                <time datetime={date.startAt}>{leafOf(date, language).full}</time>{' '}
                <span class="quiet">{hoursOf(date, language)}</span>{' '}
                {state !== null && <span class={`state ${state.state}`}>{state.text}</span>}
              </span>
            </label>
          )
        })}
      </div>
    </details>
  )
}

const OtherDate = ({ date: found, reading }: { date: PublicEvent; reading: ReaderLanguage }) => {
  const { language } = reading
  const date = inLanguage(found, language.locale)
  const state = stateWordsOf(date, language.words)
  return (
    <li>
      <a href={hrefFor(reading)(`/e/${date.slug}`)}>
        <time datetime={date.startAt}>{leafOf(date, language).full}</time>
      </a>
      {date.status !== 'CANCELLED' && <span class="quiet">{hoursOf(date, language)}</span>}
      {state !== null && <span class={`state ${state.state}`}>{state.text}</span>}
    </li>
  )
}

export const OtherDates = ({ dates, reading }: { dates: readonly PublicEvent[]; reading: ReaderLanguage }) =>
  dates.length === 0 ? null : (
    <section class="dates" aria-labelledby="other-dates">
      <h2 id="other-dates">{reading.language.words.event.otherDates}</h2>
      <ul>
        {dates.map((date) => (
          <OtherDate date={date} reading={reading} />
        ))}
      </ul>
    </section>
  )
