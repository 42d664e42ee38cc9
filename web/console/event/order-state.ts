import type { OrderAnswer } from '../../shared/answers.ts'
import type { ChipLook } from '../parts/chip.tsx'
import { fromNow } from '../parts/words.ts'

const STATES: Readonly<Record<string, ChipLook>> = {
  PENDING: { mark: 'dotted', tone: 'warn', words: 'Unpaid' },
  PAID: { mark: 'disc', tone: 'good', words: 'Paid' },
  EXPIRED: { mark: 'cross', tone: 'plain', words: 'Expired' },
  CANCELLED: { mark: 'cross', tone: 'plain', words: 'Cancelled' },
  PARTIALLY_REFUNDED: { mark: 'half', tone: 'plain', words: 'Partly refunded' },
  REFUNDED: { mark: 'cross', tone: 'plain', words: 'Refunded' },
}

export const orderState = ({ status, expiresAt }: Pick<OrderAnswer, 'status' | 'expiresAt'>): ChipLook => {
  const known = STATES[status] ?? { mark: 'ring', tone: 'plain', words: status.toLowerCase() }
  return status === 'PENDING' && expiresAt !== null
    ? { ...known, words: `Unpaid, expires ${fromNow(expiresAt)}` }
    : known
}

export const PAID_BY: Readonly<Record<string, string>> = { FREE: '–', OFFLINE: 'manually', STRIPE: 'card' }
