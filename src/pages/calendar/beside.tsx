import { Said } from '../../presentation/markup.tsx'
import { dayNameOf, monthNameOf, weekdaysOf, weekStartOf } from '../../presentation/when.ts'
import type { EventDays } from '../asking.ts'
import { hrefOfMonth, MonthStep, type MonthContext } from './month.tsx'
import { monthBeside, weeksOf } from './view.ts'

interface SidebarContext extends MonthContext {
  /** Today's date in the calendar's time zone. */
  today: string
}

/** A small month. Each day with events links to that day in the month view. */
const SmallMonth = ({
  today,
  month,
  days,
  beside,
  ...context
}: SidebarContext & { month: string; days: ReadonlySet<string>; beside: -1 | 1 }) => {
  const { language } = context.reading
  const href = hrefOfMonth(context, month)
  const weekStart = weekStartOf(language)
  const names = weekdaysOf(weekStart, language, 'long')
  const name = monthNameOf(month, language)
  return (
    <section>
      <header class="row">
        <h2>
          <a href={href}>{name}</a>
        </h2>
        <MonthStep {...context} month={month} by={beside} />
      </header>
      <table aria-label={name}>
        <thead>
          <tr>
            {weekdaysOf(weekStart, language, 'narrow').map((letter, index) => (
              <th scope="col" abbr={names[index]}>
                {letter}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, weekStart).map((week) => (
            <tr>
              {week.map((date) => (
                <td class={date === today ? 'now' : undefined}>
                  {date.startsWith(month) &&
                    (days.has(date) ? (
                      <a href={`${href}#${date}`} aria-label={dayNameOf(date, language)}>
                        {Number(date.slice(8))}
                      </a>
                    ) : (
                      Number(date.slice(8))
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The sidebar next to the list on wide screens: this month, the next month and the venues of upcoming events. */
export const CalendarSidebar = (context: SidebarContext & { found: EventDays }) => {
  const { found, today, reading } = context
  const words = reading.language.words
  const days = new Set(found.days)
  const month = today.slice(0, 7)
  return (
    <aside class="beside" aria-label={words.event.glance}>
      <SmallMonth {...context} month={month} days={days} beside={-1} />
      <SmallMonth {...context} month={monthBeside(month, 1)} days={days} beside={1} />
      {found.places.length > 1 && (
        <section>
          <h2>{words.calendar.places}</h2>
          <ul>
            {found.places.map(({ name, events }) => (
              <li>
                <Said text={name} />
                <span aria-hidden="true">{events}</span>
                <span class="sr">{words.calendar.eventsThere(events)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  )
}
