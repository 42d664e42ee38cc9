import { nextDate } from '../../kernel/zoned-time.ts'

const PAGE_NUMBER = /^[1-9]\d{0,4}$/
const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/
const YEAR = /^20\d\d$/
const EVENTS_PER_PAGE = 50
const EVENTS_PER_MONTH = 100

/** Which events of a calendar to show, as read from the URL. */
export interface View {
  isPast: boolean
  /** The year to show past events from, or null for all years. */
  year: string | null
  /** The month of the grid view, or null for the list. */
  month: string | null
  page: number
  tag: string | null
  q: string | null
}

const matching = (text: string | null, form: RegExp) => (text !== null && form.test(text) ? text : null)

export const parseCalendarView = ({ searchParams }: URL, thisMonth: string): View => ({
  isPast: searchParams.get('past') === 'true',
  year: matching(searchParams.get('year'), YEAR),
  month: searchParams.get('view') === 'month' ? (matching(searchParams.get('month'), MONTH) ?? thisMonth) : null,
  page: Number(matching(searchParams.get('page'), PAGE_NUMBER) ?? 1),
  tag: searchParams.get('tag')?.slice(0, 40) || null,
  q: searchParams.get('q')?.trim().slice(0, 100) || null,
})

export const hrefOf = (slug: string, { isPast, year, month, page, tag, q }: View) => {
  const query = new URLSearchParams({
    ...(month !== null ? { view: 'month', month } : isPast && { past: 'true', ...(year !== null && { year }) }),
    ...(tag !== null && { tag }),
    ...(q !== null && { q }),
    ...(page > 1 && { page: String(page) }),
  }).toString()
  return `/c/${slug}${query === '' ? '' : `?${query}`}`
}

/** Returns the first day of the month and the first day of the next month. */
const daysOf = (month: string) => {
  const first = `${month}-01`
  return { first, next: `${nextDate(first, 31).slice(0, 7)}-01` }
}

/** Returns the first day of the week from 1 (Monday) to 7 (Sunday), as `Intl` numbers the days. */
const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() || 7

/** Returns all dates of the weeks that overlap a month. Each week starts on `weekStart`. */
export const weeksOf = (month: string, weekStart: number) => {
  const { first, next } = daysOf(month)
  let day = nextDate(first, -((weekdayOf(first) - weekStart + 7) % 7))
  const weeks: string[][] = []
  while (day < next) {
    const start = day
    weeks.push(Array.from({ length: 7 }, (_, index) => nextDate(start, index)))
    day = nextDate(day, 7)
  }
  return weeks
}

export const monthBeside = (month: string, by: -1 | 1) =>
  by === 1 ? daysOf(month).next.slice(0, 7) : nextDate(`${month}-01`, -1).slice(0, 7)

export const listPathOf = (slug: string, { isPast, year, month, page, tag, q }: View) => {
  const query = new URLSearchParams(
    month === null
      ? // Among upcoming events, a weekly series appears as one entry. Among past events, each of its dates is listed.
        { past: String(isPast), page: String(page), limit: String(EVENTS_PER_PAGE), series: isPast ? 'all' : 'weekly' }
      : { from: `${month}-01`, to: nextDate(daysOf(month).next, -1), limit: String(EVENTS_PER_MONTH) },
  )
  if (month === null && isPast && year !== null) {
    query.set('from', `${year}-01-01`)
    query.set('to', `${year}-12-31`)
  }
  if (tag !== null) query.set('tag', tag)
  if (q !== null) query.set('q', q)
  return `/calendars/${slug}/events?${query.toString()}`
}

/** Returns the API path for the days with events in this month and the next, with the same filter as the list. */
export const daysPathOf = (slug: string, { tag, q }: View) => {
  const query = new URLSearchParams({ ...(tag !== null && { tag }), ...(q !== null && { q }) }).toString()
  return `/calendars/${slug}/days${query === '' ? '' : `?${query}`}`
}
