import type { GuestCountsAnswer, StatisticsAnswer } from '../../shared/answers.ts'
import { overviewWords } from '../words/en/overview.ts'
import { formatSpoken } from '../words/loaded.ts'

export const DAY_MS = 86_400_000
const MOST_DAYS = 365
export const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Number of days for each option of the chart. "All" covers at most one year. */
export const daysOf = (choice: string, createdAt: string) =>
  choice === 'all' ? Math.min(MOST_DAYS, Math.ceil((Date.now() - Date.parse(createdAt)) / DAY_MS) + 1) : Number(choice)

export const nameOfDay = (date: string) =>
  new Intl.DateTimeFormat(formatSpoken(), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`))

export const sumOf = (series: StatisticsAnswer['series'], last: number, before = 0) =>
  series
    .slice(series.length - last - before, series.length - before)
    .reduce((sum, { registrations }) => sum + registrations, 0)

/** Everyone who ever registered, whatever became of them, as the chart per day counts them. */
export const registeredIn = ({ statuses }: GuestCountsAnswer) =>
  statuses.reduce(
    (sum, { status, guests }) => (status === 'INVITED' || status === 'TRANSFERRED' ? sum : sum + guests),
    0,
  )

/** The total at the end of each day. The last day ends at `total`. */
export const runningTotals = (series: StatisticsAnswer['series'], total: number) => {
  const words = overviewWords().registrations
  let sum = total - sumOf(series, series.length)
  return series.map(({ date, registrations }) => {
    sum += registrations
    return { name: nameOfDay(date), value: sum, title: words.onDay(nameOfDay(date), sum) }
  })
}
