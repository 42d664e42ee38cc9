import type { RefundRule } from '../kernel/refund-policy.ts'
import { HOUR_MS } from '../kernel/time.ts'
import { startOfDate } from '../kernel/zoned-time.ts'
import type { Language } from '../words/words.ts'
import type { Times } from './event.ts'
import { moneyOf } from './price.ts'
import { momentOf } from './when.ts'

export const percentOf = (percent: number, { format }: Pick<Language, 'format'>) =>
  new Intl.NumberFormat(format, { style: 'percent', maximumFractionDigits: 2 }).format(percent / 100)

const startOf = ({ startAt, timezone }: Pick<Times, 'startAt' | 'timezone'>) =>
  startAt.length === 10 ? startOfDate(startAt, timezone) : Date.parse(startAt)

/** The lines that tell buyers, before they pay, how much a cancellation refunds. */
export const policyLines = (
  { steps, fee }: RefundRule,
  event: Times,
  currency: string | null,
  language: Language,
): string[] => {
  const { ticket } = language.words
  const lines = steps.flatMap(({ hoursBefore, percent }) => {
    const until = momentOf(startOf(event) - hoursBefore * HOUR_MS, event.timezone, language)
    return percent === 0 ? [] : [ticket.refundUntil(until, percentOf(percent, language))]
  })
  if (lines.length === 0) return [ticket.refundNone]
  const kept = [
    ...(fee.percent > 0 ? [percentOf(fee.percent, language)] : []),
    ...(fee.fixed > 0 ? [moneyOf(fee.fixed, currency, language)] : []),
  ]
  return kept.length === 0 ? lines : [...lines, ticket.refundFee(kept.join(' + '))]
}
