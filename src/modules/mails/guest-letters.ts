import type { Deps } from '../../deps.ts'
import type { CalendarRow, EventRow, MailRow } from '../../db/rows.ts'
import { IN, isIn } from '../../kernel/visibility.ts'
import type { GuestStatus } from '../../kernel/vocabulary.ts'
import { nameInMail, titleInMail } from '../../presentation/name.ts'
import { moneyOf } from '../../presentation/price.ts'
import { beginningOf, momentOf, whenLinesOf } from '../../presentation/when.ts'
import { letterLinesOf } from '../../presentation/where.ts'
import { asKnownTo, timesOf } from '../events/index.ts'
import type { Party, Placed, WalletLinks } from '../guests/index.ts'
import { instructionsFor } from '../orders/index.ts'
import type { Language } from '../../words/words.ts'
import type { Letter } from './letter.ts'

/** All that a mail to a guest can speak of. */
export interface AboutGuest {
  mail: MailRow
  guest: Placed
  event: EventRow
  calendar: CalendarRow
  /** The guest's own, else the calendar's. */
  language: Language
  manageUrl: string
  /** All whom the reader brought, where they brought others. */
  party: Party | null
  eventUrl: string | null
  wallet: WalletLinks
  /** As the organiser wrote it; the event here is in the reader's language. */
  ownTitle: string
}

/** Writes what does not follow from where a guest stands alone; null where there is nothing true left to say. */
export type Writer = (mail: MailRow, about: AboutGuest | null, deps: Deps) => Promise<Letter | null>

export interface GuestLetter {
  /** Whom it would still be true for; to anyone else it is not sent any more. */
  statuses: readonly GuestStatus[] | 'any'
  /** Nobody asked for it: it says how to get no more of its kind, and does not go to who has said so. */
  isUnasked?: boolean
  /** Whether the event comes along as a file for agendas. */
  carriesEntry?: 'always' | 'toGuests'
  write(about: AboutGuest): Letter
}

export const hello = ({ guest: { guest }, party, language: { words } }: AboutGuest) =>
  words.mail.hello(nameInMail(party?.party.buyerFirstName ?? guest.firstName))

const shownTimesOf = ({ event }: AboutGuest) => ({
  ...timesOf(event),
  timezone: event.timezone,
  allDay: event.allDay,
})

/** When it is, by the clock of the calendar, and by that of the event where it is another. */
export const whenOf = (about: AboutGuest) => whenLinesOf(shownTimesOf(about), about.calendar.timezone, about.language)

/** What is meant for guests alone is told to who is in alone. */
const whereOf = ({ event, guest: { guest }, language }: AboutGuest) =>
  letterLinesOf(asKnownTo(guest.status, event), language).join('\n')

const isHere = ({ guest }: Placed) => ['PENDING', 'CONFIRMED', 'WAITLISTED', 'CHECKED_IN'].includes(guest.status)

/** Everybody with their ticket, and the code of whoever gets no mail of their own. */
const partyFactOf = ({ party, language: { words } }: AboutGuest): [string, string][] => {
  if (party === null) return []
  const lines = party.members.filter(isHere).map(({ guest, ticketName }) => {
    const name = `${guest.firstName} ${guest.lastName}`.trim()
    const code = isIn(guest.status) && guest.emailIsBuyers ? [guest.qrCode] : []
    return [name === '' ? words.guest.nameless : nameInMail(name), ticketName ?? '', ...code].join(' · ')
  })
  return lines.length === 0 ? [] : [[words.guest.party, lines.join('\n')]]
}

const factsOf = (about: AboutGuest): [string, string][] => {
  const where = whereOf(about)
  const { ticketName } = about.guest
  const { words } = about.language
  return [
    [words.when.when, whenOf(about).join('\n')],
    ...(where === '' ? [] : [[words.where.where, where] as [string, string]]),
    ...(ticketName === null || about.party !== null ? [] : [[words.ticket.ticket, ticketName] as [string, string]]),
    ...partyFactOf(about),
  ]
}

