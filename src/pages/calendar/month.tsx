import { inLanguage } from '../../presentation/event.ts'
import { Said } from '../../presentation/markup.tsx'
import { stateWordsOf } from '../../presentation/state.ts'
import {
  beginningClockOf,
  daysBetween,
  hoursOf,
  leafOf,
  monthNameOf,
  weekdaysOf,
  weekStartOf,
} from '../../presentation/when.ts'
import { Icon } from '../parts/icon.tsx'
import { PosterImage } from '../parts/poster.tsx'
import { hrefFor, type ReaderLanguage } from '../reading.ts'
import type { ListedEvent } from './event-row.tsx'
import { hrefOf, monthBeside, weeksOf, type View } from './view.ts'
import { lanesOn, weekOf, type Bar, type Week } from './week.ts'

interface ShownInMonth {
  event: ListedEvent
  hue: number
  reading: ReaderLanguage
}

const Entry = ({ event: found, date, hue, reading }: ShownInMonth & { date: string }) => {
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

/** An event of several days, across the days of one week. It is an item of its first day there. */
const BarEntry = ({ bar, hue, reading }: { bar: Bar; hue: number; reading: ReaderLanguage }) => {
  const { language } = reading
  const event = inLanguage(bar.event, language.locale)
  const classes = [
    `span hued hue-${event.accent ?? hue} lane-${bar.lane} days-${bar.days}`,
    bar.startsHere ? 'starts' : '',
    bar.endsHere ? 'ends' : '',
    event.status === 'CANCELLED' ? 'off' : '',
  ]
  return (
    <li class={classes.filter(Boolean).join(' ')}>
      <a href={hrefFor(reading)(`/e/${event.slug}`)}>
        <span class="name">
          <Said text={event.title} />
        </span>
        <span class="sr">{hoursOf(event, language)}</span>
      </a>
    </li>
  )
}

const Day = ({
  week,
  date,
  month,
  className,
  ...shown
}: Omit<ShownInMonth, 'event'> & { week: Week; date: string; month: string; className: string }) => {
  const { bars, onDay, dates } = week
  const begun = bars.filter(({ from }) => dates[from] === date)
  const lanes = lanesOn(week, date)
  const events = onDay.get(date) ?? []
  // The page has the events of its month only, so a day of another month would appear to have none.
  const isKnown = date.startsWith(month) || lanes + events.length > 0
  return (
    <td id={date} class={`${className} lanes-${lanes}`.trim()}>
      {isKnown && <time datetime={date}>{Number(date.slice(8))}</time>}
      {begun.length + events.length > 0 && (
        <ul>
          {begun.map((bar) => (
            <BarEntry bar={bar} {...shown} />
          ))}
          {events.map((event) => (
            <Entry event={event} date={date} {...shown} />
          ))}
        </ul>
      )}
    </td>
  )
}

/** The month's events as a list, which phones show below the grid. Screen readers already have the grid. */
const Agenda = ({
  events,
  gone,
  reading,
}: {
  events: readonly ListedEvent[]
  gone: string
  reading: ReaderLanguage
}) => (
  <ol class="agenda" aria-hidden="true">
    {events.map((found) => {
      const { language } = reading
      const event = inLanguage(found, language.locale)
      const days = daysBetween(event)
      return (
        <li class={(days.at(-1) ?? '') < gone ? 'gone' : undefined}>
          <a href={hrefFor(reading)(`/e/${event.slug}`)} tabindex={-1}>
            <b>{leafOf(event, language).day}</b>
            <span>
              <Said text={event.title} />
            </span>
            <span class="quiet">{days.length > 1 ? hoursOf(event, language) : beginningClockOf(event, language)}</span>
          </a>
        </li>
      )
    })}
  </ol>
)

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
  const weeks = weeksOf(month, weekStart).map((dates) => weekOf(dates, events))
  // The start of the current week. Earlier weeks of the current month are folded.
  const current = month === today.slice(0, 7) ? weeks.find(({ dates }) => dates.includes(today)) : undefined
  const gone = current?.dates[0] ?? ''
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
      {current !== undefined && current !== weeks[0] && (
        <details class="fold">
          <summary class="quiet-button">{words.calendar.earlierWeeks}</summary>
        </details>
      )}
      <table>
        <thead>
          <tr>
            {weekdaysOf(weekStart, language).map((name) => (
              <th scope="col">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr class={(week.dates[0] ?? '') < gone ? 'gone' : undefined}>
              {week.dates.map((date) => (
                <Day
                  week={week}
                  date={date}
                  month={month}
                  className={[date.startsWith(month) ? '' : 'other', date === today ? 'now' : ''].join(' ').trim()}
                  hue={hue}
                  reading={reading}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {events.length === 0 && <p class="quiet center">{words.calendar.none}</p>}
      <Agenda events={events} gone={gone} reading={reading} />
    </section>
  )
}
