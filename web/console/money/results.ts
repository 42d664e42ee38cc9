import type { ChipLook } from '../parts/chip.tsx'

type Look = Omit<ChipLook, 'words'>

const LOOKS: Readonly<Record<string, Look>> = {
  KNOWN: { mark: 'ring', tone: 'plain' },
  MATCHED: { mark: 'check', tone: 'good' },
  UNDERPAID: { mark: 'half', tone: 'warn' },
  OVERPAID: { mark: 'full', tone: 'warn' },
  DUPLICATE: { mark: 'bad', tone: 'warn' },
  LATE: { mark: 'clock', tone: 'warn' },
  REFUNDED: { mark: 'check', tone: 'good' },
  SUGGESTED: { mark: 'dots', tone: 'accent' },
  UNMATCHED: { mark: 'dotted', tone: 'warn' },
}

/** True if a line with this result pays an order or pays a refund out. All others wait for a person. */
export const pays = (result: string) =>
  ['MATCHED', 'UNDERPAID', 'OVERPAID', 'DUPLICATE', 'LATE', 'REFUNDED'].includes(result)

export const lookOf = (result: string): Look => LOOKS[result] ?? { mark: 'cross', tone: 'plain' }
