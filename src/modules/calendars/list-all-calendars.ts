import * as z from 'zod'
import { operator } from '../../access/demands.ts'
import { lazy } from '../../kernel/lazy.ts'
import { pageOfItems } from '../../kernel/page.ts'
import { isoOrNull } from '../../kernel/time.ts'
import { InstantOutput, oneLine, PageQuery } from '../../kernel/wire.ts'
import { dashboard, operation, pageOf } from '../../operation/operation.ts'
import { toCalendar } from './calendars.ts'
import { Calendar } from './calendars.schema.ts'
import { listAllCalendarsQuery } from './calendars.store.ts'

const CalendarQuery = lazy(() =>
  PageQuery().extend({
    q: oneLine(200).optional().describe('Part of the name or the slug, ignoring case in ASCII letters.'),
    suspended: z.stringbool().optional().describe('Only suspended calendars, or only the others.'),
  }),
)

export const OperatedCalendar = lazy(() =>
  Calendar()
    .extend({
      memberCount: z.int(),
      eraseAt: InstantOutput().nullable().describe('Time of the erasure. Null if none is pending.'),
    })
    .meta({ id: 'OperatedCalendar' }),
)

export const listAllCalendars = operation({
  id: 'calendars.listAll',
  summary: 'List all calendars',
  description: 'For the service operator only. Returns every calendar of the service, newest first.',
  subject: 'none',
  access: operator,
  routes: [dashboard('GET /operator/calendars')],
  query: CalendarQuery,
  answer: pageOf(OperatedCalendar),
  async run({ query }, { db, config }) {
    const { rows, total } = await listAllCalendarsQuery(db, query, query)
    const items = rows.map(({ calendar, memberCount }) => ({
      ...toCalendar(calendar, config),
      memberCount,
      eraseAt: isoOrNull(calendar.eraseAt),
    }))
    return pageOfItems(query, items, total)
  },
})
