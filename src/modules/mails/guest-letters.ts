import type { MailRow } from '../../db/rows.ts'
import { inGroupsOfFour } from '../../kernel/bank-transfer.ts'
import { SEATED_STATUSES } from '../../kernel/visibility.ts'
import { nameInMail, titleInMail } from '../../presentation/name.ts'
import { paymentTextOf } from '../../presentation/payment-rows.ts'
import { inARow } from '../../presentation/plain.ts'
import { moneyOf } from '../../presentation/price.ts'
import { momentOf } from '../../presentation/when.ts'
import type { Language } from '../../words/words.ts'
import { instructionsFor, type PaidBefore } from '../orders/index.ts'
import { delayedPaymentLetters } from './delayed-payment-letters.ts'
import { documentLetter } from './document-letter.ts'
import type { Letter } from './letter.ts'
import { partlyPaidText, transferCode } from './transfer-code.ts'
import { type AboutGuest, type GuestLetter, hello, whenFor, base, codeImage } from './about-guest.ts'

const debtOf = ({ guest: { order }, event, language, transfer }: AboutGuest) => {
  if (order === null || order.status !== 'PENDING') return null
  const { guest, mail } = language.words
  const amount = moneyOf(transfer?.amount ?? order.total, order.currency, language)
  const due = order.expiresAt === null ? null : momentOf(order.expiresAt, event.timezone, language)
  const owed = mail.owed(amount, order.number)
  return {
    amount,
    text: due === null ? owed : inARow(language.locale, owed, mail.kept(due)),
    rows: [
      [guest.amount, amount],
      ...(due === null ? [] : [[guest.due, due]]),
      ...(transfer === null
        ? [[guest.reference, order.number]]
        : [
            [guest.accountHolder, transfer.holder],
            ['IBAN', inGroupsOfFour(transfer.iban)],
            ...(transfer.bic === null ? [] : [['BIC', transfer.bic]]),
            [guest.reference, inGroupsOfFour(transfer.reference)],
          ]),
    ] as [string, string][],
  }
}

export const paidBeforeOf = (paid: PaidBefore | null, language: Language) =>
  paid === null ? [] : [language.words.guest.paidBefore(moneyOf(paid.amount, paid.currency, language))]

const walletsOf = ({ wallet: { appleUrl, appleAllUrl, googleUrl }, language: { words } }: AboutGuest) => [
  ...(appleUrl === null ? [] : [{ label: words.wallet.apple, url: appleUrl }]),
  ...(appleAllUrl === null ? [] : [{ label: words.wallet.all, url: appleAllUrl }]),
  ...(googleUrl === null ? [] : [{ label: words.wallet.google, url: googleUrl }]),
]

/** Names the add-ons that were sold out when the guests got their seats. */
const leftOutOf = ({ addons: { leftOut }, language: { words } }: AboutGuest) =>
  leftOut.length === 0 ? [] : [words.ticket.addonsLeftOut(leftOut.map(nameInMail).join(', '))]

const admission = (about: AboutGuest, words: { subject: string; text: string }): Letter => ({
  ...base(about),
  subject: words.subject,
  preview: whenFor(about)[0],
  heading: about.language.words.guest.in,
  ...(about.party === null
    ? { paragraphs: [hello(about), words.text, about.language.words.guest.showCode], picture: codeImage(about) }
    : { paragraphs: [hello(about), words.text, ...leftOutOf(about), about.language.words.mail.partyText] }),
  wallets: walletsOf(about),
})

const payment = (about: AboutGuest, said: { subject: string; text: string }): Letter => {
  const { order } = about.guest
  const debt = debtOf(about)
  const words = about.language.words.mail
  const instructions = about.transfer === null ? instructionsFor(order, about.event, about.calendar) : null
  const how = paymentTextOf(instructions ?? '')
  return {
    ...base(about),
    subject: said.subject,
    preview: debt?.text ?? said.text,
    heading: about.language.words.guest.kept,
    paragraphs: [hello(about), said.text, ...leftOutOf(about), ...paidBeforeOf(about.paidBefore, about.language)],
    ...(debt === null ? {} : { payment: [...debt.rows, ...how.rows], ...transferCode(about) }),
    ...(how.text === null ? {} : { markdown: how.text }),
    ...(debt === null
      ? {}
      : order?.paymentUrl
        ? {
            action: { label: words.pay(debt.amount), url: order.paymentUrl },
            link: { label: words.seeRegistration, url: about.manageUrl },
          }
        : { action: { label: words.howToPay(debt.amount), url: about.manageUrl } }),
  }
}

export const textIn = (mail: MailRow, name: string) => (typeof mail.data[name] === 'string' ? mail.data[name] : null)

