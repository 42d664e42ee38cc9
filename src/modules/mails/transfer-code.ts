import { moneyOf } from '../../presentation/price.ts'
import { epcPayload } from '../../kernel/bank-transfer.ts'
import type { AboutGuest } from './about-guest.ts'

/** The code that banking apps read, where there is one. */
export const transferCode = ({ transfer, language: { words } }: AboutGuest) => {
  const encodes = transfer === null ? null : epcPayload(transfer)
  return encodes === null
    ? {}
    : { picture: { contentId: 'payment-code', alt: words.guest.bankCode, caption: words.guest.scanToPay, encodes } }
}

/** Says what a transfer that was too small leaves to pay. Null for any other email. */
export const partlyPaidText = ({ mail, guest: { order }, transfer, language }: AboutGuest) => {
  const { received } = mail.data
  if (typeof received !== 'number' || order === null || transfer === null) return null
  const shown = (minor: number) => moneyOf(minor, order.currency, language)
  return language.words.mail.partlyPaidText(shown(received), shown(transfer.amount))
}
