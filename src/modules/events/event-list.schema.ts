import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { EVENT_STATUSES, SERIES_IN_LISTS } from '../../kernel/vocabulary.ts'
import { InstantInput, PageQuery, TimeOrDate } from '../../kernel/wire.ts'

const Moment = lazy(() => TimeOrDate().optional().describe('Time with an offset, or date in the calendar’s time zone.'))

/** Series for which a list shows only the next date, along with `seriesDates`. */
export const SeriesInList = lazy(() =>
  z
    .enum(SERIES_IN_LISTS)
    .describe(
      'Which series show only their next date, with `seriesDates`. `next`: all; `weekly`: those that repeat at least weekly.',
    ),
)

export const EventListQuery = lazy(() =>
  PageQuery().extend({
    calendarSlug: z.string().optional().describe('Slug of the calendar, if the path doesn’t contain it.'),
    from: Moment().describe('Start of the range: omits events that ended earlier. Default: now.'),
    to: Moment().describe('End of the range: omits events that start later. A date includes the whole day.'),
    tag: z.string().max(40).optional(),
    q: z.string().max(100).optional().describe('Part of the title or description.'),
    past: z
      .stringbool()
      .optional()
      .describe('`true`: only events that are over, newest first. `false`: only events that are not over.'),
    status: z.enum(EVENT_STATUSES).optional(),
    updatedSince: InstantInput()
      .optional()
      .describe('Time to filter by: only events changed since then, including those that are over.'),
    series: SeriesInList().optional(),
    seriesId: z.string().max(100).optional().describe('Series to filter by: only its dates.'),
  }),
)
export type EventListInput = SchemaOutput<typeof EventListQuery>