const wordsOf = ({ language }: AboutGuest) => language.words.mail

/** Emails to guests about their registration. The keys are values of `mails.kind`. */
export const guestLetters: Readonly<Record<string, GuestLetter>> = {
  confirmation: {
    statuses: SEATED_STATUSES,
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
    statuses: [...SEATED_STATUSES, 'PENDING'],
    carriesEntry: 'toGuests',
    write: (about) => {
      const { promoted, promotedText: text } = wordsOf(about)
      const said = { subject: promoted(titleInMail(about.event.title)), text }
      return about.guest.guest.status === 'PENDING' ? payment(about, said) : admission(about, said)
    },
  },
  'transfer.received': {
    statuses: SEATED_STATUSES,
    carriesEntry: 'toGuests',
    write: (about) => {
      const { received, receivedText: text } = wordsOf(about)
      return admission(about, { subject: received(titleInMail(about.event.title)), text })
    },
  },
  pending: {
    statuses: ['PENDING'],
    write: (about) => {
      const { mail: words, guest } = about.language.words
      if (debtOf(about) !== null) {
        const text =
          partlyPaidText(about) ?? (about.mail.data['isTakenBack'] === true ? words.takenBackText : words.placeKeptText)
        return payment(about, { subject: words.placeKept(titleInMail(about.event.title)), text })
      }
      return {
        ...base(about),
        subject: words.pending(titleInMail(about.event.title)),
        preview: words.pendingPreview,
        heading: guest.lookedAt,
        paragraphs: [hello(about), guest.lookedAtText],
      }
    },
  },
  waitlisted: {
    statuses: ['WAITLISTED'],
    write: (about) => {
      const { guest, mail } = about.language.words
      return {
        ...base(about),
        subject: mail.waitlisted(titleInMail(about.event.title)),
        preview: mail.waitlistedPreview,
        heading: guest.inLine(about.guest.position ?? 1),
        paragraphs: [hello(about), about.event.waitlistMode === 'OFFERS' ? guest.inLineOffers : guest.inLineText],
      }
    },
  },
  offered: {
    statuses: ['OFFERED'],
    write: (about) => {
      const { guest, mail } = about.language.words
      const until = guest.keptUntil(
        momentOf(about.guest.guest.offerExpiresAt ?? 0, about.event.timezone, about.language),
      )
      return {
        ...base(about),
        subject: mail.promoted(titleInMail(about.event.title)),
        preview: until,
        heading: guest.offered,
        paragraphs: [hello(about), until, guest.offeredText],
        action: { label: mail.answerInvitation, url: about.manageUrl },
      }
    },
  },
  refusal: {
    statuses: ['DECLINED'],
    write: (about) => ({
      ...base(about),
      subject: wordsOf(about).refused(titleInMail(about.event.title)),
      preview: about.language.words.guest.declined,
      heading: about.language.words.guest.declined,
      paragraphs: [hello(about), about.language.words.guest.declinedText],
      quote: textIn(about.mail, 'message'),
      action: undefined,
    }),
  },
  ...delayedPaymentLetters,
  document: documentLetter,
  cancelled: {
    statuses: ['CANCELLED'],
    write: (about) => {
      const { mail: words, guest } = about.language.words
      const isUnpaid = textIn(about.mail, 'reason') === 'unpaid'
      return {
        ...base(about),
        subject: words.ended(titleInMail(about.event.title)),
        preview: guest.endedText,
        heading: guest.ended,
        paragraphs: [hello(about), isUnpaid ? words.endedUnpaid : words.endedText],
        action: undefined,
      }
    },
  },
  /**
   * Confirms that guests have cancelled their own registration. The same email removes the entry from their calendar.
   */
  withdrawn: {
    statuses: ['CANCELLED', 'DECLINED'],
    write: (about) => {
      const { mail, guest } = about.language.words
      const isInvitation = about.guest.guest.status === 'DECLINED'
      return {
        ...base(about),
        subject: (isInvitation ? mail.refused : mail.ended)(titleInMail(about.event.title)),
        preview: isInvitation ? guest.turnedDown : guest.endedText,
        heading: isInvitation ? guest.turnedDown : guest.ended,
        paragraphs: [hello(about), isInvitation ? guest.turnedDownText : guest.endedText],
      }
    },
  },
  /** Sent if the answer from a calendar app requires something that the service does not do automatically. */
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
        heading: about.language.words.guest.invited,
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
      const { passedOn, passedOnText, somebodyElse } = wordsOf(about)
      const text = passedOnText(somebodyElse)
      return {
        ...base(about),
        subject: passedOn(titleInMail(about.event.title)),
        preview: text,
        paragraphs: [hello(about), text],
        action: undefined,
      }
    },
  },
}
