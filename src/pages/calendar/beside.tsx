import { Said } from '../../presentation/markup.tsx'
import { dayNameOf, monthNameOf, weekdaysOf, weekStartOf } from '../../presentation/when.ts'
import type { EventDays } from '../asking.ts'
import { hrefOfMonth, MonthStep, type LookingAtMonths } from './month.tsx'
import { monthBeside, weeksOf } from './view.ts'

interface Looking extends LookingAtMonths {
  /** The date of today in the calendar's zone. */
  today: string
}

/** A day on which something takes place leads to itself in the view of its month. */
const SmallMonth = ({
  today,
  month,
  days,
  beside,
  ...looking
}: Looking & { month: string; days: ReadonlySet<string>; beside: -1 | 1 }) => {
  const { language } = looking.reading
  const href = hrefOfMonth(looking, month)
  const weekStart = weekStartOf(language)
  const names = weekdaysOf(weekStart, language, 'long')
  const name = monthNameOf(month, language)
  return (
    <section>
      <header class="row">
        <h2>
          <a href={href}>{name}</a>
        </h2>
        <MonthStep {...looking} month={month} by={beside} />
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

/** Beside the list, where there is room: the days of this month and the next, and the places of what is to come. */
export const CalendarSidebar = (looking: Looking & { found: EventDays }) => {
  const { found, today, reading } = looking
  const words = reading.language.words
  const days = new Set(found.days)
  const month = today.slice(0, 7)
  return (
    <aside class="beside" aria-label={words.event.glance}>
      <SmallMonth {...looking} month={month} days={days} beside={-1} />
      <SmallMonth {...looking} month={monthBeside(month, 1)} days={days} beside={1} />
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
