import { Said } from '../../presentation/markup.tsx'
import { dayNameOf, monthNameOf, weekdaysOf, weekStartOf } from '../../presentation/when.ts'
import type { Days } from '../asking.ts'
import { Icon } from '../parts/icon.tsx'
import { hrefFor, type Reading } from '../reading.ts'
import { hrefOf, monthBeside, weeksOf, type View } from './view.ts'

interface Looking {
  slug: string
  view: View
  reading: Reading
  /** The date of today in the calendar's zone. */
  today: string
}

/** A day on which something takes place leads to itself in the view of its month. */
const SmallMonth = ({
  slug,
  view,
  reading,
  today,
  month,
  days,
  beside,
}: Looking & { month: string; days: ReadonlySet<string>; beside: -1 | 1 }) => {
  const { language } = reading
  const { words } = language
  const to = (other: string, day = '') =>
    hrefFor(reading)(hrefOf(slug, { ...view, month: other, page: 1 })) + (day === '' ? '' : `#${day}`)
  const weekStart = weekStartOf(language)
  const names = weekdaysOf(weekStart, language, 'long')
  const name = monthNameOf(month, language)
  return (
    <section>
      <header class="row">
        <h2>
          <a href={to(month)}>{name}</a>
        </h2>
        <a
          class="round"
          href={to(monthBeside(month, beside))}
          aria-label={beside < 0 ? words.calendar.earlierMonth : words.calendar.laterMonth}
          rel="nofollow"
        >
          <Icon name={beside < 0 ? 'back' : 'next'} turns />
        </a>
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
                      <a href={to(month, date)} aria-label={dayNameOf(date, language)}>
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
export const Beside = (looking: Looking & { found: Days }) => {
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
