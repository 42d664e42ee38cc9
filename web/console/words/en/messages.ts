import type { Child } from 'hono/jsx/dom'
import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  invitePeople: 'Invite people',
  onceIsPublished: 'You can email guests once the event is published.',
  write: {
    title: 'Write to guests',
    to: 'To',
    recipients: (guests: number) => counted(guests, { one: '# guest', other: '# guests' }),
    /** `guests` is the number of recipients, such as "25 guests", in bold. */
    recipientsOfChosenTickets: (guests: Child): Child => [guests, '.'],
    recipientsOfAllTickets: (guests: Child): Child => [guests, ', all tickets.'],
    excludesUnsubscribed: 'Excludes people who unsubscribed.',
    excludes: (people: number) =>
      counted(people, {
        one: 'Excludes # more who doesn’t want emails.',
        other: 'Excludes # more who don’t want emails.',
      }),
    subject: 'Subject',
    message: 'Message',
    messageHint: 'Markdown. Draft saved in this tab until you send it.',
    sendTime: 'Send time',
    now: 'Now',
    later: 'Later',
    sendAt: 'Send at',
    send: 'Send',
    sendTo: (guests: number) => counted(guests, { one: 'Send to # guest', other: 'Send to # guests' }),
    schedule: 'Schedule',
    scheduleFor: (guests: number) => counted(guests, { one: 'Schedule for # guest', other: 'Schedule for # guests' }),
    scheduled: 'Message scheduled.',
    sending: 'We’re sending your message.',
    /** Shown in the preview of the email while the field is empty. */
    noSubject: 'Subject',
    noMessage: 'Your message goes here.',
  },
  list: {
    title: 'Sent and scheduled',
    remindNow: 'Remind now…',
    noReminders: 'No automatic reminders.',
    reminders: (reminders: number) =>
      counted(reminders, {
        one: '# automatic reminder before it starts.',
        other: '# automatic reminders before it starts.',
      }),
    empty: 'No messages yet.',
    sends: (fromNow: string) => `sends ${fromNow}`,
    sent: (sent: string, recipients: number) =>
      counted(recipients, { one: `${sent} of # sent`, other: `${sent} of # sent` }),
    queued: (emails: number) => counted(emails, { one: '# queued', other: '# queued' }),
    optedOut: (guests: number) => counted(guests, { one: '# opted out', other: '# opted out' }),
    whoMissed: 'Who didn’t get it?',
    notReached: (guests: number) => counted(guests, { one: '# didn’t get it', other: '# didn’t get it' }),
    cancel: 'Cancel message',
    cancelMessage: (subject: string) => `Cancel message ${subject}`,
    cancelled: 'Message cancelled. It won’t be sent.',
    automatic: 'automatic',
    reminder: 'reminder',
  },
  failures: {
    title: (subject: string) => `Missed deliveries of “${subject}”`,
    label: 'Missed deliveries',
    none: 'Everyone got it.',
    /** Shown for guests for whom the email service gave no error. */
    reasons: {
      failed: 'the email service gave no reason',
      retrying: 'the email service gave no reason',
      cancelled: 'outdated or no longer wanted when it was due',
      unsubscribed: 'unsubscribed from your messages',
      declined: 'declined the invitation',
      no_address: 'no email address: the buyer’s data was erased',
    },
    guestWithoutAddress: 'Guest without an email address',
    attempts: (attempts: number) => counted(attempts, { one: '# attempt', other: '# attempts' }),
    statuses: {
      failed: 'Not delivered',
      retrying: 'Retrying',
      cancelled: 'Not sent',
      unsubscribed: 'Not sent',
      declined: 'Not sent',
      no_address: 'Not sent',
    },
  },
  remind: {
    title: 'Remind everyone who’s coming',
    message: 'Your message',
    send: 'Remind',
    sendTo: (guests: number) => counted(guests, { one: 'Remind # guest', other: 'Remind # guests' }),
    sending: 'We’re sending the reminder.',
  },
}

export type MessagesWords = typeof english

export const messagesWords = area('messages', english)
