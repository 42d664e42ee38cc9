import { dashboard, listOf, one, open, operation, raw, v1 } from '../../operation/operation.ts'
import { Announcement, NewAnnouncement, NewReminder, Reminder, UnsubscribeParams } from './communications.schema.ts'
import { announce, listAnnouncements, listReminders, recoverCommunication, remind } from './create-communication.ts'
import { askToUnsubscribe, unsubscribe } from './unsubscribe.ts'

const common = { subject: 'event', scope: 'communications:write', role: 'MANAGER' } as const

export const communicationOperations = [
  operation({
    ...common,
    id: 'announcements.list',
    summary: 'List the announcements of an event with their progress, newest first',
    routes: [v1('GET /events/:eventId/announcements'), dashboard('GET /events/:eventId/announcements')],
    answer: listOf(Announcement),
    run: listAnnouncements,
  }),
  operation({
    ...common,
    id: 'announcements.create',
    summary: 'Mail an announcement to guests, now or at a time',
    description: 'The body is Markdown. Without an audience it goes to everyone confirmed or checked in.',
    routes: [v1('POST /events/:eventId/announcements'), dashboard('POST /events/:eventId/announcements')],
    body: NewAnnouncement,
    answer: one(Announcement),
    recover: recoverCommunication,
    run: announce,
  }),
  operation({
    ...common,
    id: 'reminders.list',
    summary: 'List the reminders of an event, automatic ones included, newest first',
    routes: [v1('GET /events/:eventId/reminders'), dashboard('GET /events/:eventId/reminders')],
    answer: listOf(Reminder),
    run: listReminders,
  }),
  operation({
    ...common,
    id: 'reminders.create',
    summary: 'Remind guests of an event, now or at a time',
    routes: [v1('POST /events/:eventId/reminders'), dashboard('POST /events/:eventId/reminders')],
    body: NewReminder,
    answer: one(Reminder),
    refusals: ['event_cancelled'],
    recover: recoverCommunication,
    run: remind,
  }),
  operation({
    id: 'unsubscribe.ask',
    summary: 'Show what unsubscribing means, with a button that does it',
    subject: 'none',
    routes: [open('GET /public/unsubscribe/:token', { secret: true })],
    params: UnsubscribeParams,
    answer: raw({ 'text/html': null }),
    run: askToUnsubscribe,
  }),
  operation({
    id: 'unsubscribe.do',
    summary: 'Unsubscribe from announcements and reminders of a calendar by one click (RFC 8058)',
    subject: 'none',
    routes: [open('POST /public/unsubscribe/:token', { secret: true })],
    params: UnsubscribeParams,
    takes: {
      mediaType: 'application/x-www-form-urlencoded',
      schema: { type: 'object', properties: { 'List-Unsubscribe': { const: 'One-Click' } } },
      required: false,
      description: 'What mail programs send; it may be missing.',
    },
    answer: raw({ 'text/html': null }),
    run: unsubscribe,
  }),
]
