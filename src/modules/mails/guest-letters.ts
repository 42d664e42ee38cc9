import type { CalendarRow, EventRow, MailRow } from '../../db/rows.ts'
import { IN } from '../../kernel/visibility.ts'
import type { GuestStatus } from '../../kernel/vocabulary.ts'
import { moneyOf } from '../../presentation/price.ts'
import { momentOf, whenLinesOf } from '../../presentation/when.ts'
import { letterLinesOf } from '../../presentation/where.ts'
import { asKnownTo, timesOf } from '../events/index.ts'
import type { Placed } from '../guests/index.ts'
import type { Letter } from './layout.tsx'

/** All that a mail to a guest can speak of. */
export interface AboutGuest {
  mail: MailRow
  guest: Placed
  event: EventRow
  calendar: Pick<CalendarRow, 'name' | 'timezone' | 'slug' | 'description' | 'visibility'>
  manageUrl: string
  eventUrl: string | null
}

export interface GuestLetter {
  /** Whom it would still be true for; to anyone else it is not sent any more. */
  statuses: readonly GuestStatus[] | 'any'
  /** Whether the event comes along as a file for agendas. */
  carriesEntry?: 'always' | 'toGuests'
  write(about: AboutGuest): Letter
}

export const hello = ({ guest: { guest } }: AboutGuest) =>
  guest.firstName.trim() === '' ? 'Hello,' : `Hello ${guest.firstName.trim()},`

/** When it is, by the clock of the calendar, and by that of the event where it is another. */
export const whenOf = ({ event, calendar }: AboutGuest) =>
  whenLinesOf({ ...timesOf(event), timezone: event.timezone, allDay: event.allDay }, calendar.timezone)

/** What is meant for guests alone is told to who is in alone. */
const whereOf = ({ event, guest: { guest } }: AboutGuest) => letterLinesOf(asKnownTo(guest.status, event)).join('\n')

const factsOf = (about: AboutGuest): [string, string][] => {
  const where = whereOf(about)
  const { ticketName } = about.guest
  return [
    ['When', whenOf(about).join('\n')],
    ...(where === '' ? [] : [['Where', where] as [string, string]]),
    ...(ticketName === null ? [] : [['Ticket', ticketName] as [string, string]]),
  ]
}

export const base = (about: AboutGuest) => ({
  heading: about.event.title,
  facts: factsOf(about),
  footer: `You get this because your address was given for “${about.event.title}” of ${about.calendar.name}.`,
  action: { label: 'See or cancel your registration', url: about.manageUrl },
})

export const pictureOf = ({ guest }: AboutGuest) => ({
  contentId: 'qr-code',
  alt: 'Your code for the entrance',
  caption: guest.guest.qrCode,
})

const debtOf = ({ guest: { order }, calendar }: AboutGuest) => {
  if (order === null || order.status !== 'PENDING') return null
  const until =
    order.expiresAt === null ? '' : ` Your place is kept until ${momentOf(order.expiresAt, calendar.timezone)}.`
  return `${moneyOf(order.total, order.currency)} is still to be paid for order ${order.number}.${until}`
}

const admission = (about: AboutGuest, words: { subject: string; text: string }): Letter => ({
  ...base(about),
  subject: words.subject,
  preview: whenOf(about)[0],
  paragraphs: [hello(about), words.text, 'Show this code at the entrance, on paper or on your phone.'],
  picture: pictureOf(about),
})

const payment = (about: AboutGuest, words: { subject: string; text: string }): Letter => {
  const { order } = about.guest
  const debt = debtOf(about)
  return {
    ...base(about),
    subject: words.subject,
    preview: debt ?? words.text,
    paragraphs: [hello(about), words.text, ...(debt === null ? [] : [debt])],
    ...(order?.paymentUrl
      ? {
          action: { label: 'Pay now', url: order.paymentUrl },
          link: { label: 'See or cancel your registration', url: about.manageUrl },
        }
      : {}),
  }
}

export const textIn = (mail: MailRow, name: string) => (typeof mail.data[name] === 'string' ? mail.data[name] : null)

/** What a guest is told of their registration. */
export const guestLetters: Readonly<Record<string, GuestLetter>> = {
  confirmation: {
    statuses: IN,
    carriesEntry: 'toGuests',
    write: (about) =>
      admission(about, {
        subject: `You are registered: ${about.event.title}`,
        text: `Your registration with ${about.calendar.name} is confirmed. We look forward to seeing you.`,
      }),
  },
  promoted: {
    statuses: [...IN, 'PENDING'],
    carriesEntry: 'toGuests',
    write: (about) => {
      const text = 'A place has become free, and it is yours.'
      const words = { subject: `A place for you: ${about.event.title}`, text }
      return about.guest.guest.status === 'PENDING' ? payment(about, words) : admission(about, words)
    },
  },
  'transfer.received': {
    statuses: IN,
    carriesEntry: 'toGuests',
    write: (about) =>
      admission(about, {
        subject: `A place was passed on to you: ${about.event.title}`,
        text: 'Someone passed their place on to you. It is confirmed in your name.',
      }),
  },
  pending: {
    statuses: ['PENDING'],
    write: (about) =>
      debtOf(about) === null
        ? {
            ...base(about),
            subject: `Your registration is being looked at: ${about.event.title}`,
            preview: 'The organiser decides on every registration.',
            paragraphs: [
              hello(about),
              'We have your registration. The organiser looks at each one; you will hear from us either way.',
            ],
          }
        : payment(about, {
            subject: `Your place is kept: ${about.event.title}`,
            text: 'We have your registration and keep a place for you.',
          }),
  },
  waitlisted: {
    statuses: ['WAITLISTED'],
    write: (about) => ({
      ...base(about),
      subject: `You are on the waitlist: ${about.event.title}`,
      preview: 'We write as soon as a place becomes free.',
      paragraphs: [
        hello(about),
        `Every place is taken just now. You are number ${about.guest.position ?? 1} in line, and we write as soon as a place becomes free for you.`,
      ],
    }),
  },
  refusal: {
    statuses: ['DECLINED'],
    write: (about) => ({
      ...base(about),
      subject: `About your registration: ${about.event.title}`,
      preview: 'We are sorry that there is no place for you this time.',
      paragraphs: [hello(about), 'We are sorry: the organiser could not give you a place this time.'],
      action: undefined,
    }),
  },
  cancelled: {
    statuses: ['CANCELLED'],
    write: (about) => ({
      ...base(about),
      subject: `Your registration has ended: ${about.event.title}`,
      preview: 'Your place is no longer kept.',
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
      ...base(about),
      subject: `You are invited: ${about.event.title}`,
      preview: `${about.calendar.name} invites you.`,
      paragraphs: [hello(about), `${about.calendar.name} invites you.`],
      quote: textIn(about.mail, 'message'),
      action: { label: 'See the invitation', url: about.eventUrl ?? about.manageUrl },
      ...(about.eventUrl === null ? {} : { link: { label: 'Answer or turn it down', url: about.manageUrl } }),
    }),
  },
  'transfer.sent': {
    statuses: ['TRANSFERRED'],
    write: (about) => ({
      ...base(about),
      subject: `You passed your place on: ${about.event.title}`,
      preview: 'Your code is no longer valid.',
      paragraphs: [
        hello(about),
        `Your place now belongs to ${textIn(about.mail, 'recipientEmail') ?? 'somebody else'}. Your own code and link are no longer valid.`,
      ],
      action: undefined,
    }),
  },
}
