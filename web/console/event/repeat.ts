/** The state of the recurrence form. */
export interface Repeat {
  /** `KEPT` keeps the rhythm of a rule that the form can’t show. */
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'KEPT'
  interval: string
  days: string[]
  /** Repeats monthly on a day of the month, or on a weekday such as the second Tuesday. */
  monthly: 'DAY' | 'WEEKDAY'
  end: 'COUNT' | 'UNTIL' | 'NEVER'
  count: string
  until: string
  /** Removed dates, which become `exdates`. */
  without: string[]
  /** The parts of a rule that the form can’t show, without its end. Empty if it can show the rule. */
  kept: string
}

export const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

/** Returns Monday while the date is incomplete. */
export const weekdayOf = (date: string) => DAYS[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'MO'

/** Returns the weekday in the month of a date, such as `2TU`, and `-1TU` for a fifth one. */
const nthWeekdayOf = (date: string) => {
  const nth = Math.ceil(Number(date.slice(8, 10)) / 7)
  return `${nth > 4 ? -1 : nth}${weekdayOf(date)}`
}

export const newRepeat = (): Repeat => ({
  freq: 'WEEKLY',
  interval: '1',
  days: [],
  monthly: 'DAY',
  end: 'COUNT',
  count: '8',
  until: '',
  without: [],
  kept: '',
})

/** Returns the recurrence rule as an RFC 5545 `RRULE`. */
export const ruleOf = (repeat: Repeat, { date }: { date: string }) => {
  const parts = repeat.freq === 'KEPT' ? [repeat.kept] : [`FREQ=${repeat.freq}`, `INTERVAL=${repeat.interval || '1'}`]
  if (repeat.freq === 'WEEKLY')
    parts.push(`BYDAY=${(repeat.days.length === 0 ? [weekdayOf(date)] : repeat.days).join(',')}`)
  if (repeat.freq === 'MONTHLY' && repeat.monthly === 'WEEKDAY') parts.push(`BYDAY=${nthWeekdayOf(date)}`)
  if (repeat.end === 'COUNT') parts.push(`COUNT=${repeat.count || '1'}`)
  if (repeat.end === 'UNTIL' && repeat.until !== '') parts.push(`UNTIL=${repeat.until.replaceAll('-', '')}`)
  return parts.join(';')
}

const SHOWN_PARTS = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY']

const isShown = (parts: ReadonlyMap<string, string>, date: string) => {
  if ([...parts.keys()].some((name) => !SHOWN_PARTS.includes(name))) return false
  const [freq, byDay] = [parts.get('FREQ'), parts.get('BYDAY')]
  if (freq === 'DAILY') return byDay === undefined
  if (freq === 'MONTHLY') return byDay === undefined || byDay === nthWeekdayOf(date)
  return freq === 'WEEKLY'
}

/** Returns the state of the form for the rule of a series. */
export const repeatOf = (rrule: string, date: string): Repeat => {
  const parts = new Map(rrule.split(';').map((part) => part.split('=') as [string, string]))
  const [count, until, byDay] = [parts.get('COUNT'), parts.get('UNTIL'), parts.get('BYDAY')]
  const base = newRepeat()
  const end: Repeat = {
    ...base,
    end: count !== undefined ? 'COUNT' : until !== undefined ? 'UNTIL' : 'NEVER',
    count: count ?? base.count,
    until: until === undefined ? '' : `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`,
  }
  if (!isShown(parts, date)) {
    const kept = [...parts].filter(([name]) => name !== 'COUNT' && name !== 'UNTIL')
    return { ...end, freq: 'KEPT', kept: kept.map((part) => part.join('=')).join(';') }
  }
  return {
    ...end,
    freq: parts.get('FREQ') as 'DAILY' | 'WEEKLY' | 'MONTHLY',
    interval: parts.get('INTERVAL') ?? '1',
    days: parts.get('FREQ') === 'WEEKLY' ? (byDay?.split(',') ?? []) : [],
    monthly: byDay === undefined ? 'DAY' : 'WEEKDAY',
  }
}
