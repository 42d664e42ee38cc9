import type { EventRow, SeriesRow } from '../../db/rows.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import { endOf, type Recurrence } from './plan.ts'
import type { SeriesOutput } from './series.schema.ts'
import type { SeriesView } from './series.store.ts'
import { inWords } from './words.ts'

export const recurrenceOfRow = ({
  timezone,
  startAt,
  durationMinutes,
  allDayDays,
  rrule,
  exdates,
  rdates,
}: SeriesRow): Recurrence => ({
  timezone,
  startAt,
  durationMinutes,
  allDayDays,
  rrule,
  exdates,
  rdates,
})

export const toSeries = ({ series: row, eventCount, nextEventId }: SeriesView, calendarSlug: string): SeriesOutput => ({
  id: row.id,
  calendarSlug,
  title: String(row.template['title']),
  timezone: row.timezone,
  startAt: row.startAt,
  durationMinutes: row.durationMinutes,
  allDayDays: row.allDayDays,
  rrule: row.rrule,
  words: inWords(recurrenceOfRow(row)),
  exdates: row.exdates,
  rdates: row.rdates,
  template: row.template,
  madeUntil: row.madeUntil,
  endsAt: isoOrNull(endOf(recurrenceOfRow(row))),
  heldUpAt: isoOrNull(row.heldUpAt),
  eventCount,
  nextEventId,
  cancelledAt: isoOrNull(row.cancelledAt),
  createdAt: iso(row.createdAt),
  updatedAt: iso(row.updatedAt),
})

/** The start as clients see it: for all-day events, only a date. */
export const startOf = ({ startDate, startAt }: Pick<EventRow, 'startDate' | 'startAt'>) => startDate ?? iso(startAt)
