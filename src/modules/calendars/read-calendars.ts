import { actorId } from '../../access/actor.ts'
import { calendarRead, signedIn, staff } from '../../access/demands.ts'
import { pageOfItems } from '../../kernel/page.ts'
import { PageQuery } from '../../kernel/wire.ts'
import { dashboard, one, open, operation, pageOf, v1 } from '../../operation/operation.ts'
import { toCalendar } from './calendars.ts'
import { Calendar, OpenCalendar } from './calendars.schema.ts'
import { listCalendarsOf } from './calendars.store.ts'

export const readCalendar = operation({
  id: 'calendars.read',
  summary: 'Get a calendar',
  subject: 'calendar',
  access: calendarRead,
  routes: [v1('GET /calendars/:slug'), open('GET /calendars/:slug', { answer: one(OpenCalendar) })],
  answer: one(Calendar),
  cached: { seconds: 60 },
  run: async ({ calendar }, { config }) => toCalendar(calendar, config),
})

export const readSettings = operation({
  id: 'calendars.settings',
  summary: 'Get a calendar’s settings',
  description: 'For members. Includes private calendars.',
  subject: 'calendar',
  access: staff,
  routes: [dashboard('GET /calendars/:slug/settings')],
  answer: one(Calendar),
  run: async ({ calendar }, { config }) => toCalendar(calendar, config),
})

export const listMyCalendars = operation({
  id: 'calendars.list',
  summary: 'List your calendars',
  description: 'Returns the calendars you are a member of.',
  subject: 'none',
  access: signedIn,
  routes: [dashboard('GET /calendars')],
  query: PageQuery,
  answer: pageOf(Calendar),
  async run({ actor, query }, { db, config }) {
    const { rows, total } = await listCalendarsOf(db, actorId(actor), query)
    const items = rows.map(({ calendar }) => toCalendar(calendar, config))
    return pageOfItems(query, items, total)
  },
})
