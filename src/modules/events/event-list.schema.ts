import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { EVENT_STATUSES, SERIES_IN_LISTS } from '../../kernel/vocabulary.ts'
import { InstantInput, PageQuery, TimeOrDate } from '../../kernel/wire.ts'

const Moment = lazy(() =>
  TimeOrDate().optional().describe('A time with its offset, or a date in the zone of the calendar'),
)

/** Which series show their next date alone, with `seriesDates`. */
export const SeriesInList = lazy(() =>
  z
    .enum(SERIES_IN_LISTS)
    .describe(
      '`next`: of each series the next date alone, with `seriesDates`; `weekly`: only of those that are weekly or denser',
    ),
)

export const EventListQuery = lazy(() =>
  PageQuery().extend({
    calendarSlug: z.string().optional().describe('Names the calendar where the path does not'),
    from: Moment().describe('Leaves out what ended before; without it the list begins now'),
    to: Moment().describe('Leaves out what starts later; a date takes in its whole day'),
    tag: z.string().max(40).optional(),
    q: z.string().max(100).optional().describe('A part of the title or the description'),
    past: z.stringbool().optional().describe('true: what has ended, newest first; false: only what has not'),
    status: z.enum(EVENT_STATUSES).optional(),
    updatedSince: InstantInput().optional().describe('Only what has changed since; takes in what is over too'),
    series: SeriesInList().optional(),
    seriesId: z.string().max(100).optional().describe('Only the dates of this series'),
  }),
)
export type EventListInput = SchemaOutput<typeof EventListQuery>
