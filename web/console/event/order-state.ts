import type { OrderAnswer, SalesAnswer } from '../../shared/answers.ts'
import type { ChipLook } from '../parts/chip.tsx'
import { fromNow } from '../parts/words.ts'
import { ordersWords } from '../words/en/orders.ts'
import { termsWords } from '../words/en/terms.ts'

const LOOKS: Readonly<Record<string, Omit<ChipLook, 'words'>>> = {
  PENDING: { mark: 'dotted', tone: 'warn' },
  PAID: { mark: 'disc', tone: 'good' },
  EXPIRED: { mark: 'cross', tone: 'plain' },
  CANCELLED: { mark: 'cross', tone: 'plain' },
  PARTIALLY_REFUNDED: { mark: 'half', tone: 'plain' },
  REFUNDED: { mark: 'cross', tone: 'plain' },
}

/** Returns the name of a code of the API. If this version of the page doesn't know it, returns the code in lowercase. */
const nameOfCode = (names: Readonly<Record<string, string>>, code: string) =>
  names[code] ?? code.toLowerCase().replaceAll('_', ' ')

export const orderState = ({
  status,
  expiresAt,
  payment,
}: Pick<OrderAnswer, 'status' | 'expiresAt'> & { payment?: OrderAnswer['payment'] }): ChipLook => {
  const terms = termsWords()
  if (payment?.status === 'PROCESSING' && expiresAt !== null)
    return { mark: 'half', tone: 'warn', words: terms.orderProcessing(fromNow(expiresAt)) }
  return {
    ...(LOOKS[status] ?? { mark: 'ring', tone: 'plain' }),
    words:
      status === 'PENDING' && expiresAt !== null
        ? terms.orderExpires(fromNow(expiresAt))
        : nameOfCode(terms.orderStatuses, status),
  }
}

/** Dispute statuses in which the organiser keeps the money. */
const IN_OUR_FAVOUR = ['won', 'warning_closed', 'prevented']

/** True if the service refuses refunds of the order, because a dispute is open or lost. */
export const isDisputed = ({ payment: { dispute } }: Pick<OrderAnswer, 'payment'>) =>
  dispute !== null && !IN_OUR_FAVOUR.includes(dispute.status)

export const paidBy = ({ provider, method }: OrderAnswer['payment']) =>
  nameOfCode(termsWords().paidBy, method === 'BANK' ? method : provider)

export const refundStatus = ({ status }: OrderAnswer['refunds'][number]) =>
  nameOfCode(ordersWords().sheet.refundStatuses, status)

export const differenceKind = ({ kind }: SalesAnswer['unreconciled'][number]) =>
  nameOfCode(ordersWords().differences.kinds, kind)
