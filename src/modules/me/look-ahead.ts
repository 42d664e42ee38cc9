import * as z from 'zod'
import { actorId, isProgram } from '../../access/actor.ts'
import { anyone, signedIn } from '../../access/demands.ts'
import { rowsFrom } from '../../db/statement.ts'
import { lazy } from '../../kernel/lazy.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import { EVENT_STATUSES } from '../../kernel/vocabulary.ts'
import { EventTime, InstantOutput, wholeNumber } from '../../kernel/wire.ts'
import { both, dashboard, listOf, operation } from '../../operation/operation.ts'
import { attentionItemsFor, upcomingOf } from './attention.store.ts'

export const Attention = lazy(() =>
  z
    .object({
      kind: z
        .string()
        .meta({ description: 'Type of task: DOOR_OPEN, APPROVALS, UNPAID or INVITATIONS. More may be added.' }),
      calendarSlug: z.string(),
      calendarName: z.string(),
      eventId: z.string().nullable(),
      eventTitle: z.string().nullable(),
      startAt: InstantOutput().nullable(),
      count: z.int().describe('Number of pending items. For DOOR_OPEN, the number of checked-in guests.'),
    })
    .meta({ id: 'Attention' }),
)

export const readAttention = operation({
  id: 'me.attention',
  summary: 'List your pending tasks',
  description:
    'Returns doors that are open, guests to approve, unpaid orders and members to confirm in all your calendars, limited to tasks your role can handle. With an API key, in its calendar and limited to its scopes.',
  subject: 'none',
  access: anyone,
  routes: both('GET /me/attention'),
  answer: listOf(Attention),
  async run({ actor }, { db, clock }) {
    const rows = await rowsFrom(db, attentionItemsFor(isProgram(actor) ? actor : actorId(actor), clock()))
    return rows.map((row) => ({ ...row, startAt: isoOrNull(row.startAt) }))
  },
})

const UpcomingEvent = lazy(() =>
  z
    .object({
      calendarSlug: z.string(),
      id: z.string(),
      slug: z.string(),
      title: z.string(),
      startAt: EventTime(),
      endAt: EventTime(),
      timezone: z.string(),
      allDay: z.boolean(),
      status: z.enum(EVENT_STATUSES),
      coverUrl: z.string().nullable(),
      coverAlt: z.string().nullable(),
      accent: z.int().nullable(),
      capacity: z.int().nullable(),
      confirmed: z.int().describe('Number of confirmed guests, including checked-in guests.'),
    })
    .meta({ id: 'UpcomingEvent' }),
)

const UpcomingQuery = lazy(() =>
  z.object({
    perCalendar: wholeNumber(1, 10).default(3).describe('Number of events per calendar, at most 10. Default: 3.'),
  }),
)

export const readUpcoming = operation({
  id: 'me.upcoming',
  summary: 'List your upcoming events',
  description: 'Returns the next events of each of your calendars, including drafts.',
  subject: 'none',
  access: signedIn,
  routes: [dashboard('GET /me/upcoming')],
  query: UpcomingQuery,
  answer: listOf(UpcomingEvent),
  async run({ actor, query }, { db, clock }) {
    const rows = await rowsFrom(db, upcomingOf(actorId(actor), query.perCalendar, clock()))
    return rows.map(({ startDate, endDate, ...row }) => ({
      ...row,
      startAt: startDate ?? iso(row.startAt),
      endAt: endDate ?? iso(row.endAt),
      allDay: row.allDay === 1,
      status: row.status as (typeof EVENT_STATUSES)[number],
    }))
  },
})
