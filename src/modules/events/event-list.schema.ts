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
      'Series of which only the next date is returned, with `seriesDates`: `next` for all series, `weekly` for those that repeat at least weekly.',
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
      .describe('`true` returns only past events, newest first. `false` returns only events that aren’t over.'),
    status: z.enum(EVENT_STATUSES).optional(),
    updatedSince: InstantInput()
      .optional()
      .describe('Returns only events changed since this time, including past events.'),
    series: SeriesInList().optional(),
    seriesId: z.string().max(100).optional().describe('Returns only dates of this series.'),
  }),
)
export type EventListInput = SchemaOutput<typeof EventListQuery>
