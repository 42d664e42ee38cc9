import { calendarRead, signedIn, manager, operator, owner, staff } from '../../access/demands.ts'
import { dashboard, Deleted, one, open, operation, pageOf, v1 } from '../../operation/operation.ts'
import { PageQuery } from '../../kernel/wire.ts'
import { Calendar, CalendarChanges, NewCalendar, OpenCalendar, PlanChange } from './calendars.schema.ts'
import { createCalendar, recoverCalendar } from './create-calendar.ts'
import { deleteCalendar } from './delete-calendar.ts'
import { listMyCalendars } from './list-my-calendars.ts'
import { readCalendar } from './read-calendar.ts'
import { setPlan, updateCalendar } from './update-calendar.ts'

export const calendarOperations = [
  operation({
    id: 'calendars.read',
    summary: 'Read a calendar',
    subject: 'calendar',
    access: calendarRead,
    routes: [v1('GET /calendars/:slug'), open('GET /calendars/:slug', { answer: one(OpenCalendar) })],
    answer: one(Calendar),
    cached: { seconds: 60 },
    run: readCalendar,
  }),
  operation({
    id: 'calendars.list',
    summary: 'List the calendars you are a member of',
    subject: 'none',
    access: signedIn,
    routes: [dashboard('GET /calendars')],
    query: PageQuery,
    answer: pageOf(Calendar),
    run: listMyCalendars,
  }),
  operation({
    id: 'calendars.create',
    summary: 'Create a calendar and become its owner',
    subject: 'none',
    access: signedIn,
    routes: [dashboard('POST /calendars')],
    body: NewCalendar,
    answer: one(Calendar),
    refusals: ['slug_taken'],
    recover: recoverCalendar,
    run: createCalendar,
  }),
  operation({
    id: 'calendars.settings',
    summary: 'Read a calendar as a member, private ones included',
    subject: 'calendar',
    access: staff,
    routes: [dashboard('GET /calendars/:slug/settings')],
    answer: one(Calendar),
    run: readCalendar,
  }),
  operation({
    id: 'calendars.update',
    summary: 'Change a calendar',
    subject: 'calendar',
    access: manager,
    routes: [dashboard('PATCH /calendars/:slug')],
    body: CalendarChanges,
    answer: one(Calendar),
    run: updateCalendar,
  }),
  operation({
    id: 'calendars.delete',
    summary: 'Delete a calendar that has no events',
    subject: 'calendar',
    access: owner,
    routes: [dashboard('DELETE /calendars/:slug')],
    answer: one(Deleted),
    refusals: ['calendar_has_events'],
    run: deleteCalendar,
  }),
  operation({
    id: 'calendars.setPlan',
    summary: 'Set the plan of a calendar, as the operator of the service',
    subject: 'calendar',
    access: operator,
    routes: [dashboard('PUT /calendars/:slug/plan')],
    body: PlanChange,
    answer: one(Calendar),
    run: setPlan,
  }),
]
