import { calledInMail, titleInMail } from '../../presentation/name.ts'
import { moneyOf } from '../../presentation/price.ts'
import { momentOf } from '../../presentation/when.ts'
import { languageOf } from '../../words/words.ts'
import { findRefund, findRefundAccount, REFUND_ACCOUNT_WAIT_MS } from '../orders/index.ts'
import { maskedIban } from '../payment-accounts/index.ts'
import { base, isToReader, type Writer } from './about-guest.ts'
import { textIn } from './guest-letters.ts'

const refund: Writer = async (mail, about, deps) => {
  const known = await findRefund(deps.db, textIn(mail, 'refundId') ?? '')
  if (known === null || known.order.buyerEmail !== mail.recipient) return null
  const { refund: made, order } = known
  const title = about?.event.title ?? order.ticketName
  const language = about?.language ?? languageOf('en')
  const words = language.words.mail
  const amount = moneyOf(made.amount, made.currency, language)
  const account = made.payoutState === 'DUE' ? await findRefundAccount(deps.db, order.id) : null
  const isAsked = account !== null && account.amount > 0 && account.iban === null
  // The payer does not get the guest's link if they paid for someone else.
  const link = about !== null && isToReader(about) ? about.manageUrl : null
  return {
    ...(about === null ? {} : { pass: base(about).pass }),
    subject: words.refund(amount, titleInMail(title)),
    preview: language.words.guest.order(order.number),
    heading: language.words.guest.refundedAmount(amount),
    paragraphs: [
      words.hello(calledInMail(language.locale, order.buyerFirstName, order.buyerLastName)),
      order.provider === 'STRIPE'
        ? words.refundByProvider(amount, order.number)
        : words.refundByOrganiser(amount, order.number),
      ...(made.reason === null ? [] : [words.reason(made.reason)]),
      ...(isAsked ? [words.refundNeedsAccount] : []),
    ],
    ...(link === null
      ? {}
      : {
          action: isAsked
            ? { label: language.words.guest.refundToLink, url: `${link}/refund-account` }
            : { label: words.seeRegistration, url: link },
        }),
    footer: words.becauseOrder(about?.guest.ticketName ?? order.ticketName),
  }
}

/**
 * Goes to the buyer when someone enters an account with the buyer's link. It has no link, because the buyer's link may
 * be in the wrong hands.
 */
const refundAccount: Writer = async (mail, about, deps) => {
  const account = await findRefundAccount(deps.db, textIn(mail, 'orderId') ?? '')
  if (about === null || account === null || account.iban === null || account.givenAt === null) return null
  const { language, event, calendar } = about
  const words = language.words.mail
  const usableAt = momentOf(account.givenAt + REFUND_ACCOUNT_WAIT_MS, event.timezone, language)
  const text = language.words.guest.refundToSaved(maskedIban(account.iban), usableAt)
  const { pass, footer } = base(about)
  return {
    pass,
    footer,
    subject: words.refundAccount(titleInMail(event.title)),
    preview: text,
    heading: event.title,
    paragraphs: [words.hello(''), words.accountEntered, text, words.notYou],
    ...(calendar.contactEmail === null
      ? {}
      : { action: { label: words.tellOrganiser, url: `mailto:${calendar.contactEmail}` } }),
  }
}

/** Emails to buyers about refunds. */
export const refundLetters: Readonly<Record<string, Writer>> = { refund, 'refund-account': refundAccount }
