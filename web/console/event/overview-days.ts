import type { StatisticsAnswer } from '../../shared/answers.ts'
import { registrationsIn } from '../figures.ts'
import { overviewWords } from '../words/en/overview.ts'
import { formatSpoken } from '../words/loaded.ts'

export const DAY_MS = 86_400_000
const MOST_DAYS = 365

/** Number of days for each option of the chart. "All" covers at most one year. */
export const daysOf = (choice: string, createdAt: string) =>
  choice === 'all' ? Math.min(MOST_DAYS, Math.ceil((Date.now() - Date.parse(createdAt)) / DAY_MS) + 1) : Number(choice)

export const nameOfDay = (date: string) =>
  new Intl.DateTimeFormat(formatSpoken(), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`))

/** The total at the end of each day. The last day ends at `total`. */
export const runningTotals = (series: StatisticsAnswer['series'], total: number) => {
  const words = overviewWords().registrations
  let sum = total - registrationsIn(series, series.length)
  return series.map(({ date, registrations }) => {
    sum += registrations
    // The chart per day still counts erased guests, the total doesn’t.
    const value = Math.max(0, sum)
    return { name: nameOfDay(date), value, title: words.onDay(nameOfDay(date), value) }
  })
}