export const base = (about: AboutGuest) => {
  const { words } = about.language
  const isComing = isIn(about.guest.guest.status)
  const { day, clock } = beginningOf(shownTimesOf(about), about.language)
  return {
    heading: about.event.title,
    pass: { title: about.event.title, when: `${day}, ${clock}`, coverUrl: about.event.coverUrl },
    facts: factsOf(about),
    footer: words.mail.becauseGuest(about.event.title, about.calendar.name),
    action: { label: isComing ? words.mail.openTicket : words.mail.seeRegistration, url: about.manageUrl },
    ...(isComing ? { closing: words.mail.changeOrCancel } : {}),
  }
}

export const pictureOf = ({ guest, language: { words } }: AboutGuest) => ({
  contentId: 'qr-code',
  alt: words.guest.code,
  caption: guest.guest.qrCode,
})

const debtOf = ({ guest: { order }, calendar, language }: AboutGuest) => {
  if (order === null || order.status !== 'PENDING') return null
  const words = language.words.mail
  const owed = words.owed(moneyOf(order.total, order.currency, language), order.number)
  return order.expiresAt === null
    ? owed
    : `${owed} ${words.kept(momentOf(order.expiresAt, calendar.timezone, language))}`
}

const walletsOf = ({ wallet: { appleUrl, googleUrl }, language: { words } }: AboutGuest) => [
  ...(appleUrl === null ? [] : [{ label: words.wallet.apple, url: appleUrl }]),
  ...(googleUrl === null ? [] : [{ label: words.wallet.google, url: googleUrl }]),
]

const admission = (about: AboutGuest, words: { subject: string; text: string }): Letter => ({
  ...base(about),
  subject: words.subject,
  preview: whenOf(about)[0],
  heading: about.language.words.guest.in,
  ...(about.party === null
    ? { paragraphs: [hello(about), words.text, about.language.words.mail.codeText], picture: pictureOf(about) }
    : { paragraphs: [hello(about), words.text, about.language.words.mail.partyText] }),
  wallets: walletsOf(about),
})

const payment = (about: AboutGuest, said: { subject: string; text: string }): Letter => {
  const { order } = about.guest
  const debt = debtOf(about)
  const words = about.language.words.mail
  const instructions = instructionsFor(order, about.event, about.calendar)
  return {
    ...base(about),
    subject: said.subject,
    preview: debt ?? said.text,
    paragraphs: [hello(about), said.text, ...(debt === null ? [] : [debt])],
    ...(instructions === null ? {} : { markdown: instructions }),
    ...(order?.paymentUrl
      ? {
          action: { label: words.payNow, url: order.paymentUrl },
          link: { label: words.seeRegistration, url: about.manageUrl },
        }
      : {}),
  }
}

export const textIn = (mail: MailRow, name: string) => (typeof mail.data[name] === 'string' ? mail.data[name] : null)

const wordsOf = ({ language }: AboutGuest) => language.words.mail

