import type { CalendarRow, EventRow, MailRow } from '../../db/rows.ts'
import { moneyOf } from '../../kernel/money.ts'
import type { GuestStatus } from '../../kernel/vocabulary.ts'
import type { Placed } from '../guests/index.ts'
import { deadlineOf, whenOf, whereOf } from './event-facts.ts'
import type { Letter } from './layout.ts'

/** All that a mail to a guest can speak of. */
export interface AboutGuest {
  mail: MailRow
  guest: Placed
  event: EventRow
  calendar: Pick<CalendarRow, 'name' | 'timezone' | 'slug' | 'description'>
  manageUrl: string
  eventUrl: string | null
}

interface GuestLetter {
  /** Whom it would still be true for; to anyone else it is not sent any more. */
  statuses: readonly GuestStatus[] | 'any'
  /** Whether the event comes along as a file for agendas. */
  carriesEntry?: 'always' | 'toGuests'
  write(about: AboutGuest): Letter
}

export const QR_CONTENT_ID = 'qr-code'

const IN = ['CONFIRMED', 'CHECKED_IN'] as const
export const hello = ({ guest: { guest } }: AboutGuest) =>
  guest.firstName.trim() === '' ? 'Hello,' : `Hello ${guest.firstName.trim()},`

const factsOf = ({ event, calendar, guest }: AboutGuest, isGuest: boolean): [string, string][] => {
  const where = whereOf(event, isGuest)
  return [
    ['When', whenOf(event, calendar.timezone)],
    ...(where === null ? [] : [['Where', where] as [string, string]]),
    ...(guest.ticketName === null ? [] : [['Ticket', guest.ticketName] as [string, string]]),
  ]
}

const footerOf = ({ calendar, event }: AboutGuest) =>
  `You get this because your address was given for “${event.title}” of ${calendar.name}.`

export const base = (about: AboutGuest, isGuest: boolean) => ({
  facts: factsOf(about, isGuest),
  footer: footerOf(about),
  action: { label: 'See or cancel your registration', url: about.manageUrl },
})

export const pictureOf = ({ guest }: AboutGuest) => ({
  contentId: QR_CONTENT_ID,
  alt: 'Your code for the entrance',
  caption: guest.guest.qrCode,
})

const debtOf = ({ guest: { order }, calendar }: AboutGuest) => {
  if (order === null || order.status !== 'PENDING') return null
  const until =
    order.expiresAt === null ? '' : ` Your place is kept until ${deadlineOf(order.expiresAt, calendar.timezone)}.`
  return `${moneyOf(order.total, order.currency)} is still to be paid for order ${order.number}.${until}`
}

const admission = (about: AboutGuest, words: { subject: string; heading: string; text: string }): Letter => ({
  ...base(about, true),
  subject: words.subject,
  preview: `${whenOf(about.event, about.calendar.timezone).split('\n')[0]}`,
  heading: words.heading,
  paragraphs: [hello(about), words.text, 'Show this code at the entrance, on paper or on your phone.'],
  picture: pictureOf(about),
})

const payment = (about: AboutGuest, words: { subject: string; heading: string; text: string }): Letter => {
  const { order } = about.guest
  const debt = debtOf(about)
  return {
    ...base(about, false),
    subject: words.subject,
    preview: debt ?? words.text,
    heading: words.heading,
    paragraphs: [hello(about), words.text, ...(debt === null ? [] : [debt])],
    ...(order?.paymentUrl
      ? {
          action: { label: 'Pay now', url: order.paymentUrl },
          link: { label: 'See or cancel your registration', url: about.manageUrl },
        }
      : {}),
  }
}

interface Change {
  field: string
}
const CHANGED: Record<string, string> = {
  startAt: 'the time',
  endAt: 'the time',
  timezone: 'the time',
  allDay: 'the time',
  location: 'the place',
  locationType: 'the place',
  meetingUrl: 'the link',
}
const changedIn = (mail: MailRow) => {
  const changes = Array.isArray(mail.data.changes) ? (mail.data.changes as Change[]) : []
  const parts = [...new Set(changes.flatMap(({ field }) => CHANGED[field] ?? []))]
  return parts.length === 0 ? 'the details' : parts.join(' and ')
}

const textIn = (mail: MailRow, name: string) => (typeof mail.data[name] === 'string' ? mail.data[name] : null)

