import { eventsRead, eventsWrite } from '../../access/demands.ts'
import { both, dashboard, Deleted, one, open, operation, pageOf, v1 } from '../../operation/operation.ts'
import { cancelEvent } from './cancel-event.ts'
import { createEvent, recoverEvent } from './create-event.ts'
import { deleteEvent } from './delete-event.ts'
import { duplicateEvent, recoverDuplicate } from './duplicate-event.ts'
import { Cancellation, EventChanges, NewEvent } from './event-input.schema.ts'
import { EventListQuery } from './event-list.schema.ts'
import { Event, OpenEvent } from './events.schema.ts'
import { aheadOfEventList, listEvents } from './list-events.ts'
import { readEvent } from './read-event.ts'
import { updateEvent } from './update-event.ts'

export const eventOperations = [
  operation({
    id: 'events.list',
    summary: 'List the events of a calendar: what is to come and what is on, by its start',
    description:
      'Members and keys see drafts, unlisted and private events too. `from` alone takes in what is over since; `past=true` lists what has ended, newest first.',
    subject: 'calendar',
    subjectIn: 'query',
    access: eventsRead,
    routes: [
      v1('GET /calendars/:slug/events', { badge: 'divergent', current: 'GET /events' }),
      open('GET /calendars/:slug/events', { answer: pageOf(OpenEvent) }),
      dashboard('GET /events', { successor: '/v1/calendars/:slug/events' }),
    ],
    query: EventListQuery,
    answer: pageOf(Event),
    cached: { seconds: 60 },
    ahead: aheadOfEventList,
    run: listEvents,
  }),
  operation({
    id: 'events.create',
    summary: 'Create an event',
    subject: 'calendar',
    subjectIn: 'body',
    access: eventsWrite,
    routes: [
      v1('POST /events', { badge: 'divergent', current: 'POST /events' }),
      dashboard('POST /events', { successor: '/v1/events' }),
    ],
    body: NewEvent,
    answer: one(Event),
    revised: true,
    refusals: ['slug_taken'],
    recover: recoverEvent,
    run: createEvent,
  }),
  operation({
    id: 'events.read',
    summary: 'Read an event, by its slug or its id',
    subject: 'eventBySlug',
    access: eventsRead,
    routes: [
      v1('GET /events/:eventId', { badge: 'divergent', current: 'GET /events/slug/:slug' }),
      open('GET /events/slug/:slug', { answer: one(OpenEvent), successor: '/v1/events/:slug' }),
      dashboard('GET /events/:eventId'),
    ],
    answer: one(Event),
    revised: true,
    cached: { seconds: 60 },
    run: readEvent,
  }),
  operation({
    id: 'events.update',
    summary: 'Change an event',
    description:
      'Guests are mailed when the time or the place changes, unless `suppressNotifications` is true. A status may move from DRAFT to PUBLISHED, and from there to CANCELLED, ARCHIVED or, without guests, back to DRAFT.',
    subject: 'event',
    access: eventsWrite,
    routes: both('PATCH /events/:eventId'),
    body: EventChanges,
    answer: one(Event),
    revised: true,
    ifMatch: true,
    refusals: ['invalid_transition', 'event_has_guests', 'capacity_exceeded', 'conflicting_edits'],
    run: updateEvent,
  }),
  operation({
    id: 'events.delete',
    summary: 'Delete an event that never had a guest',
    subject: 'event',
    access: eventsWrite,
    routes: both('DELETE /events/:eventId'),
    answer: one(Deleted),
    refusals: ['event_has_guests'],
    run: deleteEvent,
  }),
  operation({
    id: 'events.cancel',
    summary: 'Cancel an event and tell its guests',
    subject: 'event',
    access: eventsWrite,
    routes: both('POST /events/:eventId/cancel'),
    body: Cancellation,
    answer: one(Event),
    revised: true,
    refusals: ['invalid_transition', 'conflicting_edits'],
    run: cancelEvent,
  }),
  operation({
    id: 'events.duplicate',
    summary: 'Make a draft of the same kind, without the guests',
    subject: 'event',
    access: eventsWrite,
    routes: both('POST /events/:eventId/duplicate'),
    answer: one(Event),
    revised: true,
    recover: recoverDuplicate,
    run: duplicateEvent,
  }),
]
