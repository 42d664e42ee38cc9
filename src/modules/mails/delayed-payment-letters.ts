import { titleInMail } from '../../presentation/name.ts'
import { inARow } from '../../presentation/plain.ts'
import { momentOf } from '../../presentation/when.ts'
import { type AboutGuest, base, type GuestLetter, hello } from './about-guest.ts'
import type { Letter } from './letter.ts'

/** The place is lost because a delayed payment didn't arrive. Links to the event, so that the guest can register again. */
const unpaid = (about: AboutGuest, subject: (event: string) => string, text: string): Letter => ({
  ...base(about),
  subject: subject(titleInMail(about.event.title)),
  preview: text,
  heading: about.language.words.guest.ended,
  paragraphs: [hello(about), text],
  action: { label: about.language.words.mail.registerAgain, url: about.eventUrl ?? about.manageUrl },
})

/** Emails about payments that a bank confirms days later. */
export const delayedPaymentLetters: Readonly<Record<string, GuestLetter>> = {
  'payment-processing': {
    statuses: ['PENDING'],
    write: (about) => {
      const { guest, mail } = about.language.words
      const { order } = about.guest
      const until = order?.expiresAt ?? null
      const held = until === null ? [] : [guest.keptUntil(momentOf(until, about.event.timezone, about.language))]
      return {
        ...base(about),
        subject: mail.paymentProcessing(titleInMail(about.event.title)),
        preview: guest.confirmingText,
        heading: guest.confirming,
        paragraphs: [hello(about), inARow(about.language.locale, guest.confirmingText, ...held)],
      }
    },
  },
  'payment-failed': {
    statuses: ['CANCELLED'],
    write: (about) =>
      unpaid(about, about.language.words.mail.paymentFailed, about.language.words.mail.paymentFailedText),
  },
  'payment-overdue': {
    statuses: ['CANCELLED'],
    write: (about) =>
      unpaid(about, about.language.words.mail.paymentOverdue, about.language.words.mail.paymentOverdueText),
  },
}
