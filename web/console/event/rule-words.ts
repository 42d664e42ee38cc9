import { calendarDayOf } from '../parts/words.ts'
import { formatSpoken } from '../words/loaded.ts'
import { repeatsWords } from '../words/en/repeats.ts'
import { seriesWords } from '../words/en/series.ts'
import { DAYS, repeatOf, weekdayOf } from './repeat.ts'

interface Ruled {
  rrule: string
  /** The first day, such as `2030-06-04`. */
  date: string
  /** The time of day as people read it. */
  time: string
  /** The service's description, which is English. */
  english: string
}

/** Describes a recurrence in the language of the workspace. Rules that the form can't show are described in English. */
export const ruleWords = ({ rrule, date, time, english }: Ruled) => {
  const words = repeatsWords()
  const { freq, interval, days, monthly, end, count, until } = repeatOf(rrule, date)
  if (freq === 'KEPT') return english
  const on: readonly string[] = days.length === 0 ? [weekdayOf(date)] : days
  const named = DAYS.filter((day) => on.includes(day)).map((day) => words.weekdayNames[day])
  return [
    words.every[freq](Number(interval)),
    freq === 'WEEKLY' && new Intl.ListFormat(formatSpoken(), { type: 'unit' }).format(named),
    freq === 'MONTHLY' &&
      (monthly === 'DAY' ? words.onDay(Number(date.slice(8, 10))) : words.onSameWeekday(weekdayOf(date))),
    time,
    end === 'COUNT' && seriesWords().dates(Number(count)),
    end === 'UNTIL' && words.until(`${calendarDayOf(until)} ${until.slice(0, 4)}`),
  ]
    .filter(Boolean)
    .join(' · ')
}
