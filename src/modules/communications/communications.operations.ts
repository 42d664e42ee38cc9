import { communicationsWrite } from '../../access/demands.ts'
import { both, listOf, one, open, operation, raw } from '../../operation/operation.ts'
import { Announcement, NewAnnouncement, NewReminder, Reminder } from './communications.schema.ts'
import { announce, listAnnouncements, listReminders, recoverCommunication, remind } from './create-communication.ts'
import { askToUnsubscribe, unsubscribe } from './unsubscribe.ts'

const common = { subject: 'event', access: communicationsWrite } as const

export const communicationOperations = [
  operation({
    ...common,
    id: 'announcements.list',
    summary: 'List the announcements of an event with their progress, newest first',
    routes: both('GET /events/:eventId/announcements'),
    answer: listOf(Announcement),
    run: listAnnouncements,
  }),
  operation({
    ...common,
    id: 'announcements.create',
    summary: 'Mail an announcement to guests, now or at a time',
    description: 'The body is Markdown. Without an audience it goes to everyone confirmed or checked in.',
    routes: both('POST /events/:eventId/announcements'),
    body: NewAnnouncement,
    answer: one(Announcement),
    recover: recoverCommunication,
    run: announce,
  }),
  operation({
    ...common,
    id: 'reminders.list',
    summary: 'List the reminders of an event, automatic ones included, newest first',
    routes: both('GET /events/:eventId/reminders'),
    answer: listOf(Reminder),
    run: listReminders,
  }),
  operation({
    ...common,
    id: 'reminders.create',
    summary: 'Remind guests of an event, now or at a time',
    routes: both('POST /events/:eventId/reminders'),
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
    answer: raw({ 'text/html': null }),
    run: askToUnsubscribe,
  }),
  operation({
    id: 'unsubscribe.do',
    summary: 'Unsubscribe from announcements and reminders of a calendar by one click (RFC 8058)',
    subject: 'none',
    routes: [open('POST /public/unsubscribe/:token', { secret: true })],
    answer: raw({ 'text/html': null }),
    run: unsubscribe,
  }),
]
