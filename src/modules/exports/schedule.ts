import { MINUTE_MS, type Instant } from '../../kernel/time.ts'
import { dateOf, instantOfWallTime, nextDate } from '../../kernel/zoned-time.ts'

export interface Schedule {
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY'
  /** 1 = Monday. */
  weekday: number | null
  dayOfMonth: number | null
  /** `HH:MM` on the wall of the zone. */
  timeOfDay: string
  timezone: string
}

const MINUTES_A_DAY = 1_440
/** Two months always hold a run of every frequency. */
const DAYS_TO_LOOK = 63

const weekdayOf = (date: string) => ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1

const isLastOfMonth = (date: string) => nextDate(date).endsWith('-01')

const isRunDate = ({ frequency, weekday, dayOfMonth }: Schedule, date: string) => {
  if (frequency === 'DAILY') return true
  if (frequency === 'WEEKLY') return weekdayOf(date) === (weekday ?? 1)
  const day = Number(date.slice(8))
  return day === (dayOfMonth ?? 1) || (isLastOfMonth(date) && day < (dayOfMonth ?? 1))
}

/** The instant of a local time; of a skipped one, that of the next minute that the wall shows. */
const instantOn = (date: string, timeOfDay: string, zone: string): Instant => {
  const wanted = Date.parse(`${date}T${timeOfDay}:00Z`)
  for (let minutes = 0; minutes <= MINUTES_A_DAY; minutes += 1) {
    const wall = new Date(wanted + minutes * MINUTE_MS).toISOString().slice(0, 19)
    const at = instantOfWallTime(wall, zone)
    if (at !== null) return at
  }
  throw new Error(`no minute within a day of ${date} ${timeOfDay} exists in ${zone}`)
}

/** The first run after `after`; runs that were missed before it are not made up for one by one. */
export const nextRunAfter = (schedule: Schedule, after: Instant): Instant => {
  let date = nextDate(dateOf(after, schedule.timezone), -1)
  for (let days = 0; days <= DAYS_TO_LOOK; days += 1) {
    if (isRunDate(schedule, date)) {
      const at = instantOn(date, schedule.timeOfDay, schedule.timezone)
      if (at > after) return at
    }
    date = nextDate(date)
  }
  throw new Error('a schedule runs at least once in two months')
}
