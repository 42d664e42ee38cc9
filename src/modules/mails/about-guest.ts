import type { Deps } from '../../deps.ts'
import type { CalendarRow, EventRow, MailRow } from '../../db/rows.ts'
import { hasSeat } from '../../kernel/visibility.ts'
import type { GuestStatus } from '../../kernel/vocabulary.ts'
import { calledInMail, nameInMail, wholeNameOf } from '../../presentation/name.ts'
import { atHead, beginningOf, whenLinesOf } from '../../presentation/when.ts'
import { letterLinesOf } from '../../presentation/where.ts'
import { asKnownTo, timesOf } from '../events/index.ts'
import { heldByBuyer, type WalletLinks } from '../guests/index.ts'
import type { Language } from '../../words/words.ts'
import type { Letter } from './letter.ts'
import type { Party, Placed } from '../seats/index.ts'

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

/** A corrected address has mail of its own; the wrong one must not get what is the guest's. */
export const isToReader = ({ mail, guest: { guest }, party }: AboutGuest) =>
  guest.email === mail.recipient || party !== null

export const hello = ({ guest: { guest }, party, language: { locale, words } }: AboutGuest) =>
  words.mail.hello(
    party === null
      ? calledInMail(locale, guest.firstName, guest.lastName)
      : calledInMail(locale, party.party.buyerFirstName, party.party.buyerLastName),
  )

const shownTimesOf = ({ event }: AboutGuest) => ({
  ...timesOf(event),
  timezone: event.timezone,
  allDay: event.allDay,
})

/** When it is, by the clock of the calendar, and by that of the event where it is another. */
export const whenFor = (about: AboutGuest, gap?: string) =>
  whenLinesOf(shownTimesOf(about), about.calendar.timezone, about.language, gap)

/** What is meant for guests alone is told to who is in alone. */
const whereOf = ({ event, guest: { guest }, language }: AboutGuest) =>
  letterLinesOf(asKnownTo(guest.status, event), language).join('\n')

export const isHere = ({ guest }: Placed) =>
  ['PENDING', 'CONFIRMED', 'WAITLISTED', 'OFFERED', 'CHECKED_IN'].includes(guest.status)

/** Everybody with their ticket, and the code of whoever gets no mail of their own. */
const partyFactOf = ({ party, language: { words } }: AboutGuest): [string, string][] => {
  if (party === null) return []
  const lines = party.members.filter(isHere).map(({ guest, ticketName }) => {
    const name = wholeNameOf(guest)
    const who = [name === '' ? words.guest.nameless : nameInMail(name), ...(ticketName === null ? [] : [ticketName])]
    const code = hasSeat(guest.status) && guest.emailIsBuyers ? [guest.qrCode] : []
    return [who.join('\u00a0· '), ...code].join('\n')
  })
  // Whose a code is shows at a glance.
  const gap = lines.some((line) => line.includes('\n')) ? '\n\n' : '\n'
  return lines.length === 0 ? [] : [[words.guest.party, lines.join(gap)]]
}

const factsOf = (about: AboutGuest): [string, string][] => {
  const where = whereOf(about)
  const { ticketName } = about.guest
  const { words } = about.language
  return [
    [words.when.when, atHead(whenFor(about, '\n').join('\n'))],
    ...(where === '' ? [] : [[words.where.where, where] as [string, string]]),
    ...(ticketName === null || about.party !== null ? [] : [[words.ticket.ticket, ticketName] as [string, string]]),
    ...partyFactOf(about),
  ]
}

export const base = (about: AboutGuest) => {
  const { words } = about.language
  const isComing = hasSeat(about.guest.guest.status)
  const held = about.party === null ? 1 : heldByBuyer(about.party).length
  const { both } = beginningOf(shownTimesOf(about), about.language)
  return {
    heading: about.event.title,
    pass: { title: about.event.title, when: atHead(both), coverUrl: about.event.coverUrl },
    facts: factsOf(about),
    footer: words.mail.becauseGuest(about.event.title, about.calendar.name),
    action: {
      label: isComing && held > 0 ? words.mail.openTicket(held) : words.mail.seeRegistration,
      url: about.manageUrl,
    },
    ...(isComing ? { closing: words.mail.changeOrCancel } : {}),
  }
}

export const codeImage = ({ guest, language: { words } }: AboutGuest) => ({
  contentId: 'qr-code',
  alt: words.guest.code,
  caption: guest.guest.qrCode,
})