/** What a guest is told of their registration. */
export const guestLetters: Readonly<Record<string, GuestLetter>> = {
  confirmation: {
    statuses: IN,
    carriesEntry: 'toGuests',
    write: (about) => {
      const { confirmed, confirmedText } = wordsOf(about)
      return admission(about, {
        subject: confirmed(titleInMail(about.event.title)),
        text: confirmedText(about.calendar.name),
      })
    },
  },
  promoted: {
    statuses: [...IN, 'PENDING'],
    carriesEntry: 'toGuests',
    write: (about) => {
      const { promoted, promotedText: text } = wordsOf(about)
      const said = { subject: promoted(titleInMail(about.event.title)), text }
      return about.guest.guest.status === 'PENDING' ? payment(about, said) : admission(about, said)
    },
  },
  'transfer.received': {
    statuses: IN,
    carriesEntry: 'toGuests',
    write: (about) => {
      const { received, receivedText: text } = wordsOf(about)
      return admission(about, { subject: received(titleInMail(about.event.title)), text })
    },
  },
  pending: {
    statuses: ['PENDING'],
    write: (about) => {
      const words = wordsOf(about)
      if (debtOf(about) !== null)
        return payment(about, { subject: words.placeKept(titleInMail(about.event.title)), text: words.placeKeptText })
      return {
        ...base(about),
        subject: words.pending(titleInMail(about.event.title)),
        preview: words.pendingPreview,
        paragraphs: [hello(about), words.pendingText],
      }
    },
  },
  waitlisted: {
    statuses: ['WAITLISTED'],
    write: (about) => ({
      ...base(about),
      subject: wordsOf(about).waitlisted(titleInMail(about.event.title)),
      preview: wordsOf(about).waitlistedPreview,
      paragraphs: [hello(about), wordsOf(about).waitlistedText(about.guest.position ?? 1)],
    }),
  },
  refusal: {
    statuses: ['DECLINED'],
    write: (about) => ({
      ...base(about),
      subject: wordsOf(about).refused(titleInMail(about.event.title)),
      preview: wordsOf(about).refusedPreview,
      paragraphs: [hello(about), wordsOf(about).refusedText],
      action: undefined,
    }),
  },
  cancelled: {
    statuses: ['CANCELLED'],
    write: (about) => {
      const words = wordsOf(about)
      const isUnpaid = textIn(about.mail, 'reason') === 'unpaid'
      return {
        ...base(about),
        subject: words.ended(titleInMail(about.event.title)),
        preview: words.endedPreview,
        paragraphs: [hello(about), isUnpaid ? words.endedUnpaid : words.endedText],
        action: undefined,
      }
    },
  },
  /** Their own word, said back: the entry in their calendar ends with it. */
  withdrawn: {
    statuses: ['CANCELLED', 'DECLINED'],
    write: (about) => {
      const { mail, guest } = about.language.words
      const isInvitation = about.guest.guest.status === 'DECLINED'
      return {
        ...base(about),
        subject: (isInvitation ? mail.refused : mail.ended)(titleInMail(about.event.title)),
        preview: isInvitation ? guest.turnedDown : mail.endedPreview,
        heading: isInvitation ? guest.turnedDown : guest.ended,
        paragraphs: [hello(about), isInvitation ? guest.turnedDownText : guest.endedText],
      }
    },
  },
  /** What a calendar answered and the service does not do by itself. */
  'reply.kept': {
    statuses: 'any',
    write: (about) => {
      const { mail } = about.language.words
      const text = textIn(about.mail, 'answer') === 'DECLINED' ? mail.calendarDeclined : mail.calendarAccepted
      return {
        ...base(about),
        subject: mail.refused(titleInMail(about.event.title)),
        preview: text,
        paragraphs: [hello(about), text],
      }
    },
  },
  invitation: {
    statuses: ['INVITED'],
    isUnasked: true,
    write: (about) => {
      const words = wordsOf(about)
      const says = words.invitedText(about.calendar.name)
      return {
        ...base(about),
        subject: words.invited(titleInMail(about.event.title)),
        preview: says,
        paragraphs: [hello(about), says],
        quote: textIn(about.mail, 'message'),
        action: { label: words.seeInvitation, url: about.eventUrl ?? about.manageUrl },
        ...(about.eventUrl === null ? {} : { link: { label: words.answerInvitation, url: about.manageUrl } }),
      }
    },
  },
  'transfer.sent': {
    statuses: ['TRANSFERRED'],
    write: (about) => {
      const words = wordsOf(about)
      return {
        ...base(about),
        subject: words.passedOn(titleInMail(about.event.title)),
        preview: words.passedOnPreview,
        paragraphs: [hello(about), words.passedOnText(textIn(about.mail, 'recipientEmail') ?? words.somebodyElse)],
        action: undefined,
      }
    },
  },
}
