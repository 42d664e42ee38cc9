import type { CalendarRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { Failure } from '../../kernel/failure.ts'
import type { SchemaOutput } from '../../kernel/lazy.ts'
import { sayFault } from '../../operation/faults.ts'
import { composeEvent, NewEvent, type EventFields } from '../events/index.ts'
import { NewSeries, recurrenceOf } from '../series/index.ts'
import type { EventLine } from './event-csv.ts'
import { reason, type Reason } from './report-sentences.ts'

export type EventBody = SchemaOutput<typeof NewEvent>
export type SeriesBody = SchemaOutput<typeof NewSeries>

/** The field is given without list indexes and without parts of objects such as `location.name`. */
const firstOf = (faults: readonly { field: string; message: string }[]): Reason => {
  const [{ field, message } = { field: '', message: 'isn’t valid' }] = faults
  const [whole = '', part] = field.split('.').filter((each) => !/^\d+$/.test(each))
  return reason('field_invalid', {
    field: whole === 'tickets' && part !== undefined ? `tickets.${part}` : whole,
    message,
  })
}

export interface CheckedEvent {
  event?: EventBody
  series?: SeriesBody
  fields?: EventFields
  /** Reason to leave out the event, or null. */
  fault: Reason | null
}

const EXCEPTION = /^exdates\.(\d+)$/

/** Throws if the dates of the series are invalid. Drops exceptions that don't match a date of the series. */
const withRealExceptions = (series: SeriesBody): SeriesBody => {
  try {
    recurrenceOf(series, null)
    return series
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const wrong = (error.extras.fields ?? []).map(({ field }) => EXCEPTION.exec(field)?.[1])
    if (wrong.length === 0 || wrong.includes(undefined)) throw error
    const real = { ...series, exdates: (series.exdates ?? []).filter((_, at) => !wrong.includes(`${at}`)) }
    recurrenceOf(real, null)
    return real
  }
}

/** Applies the rules for a new event or series, and returns the first fault. */
export const checkEvent = (
  { event, repeats }: EventLine,
  status: EventBody['status'],
  calendar: CalendarRow,
  deps: Deps,
): CheckedEvent => {
  const result = NewEvent().safeParse({ ...event, status }, { error: sayFault })
  if (!result.success)
    return {
      fault: firstOf(result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))),
    }
  const composed = composeEvent(result.data, calendar.id, deps)
  if (composed.faults.length > 0) return { fault: firstOf(composed.faults) }
  const fields = composed.event
  if (repeats === undefined) return { event: result.data, fields, fault: null }
  const { startAt, endAt: _end, timezone, allDay: _allDay, ...template } = result.data
  const isWhole = fields.allDay
  const span = isWhole
    ? { allDayDays: Math.max(1, Math.round((fields.endAt - fields.startAt) / 86_400_000)) }
    : { durationMinutes: Math.max(1, Math.round((fields.endAt - fields.startAt) / 60_000)) }
  const series = NewSeries().safeParse({ template, startAt, timezone, ...span, ...repeats }, { error: sayFault })
  if (!series.success)
    return { fault: firstOf(series.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))) }
  try {
    return { series: withRealExceptions(series.data), fields, fault: null }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { fault: firstOf(error.extras.fields ?? []) }
  }
}
