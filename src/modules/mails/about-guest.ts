import type { Deps } from '../../deps.ts'
import type { CalendarRow, EventRow, MailRow } from '../../db/rows.ts'
import type { BankTransfer } from '../../kernel/bank-transfer.ts'
import type { RefundRule } from '../../kernel/refund-policy.ts'
import { shortCodeShown } from '../../kernel/short-code.ts'
import { hasSeat } from '../../kernel/visibility.ts'
import type { GuestStatus } from '../../kernel/vocabulary.ts'
import { calledInMail, nameInMail, wholeNameOf } from '../../presentation/name.ts'
import { moneyOf } from '../../presentation/price.ts'
import { policyLines } from '../../presentation/refund-policy.ts'
import { atHead, beginningOf, whenLinesOf } from '../../presentation/when.ts'
import { letterLinesOf } from '../../presentation/where.ts'
import { asKnownTo, timesOf } from '../events/index.ts'
import { heldByBuyer, type WalletLinks } from '../guests/index.ts'
import type { AddonsOfOrder, PaidBefore } from '../orders/index.ts'
import type { Language } from '../../words/words.ts'
import type { Letter } from './letter.ts'
import type { Party, Placed } from '../seats/index.ts'

/** Everything that an email to a guest can mention. */
export interface AboutGuest {
  mail: MailRow
  guest: Placed
  event: EventRow
  calendar: CalendarRow
  /** The guest's language, or the calendar's if the guest has none. */
  language: Language
  manageUrl: string
  /** The party that the recipient registered, if they are its buyer. */
  party: Party | null
  eventUrl: string | null
  wallet: WalletLinks
  /** Paid earlier for cancelled seats and not refunded. Null unless the email asks for a payment. */
  paidBefore: PaidBefore | null
  /** How to pay an unpaid order by bank transfer. Null for any other order. */
  transfer: BankTransfer | null
  /** Add-ons of the party that the recipient registered. */
  addons: AddonsOfOrder
  /** The refund for the seats that the recipient paid for. Null unless they are the buyer. */
  refundRule: RefundRule | null
  /** The title as the organiser wrote it. `event` is in the reader's language. */
  ownTitle: string
}

/**
 * Writes an email whose content depends on more than the guest's status. Returns null if the email no longer applies.
 */
export type Writer = (mail: MailRow, about: AboutGuest | null, deps: Deps) => Promise<Letter | null>

export interface GuestLetter {
  /** Statuses for which the email still applies. A guest with any other status does not get it. */
  statuses: readonly GuestStatus[] | 'any'
  /**
   * An email that the guest did not ask for. It has an unsubscribe link and is not sent to addresses in `unsubscribes`.
   */
  isUnasked?: boolean
  /** When to attach an `.ics` file of the event. */
  carriesEntry?: 'always' | 'toGuests'
  write(about: AboutGuest): Letter
}

/**
 * Whether the recipient is still the guest or their buyer. If the guest's address has been corrected, the guest gets
 * emails at the new address, and the old address must not get the guest's data.
 */
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

/** Returns the event's time in its own time zone, and also in the calendar's `timezone` if the two differ. */
export const whenFor = (about: AboutGuest, gap?: string) =>
  whenLinesOf(shownTimesOf(about), about.calendar.timezone, about.language, gap)

/** Guests with a seat see a guests-only venue; other guests do not. */
const whereOf = ({ event, guest: { guest }, language }: AboutGuest) =>
  letterLinesOf(asKnownTo(guest.status, event), language).join('\n')

export const isHere = ({ guest }: Placed) =>
  ['PENDING', 'CONFIRMED', 'WAITLISTED', 'OFFERED', 'CHECKED_IN'].includes(guest.status)

/** Letters of a fact that fit on one line of a phone. */
const MAX_PHONE_LINE = 30

/**
 * Lists the members of the party with their tickets. Includes the short codes of members who do not have their own email.
 */
const partyFactOf = ({ party, language: { words } }: AboutGuest): [string, string][] => {
  if (party === null) return []
  const lines = party.members.filter(isHere).map(({ guest, ticketName }) => {
    const name = wholeNameOf(guest)
    const who = [name === '' ? words.guest.nameless : nameInMail(name), ...(ticketName === null ? [] : [ticketName])]
    const code = hasSeat(guest.status) && guest.emailIsBuyers ? [shortCodeShown(guest)] : []
    return [who.join('\u00a0· '), ...code].join('\n')
  })
  // The blank line between members makes clear whose code or, where lines wrap on a phone, whose ticket it is.
  const gap = lines.some((line) => line.includes('\n') || line.length > MAX_PHONE_LINE) ? '\n\n' : '\n'
  return lines.length === 0 ? [] : [[words.guest.party, lines.join(gap)]]
}

const addonsFactOf = ({ addons: { bought }, language: { words } }: AboutGuest): [string, string][] =>
  bought.length === 0
    ? []
    : [[words.ticket.addons, bought.map(({ name, quantity }) => `${quantity} × ${nameInMail(name)}`).join('\n')]]

/** Only the buyer sees the fee, like the other sums of the order. */
const feeFactOf = ({ guest: { order, guest }, party, language }: AboutGuest): [string, string][] => {
  if (order === null || order.fee === 0) return []
  const isBuyer = order.partyId === null ? order.buyerGuestId === guest.id : party !== null
  return isBuyer ? [[language.words.ticket.serviceFee, moneyOf(order.fee, order.currency, language)]] : []
}

const refundFactOf = (about: AboutGuest): [string, string][] => {
  const { refundRule, language, guest } = about
  if (refundRule === null || !isHere(guest)) return []
  const lines = policyLines(refundRule, shownTimesOf(about), guest.order?.currency ?? null, language)
  return [[language.words.mail.ifYouCancel, lines.join('\n')]]
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
    ...addonsFactOf(about),
    ...feeFactOf(about),
    ...refundFactOf(about),
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
  caption: shortCodeShown(guest.guest),
})
