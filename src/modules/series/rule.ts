/**
 * The supported subset of RFC 5545 recurrence rules. Anything else is rejected, and the error names the unsupported
 * part.
 */
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
type Frequency = (typeof FREQUENCIES)[number]

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

export interface WeekdayOf {
  /**
   * Which occurrence of this weekday in the month or year. Negative values count from the end, and null means every
   * one.
   */
  ordinal: number | null
  /** 0 is Monday. */
  weekday: number
}

export interface Rule {
  freq: Frequency
  interval: number
  count: number | null
  /** `UNTIL` as written: a date, a local time, or an instant if it ends in `Z`. */
  until: string | null
  byDay: WeekdayOf[]
  byMonthDay: number[]
  byMonth: number[]
  bySetPos: number[]
  /** The first day of a week; 0 is Monday. */
  weekStart: number
}

class RuleFault extends Error {
  constructor(part: string, message: string) {
    super(`${part}: ${message}`)
    this.name = 'RuleFault'
  }
}

const MAX_INTERVAL = 1_000
const MAX_COUNT = 5_000

const whole = (part: string, text: string, least: number, most: number) => {
  const number = /^[+-]?\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(number) || number === 0 || number < least || number > most) {
    throw new RuleFault(part, `'${text}' must be a whole number from ${least} to ${most}${least < 0 ? ', not 0' : ''}`)
  }
  return number
}

const wholes = (part: string, text: string, least: number, most: number) => [
  ...new Set(text.split(',').map((each) => whole(part, each, least, most))),
]

const weekdayIn = (part: string, text: string) => {
  const weekday = WEEKDAYS.findIndex((name) => name === text)
  if (weekday === -1) throw new RuleFault(part, `'${text}' must be one of ${WEEKDAYS.join(', ')}`)
  return weekday
}

const weekdaysIn = (text: string): WeekdayOf[] =>
  [...new Set(text.split(','))].map((each) => {
    const weekday = weekdayIn('BYDAY', each.slice(-2))
    const ordinal = each.slice(0, -2)
    return { weekday, ordinal: ordinal === '' ? null : whole('BYDAY', ordinal, -53, 53) }
  })

const UNTIL = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z)?)?$/

/** `20270630` → `2027-06-30`, `20270630T190000Z` → `2027-06-30T19:00:00Z`. */
const untilIn = (text: string) => {
  const [, year, month, day, hour, minute, second, zulu = ''] = UNTIL.exec(text) ?? []
  const date = `${year}-${month}-${day}`
  const read = hour === undefined ? date : `${date}T${hour}:${minute}:${second}${zulu}`
  const at = Date.parse(hour === undefined ? `${date}T00:00:00Z` : `${read.replace('Z', '')}Z`)
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(date)) {
    throw new RuleFault('UNTIL', `'${text}' must be a date such as 20270630 or a time such as 20270630T190000`)
  }
  return read
}

const FORMS: Record<string, (rule: Rule, text: string) => void> = {
  FREQ: (rule, text) => {
    const freq = FREQUENCIES.find((name) => name === text)
    if (freq === undefined) throw new RuleFault('FREQ', `'${text}' must be one of ${FREQUENCIES.join(', ')}`)
    rule.freq = freq
  },
  INTERVAL: (rule, text) => (rule.interval = whole('INTERVAL', text, 1, MAX_INTERVAL)),
  COUNT: (rule, text) => (rule.count = whole('COUNT', text, 1, MAX_COUNT)),
  UNTIL: (rule, text) => (rule.until = untilIn(text)),
  BYDAY: (rule, text) => (rule.byDay = weekdaysIn(text)),
  BYMONTHDAY: (rule, text) => (rule.byMonthDay = wholes('BYMONTHDAY', text, -31, 31)),
  BYMONTH: (rule, text) => (rule.byMonth = wholes('BYMONTH', text, 1, 12)),
  BYSETPOS: (rule, text) => (rule.bySetPos = wholes('BYSETPOS', text, -366, 366)),
  WKST: (rule, text) => (rule.weekStart = weekdayIn('WKST', text)),
}

/** Rejects combinations that RFC 5545 forbids. */
const refuseContradictions = (rule: Rule) => {
  const { freq, byDay, byMonthDay, byMonth, bySetPos } = rule
  if (rule.count !== null && rule.until !== null) throw new RuleFault('COUNT', 'isn’t allowed with UNTIL')
  if (byDay.some(({ ordinal }) => ordinal !== null) && (freq === 'DAILY' || freq === 'WEEKLY')) {
    throw new RuleFault('BYDAY', `allows numbers in MONTHLY and YEARLY rules only, not in ${freq}`)
  }
  if (freq === 'WEEKLY' && byMonthDay.length > 0) throw new RuleFault('BYMONTHDAY', 'isn’t allowed in a WEEKLY rule')
  if (bySetPos.length > 0 && byDay.length + byMonthDay.length + byMonth.length === 0) {
    throw new RuleFault('BYSETPOS', 'requires BYDAY, BYMONTHDAY or BYMONTH')
  }
}

/** Parses a rule, or throws a `RuleFault`. */
export const parseRule = (text: string): Rule => {
  const rule: Rule = {
    freq: 'DAILY',
    interval: 1,
    count: null,
    until: null,
    byDay: [],
    byMonthDay: [],
    byMonth: [],
    bySetPos: [],
    weekStart: 0,
  }
  const seen = new Set<string>()
  for (const part of text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/;$/, '')
    .split(';')) {
    const [name = '', value = '', ...rest] = part.split('=')
    const read = FORMS[name]
    if (read === undefined) {
      throw new RuleFault(name === '' ? 'RRULE' : name, `must be one of ${Object.keys(FORMS).join(', ')}`)
    }
    if (seen.has(name)) throw new RuleFault(name, 'is given twice')
    if (value === '' || rest.length > 0) throw new RuleFault(name, 'must have exactly one value')
    seen.add(name)
    read(rule, value)
  }
  if (!seen.has('FREQ')) throw new RuleFault('FREQ', 'is required')
  refuseContradictions(rule)
  return rule
}

const compact = (until: string) => until.replaceAll(/[-:]/g, '')

/** Serialises a rule in canonical form, so that equal rules have equal text. */
export const textOfRule = (rule: Rule) => {
  const parts = [
    ['FREQ', rule.freq],
    ['INTERVAL', rule.interval === 1 ? '' : rule.interval],
    ['COUNT', rule.count ?? ''],
    ['UNTIL', rule.until === null ? '' : compact(rule.until)],
    ['BYMONTH', rule.byMonth.join(',')],
    ['BYMONTHDAY', rule.byMonthDay.join(',')],
    ['BYDAY', rule.byDay.map(({ ordinal, weekday }) => `${ordinal ?? ''}${WEEKDAYS[weekday]}`).join(',')],
    ['BYSETPOS', rule.bySetPos.join(',')],
    ['WKST', rule.weekStart === 0 ? '' : WEEKDAYS[rule.weekStart]],
  ] as const
  return parts.flatMap(([name, value]) => (value === '' ? [] : [`${name}=${value}`])).join(';')
}
