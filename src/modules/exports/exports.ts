import type { ExportRunRow, ScheduledExportRow } from '../../db/rows.ts'
import { csvLine, type Cell } from '../../kernel/csv.ts'
import type { FieldError } from '../../kernel/failure.ts'
import { iso, isoOrNull, MINUTE_MS, type Instant } from '../../kernel/time.ts'
import { dateOf, instantOfWallTime, nextDate } from '../../kernel/zoned-time.ts'
import type { ExportRunOutput, ScheduledExportOutput } from './exports.schema.ts'

export interface Schedule {
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY'
  /** 1 is Monday, 7 is Sunday. */
  weekday: number | null
  dayOfMonth: number | null
  /** Local time `HH:MM` in `timezone`. */
  timeOfDay: string
  timezone: string
}

const MINUTES_A_DAY = 1_440
/** Number of days to search for the next run. Every `frequency` has a run within two months. */
const DAYS_TO_LOOK = 63

const weekdayOf = (date: string) => ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) + 1

const isLastOfMonth = (date: string) => nextDate(date).endsWith('-01')

const isRunDate = ({ frequency, weekday, dayOfMonth }: Schedule, date: string) => {
  if (frequency === 'DAILY') return true
  if (frequency === 'WEEKLY') return weekdayOf(date) === (weekday ?? 1)
  const day = Number(date.slice(8))
  return day === (dayOfMonth ?? 1) || (isLastOfMonth(date) && day < (dayOfMonth ?? 1))
}

/** Returns the instant of a local time. If the clocks skip that time, returns the next minute that exists. */
const instantOn = (date: string, timeOfDay: string, zone: string): Instant => {
  const wanted = Date.parse(`${date}T${timeOfDay}:00Z`)
  for (let minutes = 0; minutes <= MINUTES_A_DAY; minutes += 1) {
    const wall = new Date(wanted + minutes * MINUTE_MS).toISOString().slice(0, 19)
    const at = instantOfWallTime(wall, zone)
    if (at !== null) return at
  }
  throw new Error(`no minute within a day of ${date} ${timeOfDay} exists in ${zone}`)
}

/** Returns the time of the first run after `after`. Missed runs are not made up for. */
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

export type Terms = Schedule & Pick<ScheduledExportRow, 'isActive'>

/**
 * Checks that `WEEKLY` has a `weekday` and `MONTHLY` a `dayOfMonth`. `trimmed` drops whichever of the two does not
 * apply.
 */
export const exportErrors = ({ frequency, weekday, dayOfMonth }: Schedule): FieldError[] => {
  if (frequency === 'WEEKLY' && weekday === null) return [{ field: 'weekday', message: 'is required for WEEKLY' }]
  if (frequency === 'MONTHLY' && dayOfMonth === null)
    return [{ field: 'dayOfMonth', message: 'is required for MONTHLY' }]
  return []
}

export const trimmed = <T extends Schedule>(schedule: T): T => ({
  ...schedule,
  weekday: schedule.frequency === 'WEEKLY' ? schedule.weekday : null,
  dayOfMonth: schedule.frequency === 'MONTHLY' ? schedule.dayOfMonth : null,
})

export const nextRunOf = (terms: Terms, now: Instant) => (terms.isActive ? nextRunAfter(terms, now) : null)

/** Orders contain data of buyers, so only owners may export them, on every route. */
export const roleFor = (dataset: ScheduledExportRow['dataset']) => (dataset === 'ORDERS' ? 'OWNER' : 'MANAGER')

export const toScheduledExport = (row: ScheduledExportRow, calendarSlug: string): ScheduledExportOutput => ({
  id: row.id,
  calendarSlug,
  eventId: row.eventId,
  dataset: row.dataset,
  format: row.format,
  frequency: row.frequency,
  weekday: row.weekday,
  dayOfMonth: row.dayOfMonth,
  timeOfDay: row.timeOfDay,
  timezone: row.timezone,
  recipients: row.recipients,
  isActive: row.isActive,
  nextRunAt: isoOrNull(row.nextRunAt),
  lastRunAt: isoOrNull(row.lastRunAt),
  lastStatus: row.lastStatus,
  consecutiveFailures: row.consecutiveFailures,
  pausedReason: row.pausedReason,
  createdAt: iso(row.createdAt),
  updatedAt: iso(row.updatedAt),
})

export const toExportRun = (row: ExportRunRow, url: string | null): ExportRunOutput => ({
  id: row.id,
  scheduledExportId: row.scheduledExportId,
  status: row.status,
  scheduledFor: iso(row.scheduledFor),
  attempts: row.attempts,
  rowCount: row.rowCount,
  bytes: row.bytes,
  error: row.error,
  startedAt: isoOrNull(row.startedAt),
  completedAt: isoOrNull(row.completedAt),
  url,
  expiresAt: isoOrNull(row.fileExpiresAt),
})

export interface Question {
  id: string
  label: string
}

/**
 * Returns a unique name for every column. If a question has the same label as a fixed column or another question, its
 * id is appended.
 */
export const withQuestions = (fixed: readonly string[], questions: readonly Question[]) => {
  const names = [...fixed]
  const wanted = [...fixed, ...questions.map(({ label }) => label)]
  for (const { id, label } of questions) {
    const freeName = (name: string): string =>
      wanted.includes(name) || names.includes(name) ? freeName(`${name} (${id})`) : name
    names.push(wanted.indexOf(label) === wanted.lastIndexOf(label) ? label : freeName(label))
  }
  return names
}

/**
 * A table that is read page by page, so that a large export takes longer without using more memory. Each row has one
 * cell per column.
 */
export interface Dataset {
  columns: readonly string[]
  /** The columns that hold answers, by position. */
  questions?: ReadonlyMap<number, Question>
  rows: AsyncGenerator<Cell[][]>
}

export async function* objectsOf({ columns, rows }: Dataset) {
  for await (const page of rows)
    yield page.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null])))
}

/** Spreadsheets read a CSV file as UTF-8 only if it begins with a byte order mark. */
export async function* csvOf({ columns, rows }: Dataset, { startsWithBom }: { startsWithBom: boolean }) {
  if (startsWithBom) yield '\ufeff'
  yield csvLine(columns)
  for await (const page of rows) yield page.map(csvLine).join('')
}

export async function* jsonOf(pages: AsyncIterable<unknown[]>) {
  let separator = ''
  yield '{"data":['
  for await (const page of pages) {
    yield separator + page.map((row) => JSON.stringify(row)).join(',')
    separator = ','
  }
  yield ']}'
}
