import { inARow } from '../../presentation/plain.ts'
import { moneyOf } from '../../presentation/price.ts'
import { momentOf, whenOf } from '../../presentation/when.ts'
import type { Language, Words } from '../../words/words.ts'
import type { PublicEvent, OwnRegistration } from '../asking.ts'

export const isInvited = ({ guest }: OwnRegistration) => guest.status === 'INVITED'

export const hasLeft = ({ guest: { status } }: OwnRegistration) =>
  ['DECLINED', 'CANCELLED', 'TRANSFERRED'].includes(status)

/** Returns the order that is still unpaid, or null. */
export const debtOf = ({ order }: OwnRegistration) =>
  order?.status === 'PENDING' && order.total > 0 && order.payment.status !== 'PROCESSING' ? order : null

/** Returns the order whose payment the bank is confirming, or null. */
const processingOf = ({ order }: OwnRegistration) =>
  order?.status === 'PENDING' && order.payment.status === 'PROCESSING' ? order : null

export const isTakingPlace = ({ status, lifecycle }: PublicEvent) => status !== 'CANCELLED' && lifecycle !== 'ENDED'

export interface Saying {
  kind: 'good' | 'warn' | 'bad' | 'plain'
  title: string
  text: string
}

const pending = (own: OwnRegistration, language: Language): Saying => {
  const debt = debtOf(own)
  const words = language.words.guest
  const processing = processingOf(own)
  if (processing !== null) {
    const until = momentOf(processing.expiresAt ?? 0, own.event.timezone, language)
    const text = inARow(language.locale, words.confirmingText, words.keptUntil(until))
    return { kind: 'warn', title: words.confirming, text }
  }
  if (debt === null) return { kind: 'warn', title: words.lookedAt, text: words.lookedAtText }
  const owed = words.toBePaid(moneyOf(debt.total - debt.payment.received, debt.currency, language))
  const { expiresAt } = debt
  return {
    kind: 'warn',
    title: words.kept,
    text:
      expiresAt === null
        ? owed
        : inARow(language.locale, owed, words.keptUntil(momentOf(expiresAt, own.event.timezone, language))),
  }
}

const declined = ({ guest }: OwnRegistration, words: Words['guest']): Saying =>
  guest.source === 'INVITE' && guest.ticket === null
    ? { kind: 'plain', title: words.turnedDown, text: words.turnedDownText }
    : { kind: 'bad', title: words.declined, text: words.declinedText }

/** Describes the order in which free places go to waiting parties. */
export const ruleOf = ({ event }: OwnRegistration, words: Words['guest']) =>
  event.waitlistRule === 'STRICT' || event.maxOvertakes === 0 ? words.lineStrict : words.lineFitting(event.maxOvertakes)

/** Describes the status of a registration. The default covers statuses that the API may add later. */
export const sayingOf = (own: OwnRegistration, language: Language, passedOnTo: string | null): Saying => {
  const { guest, event } = own
  const { guest: words, standing } = language.words
  if (event.status === 'CANCELLED') {
    return { kind: 'bad', title: standing.cancelled, text: event.cancellationReason ?? words.willNotTakePlace }
  }
  switch (guest.status) {
    case 'INVITED':
      return { kind: 'plain', title: words.invited, text: words.invitedText }
    case 'PENDING':
      return pending(own, language)
    case 'CONFIRMED':
      return event.lifecycle === 'ENDED'
        ? { kind: 'plain', title: standing.over, text: words.wasRegistered }
        : { kind: 'good', title: words.in, text: words.seeYou(whenOf(event, language).days) }
    case 'CHECKED_IN': {
      const { checkedInAt } = guest
      const text =
        checkedInAt === null ? words.enjoy : words.checkedInSince(momentOf(checkedInAt, event.timezone, language))
      return { kind: 'good', title: words.checkedIn, text }
    }
    case 'WAITLISTED': {
      const text = event.waitlistMode === 'OFFERS' ? words.inLineOffers : words.inLineText
      return { kind: 'warn', title: words.inLine(guest.waitlistPosition ?? 1), text }
    }
    case 'OFFERED':
      return {
        kind: 'warn',
        title: words.offered,
        text: words.keptUntil(momentOf(guest.offerExpiresAt ?? '', event.timezone, language)),
      }
    case 'DECLINED':
      return declined(own, words)
    case 'CANCELLED':
      return { kind: 'plain', title: words.ended, text: words.endedText }
    case 'TRANSFERRED': {
      const { mail } = language.words
      // U+200E keeps the email address left to right within Arabic text.
      const text = mail.passedOnText(passedOnTo === null ? mail.somebodyElse : `\u200e${passedOnTo}`)
      return { kind: 'plain', title: mail.passedOn(event.title), text }
    }
    default:
      return { kind: 'plain', title: words.registration, text: guest.status }
  }
}
