import { inLanguage } from '../../presentation/event.ts'
import { Said } from '../../presentation/markup.tsx'
import { stateWordsOf } from '../../presentation/state.ts'
import { beginningClockOf, daysBetween, leafOf, monthNameOf, weekdaysOf, weekStartOf } from '../../presentation/when.ts'
import { Icon } from '../parts/icon.tsx'
import { PosterImage } from '../parts/poster.tsx'
import { hrefFor, type ReaderLanguage } from '../reading.ts'
import type { ListedEvent } from './event-row.tsx'
import { hrefOf, monthBeside, weeksOf, type View } from './view.ts'

const Entry = ({
  event: found,
  date,
  hue,
  reading,
}: {
  event: ListedEvent
  date: string
  hue: number
  reading: ReaderLanguage
}) => {
  const { language } = reading
  const event = inLanguage(found, language.locale)
  const isOff = event.status === 'CANCELLED'
  return (
    <li class={isOff ? 'entry off' : 'entry'}>
      <a href={hrefFor(reading)(`/e/${event.slug}`)}>
        <PosterImage event={event} hue={event.accent ?? hue} look="dot" />
        <span class="name">
          <Said text={event.title} />
        </span>
        <span class="quiet">
          {isOff
            ? stateWordsOf(event, language.words)?.text
            : leafOf(event, language).date === date && beginningClockOf(event, language)}
        </span>
      </a>
    </li>
  )
}

export interface MonthContext {
  slug: string
  view: View
  reading: ReaderLanguage
}

export const hrefOfMonth = ({ slug, view, reading }: MonthContext, month: string) =>
  hrefFor(reading)(hrefOf(slug, { ...view, month, page: 1 }))

/** A link to the previous or the next month. */
export const MonthStep = ({ month, by, ...context }: MonthContext & { month: string; by: -1 | 1 }) => {
  const { calendar } = context.reading.language.words
  return (
    <a
      class="round"
      href={hrefOfMonth(context, monthBeside(month, by))}
      aria-label={by < 0 ? calendar.earlierMonth : calendar.laterMonth}
      rel="nofollow"
    >
      <Icon name={by < 0 ? 'back' : 'next'} turns />
    </a>
  )
}

/** A month as a table of weeks, starting on the first day of the week in the reader's locale. */
export const Month = ({
  month,
  events,
  hue,
  today,
  ...context
}: MonthContext & {
  month: string
  events: readonly ListedEvent[]
  hue: number
  today: string
}) => {
  const { reading } = context
  const { language } = reading
  const { words } = language
  const weekStart = weekStartOf(language)
  const onDay = new Map<string, ListedEvent[]>()
  for (const event of events)
    for (const date of daysBetween(event)) onDay.set(date, [...(onDay.get(date) ?? []), event])
  return (
    <section class="grid-month">
      <header class="row">
        <h2>{monthNameOf(month, language)}</h2>
        <a class="button soft small" href={hrefOfMonth(context, today.slice(0, 7))}>
          {words.when.today}
        </a>
        <MonthStep {...context} month={month} by={-1} />
        <MonthStep {...context} month={month} by={1} />
      </header>
      <table>
        <thead>
          <tr>
            {weekdaysOf(weekStart, language).map((name) => (
              <th scope="col">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, weekStart).map((week) => (
            <tr>
              {week.map((date) => (
                <td
                  id={date}
                  class={[date.startsWith(month) ? '' : 'other', date === today ? 'now' : ''].join(' ').trim()}
                >
                  <time datetime={date}>{Number(date.slice(8))}</time>
                  {onDay.has(date) && (
                    <ul>
                      {onDay.get(date)?.map((event) => (
                        <Entry event={event} date={date} hue={hue} reading={reading} />
                      ))}
                    </ul>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {events.length === 0 && <p class="quiet center">{words.calendar.none}</p>}
      <ol class="agenda" aria-hidden="true">
        {events.map((found) => {
          const event = inLanguage(found, language.locale)
          const leaf = leafOf(event, language)
          return (
            <li>
              <a href={hrefFor(reading)(`/e/${event.slug}`)} tabindex={-1}>
                <b>{leaf.day}</b>
                <span>
                  <Said text={event.title} />
                </span>
                <span class="quiet">{beginningClockOf(event, language)}</span>
              </a>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