export const guestLetters: Readonly<Record<string, GuestLetter>> = {
  confirmation: {
    statuses: IN,
    carriesEntry: 'toGuests',
    write: (about) =>
      admission(about, {
        subject: `You are registered: ${about.event.title}`,
        heading: about.event.title,
        text: `Your registration with ${about.calendar.name} is confirmed. We look forward to seeing you.`,
      }),
  },
  promoted: {
    statuses: [...IN, 'PENDING'],
    carriesEntry: 'toGuests',
    write: (about) => {
      const text = 'A place has become free, and it is yours.'
      const words = { subject: `A place for you: ${about.event.title}`, heading: about.event.title, text }
      return about.guest.guest.status === 'PENDING' ? payment(about, words) : admission(about, words)
    },
  },
  'transfer.received': {
    statuses: IN,
    carriesEntry: 'toGuests',
    write: (about) =>
      admission(about, {
        subject: `A place was passed on to you: ${about.event.title}`,
        heading: about.event.title,
        text: 'Someone passed their place on to you. It is confirmed in your name.',
      }),
  },
  pending: {
    statuses: ['PENDING'],
    write: (about) =>
      debtOf(about) === null
        ? {
            ...base(about, false),
            subject: `Your registration is being looked at: ${about.event.title}`,
            preview: 'The organiser decides on every registration.',
            heading: about.event.title,
            paragraphs: [
              hello(about),
              'We have your registration. The organiser looks at each one; you will hear from us either way.',
            ],
          }
        : payment(about, {
            subject: `Your place is kept: ${about.event.title}`,
            heading: about.event.title,
            text: 'We have your registration and keep a place for you.',
          }),
  },
  waitlisted: {
    statuses: ['WAITLISTED'],
    write: (about) => ({
      ...base(about, false),
      subject: `You are on the waitlist: ${about.event.title}`,
      preview: 'We write as soon as a place becomes free.',
      heading: about.event.title,
      paragraphs: [
        hello(about),
        `Every place is taken just now. You are number ${about.guest.position ?? 1} in line, and we write as soon as a place becomes free for you.`,
      ],
    }),
  },
  refusal: {
    statuses: ['DECLINED'],
    write: (about) => ({
      ...base(about, false),
      subject: `About your registration: ${about.event.title}`,
      preview: 'We are sorry that there is no place for you this time.',
      heading: about.event.title,
      paragraphs: [hello(about), 'We are sorry: the organiser could not give you a place this time.'],
      action: undefined,
    }),
  },
  cancelled: {
    statuses: ['CANCELLED'],
    write: (about) => ({
      ...base(about, false),
      subject: `Your registration has ended: ${about.event.title}`,
      preview: 'Your place is no longer kept.',
      heading: about.event.title,
      paragraphs: [
        hello(about),
        textIn(about.mail, 'reason') === 'unpaid'
          ? 'Your order was not paid in time, so your place is no longer kept. You may register again while there are places.'
          : 'The organiser has cancelled your registration.',
      ],
      action: undefined,
    }),
  },
  invitation: {
    statuses: ['INVITED'],
    write: (about) => ({
      ...base(about, false),
      subject: `You are invited: ${about.event.title}`,
      preview: `${about.calendar.name} invites you.`,
      heading: about.event.title,
      paragraphs: [hello(about), `${about.calendar.name} invites you.`],
      quote: textIn(about.mail, 'message'),
      action: { label: 'See the invitation', url: about.eventUrl ?? about.manageUrl },
      ...(about.eventUrl === null ? {} : { link: { label: 'Answer or turn it down', url: about.manageUrl } }),
    }),
  },
  'transfer.sent': {
    statuses: ['TRANSFERRED'],
    write: (about) => ({
      ...base(about, false),
      subject: `You passed your place on: ${about.event.title}`,
      preview: 'Your code is no longer valid.',
      heading: about.event.title,
      paragraphs: [
        hello(about),
        `Your place now belongs to ${textIn(about.mail, 'recipientEmail') ?? 'somebody else'}. Your own code and link are no longer valid.`,
      ],
      action: undefined,
    }),
  },
  'event.cancelled': {
    statuses: 'any',
    carriesEntry: 'always',
    write: (about) => ({
      ...base(about, true),
      subject: `Cancelled: ${about.event.title}`,
      preview: 'The event does not take place.',
      heading: `${about.event.title} is cancelled`,
      paragraphs: [hello(about), 'We are sorry: this event does not take place.'],
      quote: textIn(about.mail, 'reason'),
      action: undefined,
    }),
  },
  'event.changed': {
    statuses: 'any',
    carriesEntry: 'always',
    write: (about) => ({
      ...base(about, about.guest.guest.status === 'CONFIRMED'),
      subject: `Changed: ${about.event.title}`,
      preview: whenOf(about.event, about.calendar.timezone).split('\n')[0] ?? '',
      heading: about.event.title,
      paragraphs: [
        hello(about),
        `The organiser changed ${changedIn(about.mail)} of this event. This is how it stands now.`,
      ],
    }),
  },
}
