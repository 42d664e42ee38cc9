import { epcPayload } from '../../kernel/bank-transfer.ts'
import type { AboutGuest } from './about-guest.ts'

/** The code that banking apps read, where there is one. */
export const transferCode = ({ transfer, language: { words } }: AboutGuest) => {
  const encodes = transfer === null ? null : epcPayload(transfer)
  return encodes === null
    ? {}
    : { picture: { contentId: 'payment-code', alt: words.guest.bankCode, caption: words.guest.scanToPay, encodes } }
}
