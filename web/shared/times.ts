import { element } from './element.ts'

const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const EXACT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
] as const

/** "2 minutes ago", "in 3 days". */
export const fromNow = (instant: string | number, now = Date.now()): string => {
  let amount = (new Date(instant).getTime() - now) / 1000
  for (const [unit, most] of STEPS) {
    if (Math.abs(amount) < most) return RELATIVE.format(Math.trunc(amount), unit)
    amount /= most
  }
  return String(instant)
}

export const fullTime = (instant: string) => FULL.format(new Date(instant))

/** Said from now, and whole to whoever points at it. */
export const timeFromNow = (instant: string) =>
  element('time', { datetime: instant, title: fullTime(instant), 'data-from-now': true }, fromNow(instant))

export const timeOnClock = (instant: string) => element('time', { datetime: instant }, fullTime(instant))

/** To the second, for what is measured in them. */
export const exactTime = (instant: string) => element('time', { datetime: instant }, EXACT.format(new Date(instant)))

/** What was said a while ago is said again as it is now. */
export const refreshTimes = (root: ParentNode) => {
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[data-from-now]')) {
    const text = fromNow(time.dateTime)
    if (time.textContent !== text) time.textContent = text
  }
}
