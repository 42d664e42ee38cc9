import { moneyOf } from '../../presentation/price.ts'
import { epcPayload } from '../../kernel/bank-transfer.ts'
import type { AboutGuest } from './about-guest.ts'

/** Returns the QR code for banking apps, if the transfer has one. */
export const transferCode = ({ transfer, language: { words } }: AboutGuest) => {
  const encodes = transfer === null ? null : epcPayload(transfer)
  return encodes === null
    ? {}
    : { picture: { contentId: 'payment-code', alt: words.guest.bankCode, caption: words.guest.scanToPay, encodes } }
}

/** Returns the sentence about the remaining amount after a transfer that was too small. Null for any other email. */
export const partlyPaidText = ({ mail, guest: { order }, transfer, language }: AboutGuest) => {
  const { received } = mail.data
  if (typeof received !== 'number' || order === null || transfer === null) return null
  const shown = (minor: number) => moneyOf(minor, order.currency, language)
  return language.words.mail.partlyPaidText(shown(received), shown(transfer.amount))
}
