import * as z from 'zod'
import { lazy } from './lazy.ts'
import { stepOf } from './money.ts'
import { HOUR_MS, type Instant } from './time.ts'

/** The share of a seat's price that a guest gets back when they cancel, by the time left until the event starts. */
export interface RefundRule {
  /** From the most hours to the fewest. Before the last step, and with no step at all, nothing is refunded. */
  steps: { hoursBefore: number; percent: number }[]
  /** The organiser keeps this fee of each refunded seat. `percent` is a share of the price paid for the seat. */
  fee: { fixed: number; percent: number }
}

const MAX_STEPS = 5
const MAX_HOURS = 24 * 366
const MAX_FEE = 100_000_000

const isFalling = (steps: RefundRule['steps']) =>
  steps.every(({ hoursBefore, percent }, index) => {
    const next = steps[index + 1]
    return next === undefined || (next.hoursBefore < hoursBefore && next.percent <= percent)
  })

const Percent = lazy(() => z.int().min(0).max(100))

/** A refund policy in a request. */
export const RefundPolicyInput = lazy(() =>
  z
    .object({
      steps: z
        .array(
          z
            .object({
              hoursBefore: z
                .int()
                .min(0)
                .max(MAX_HOURS)
                .describe('Hours before the start until which the step applies.'),
              percent: Percent().describe('Share of the price to refund.'),
            })
            .meta({ id: 'RefundStepInput' }),
        )
        .max(MAX_STEPS)
        .refine(isFalling, 'must have falling hours, and percentages that never rise')
        .describe('At most 5 steps, from the most hours to the fewest. Empty: no refunds.'),
      fee: z
        .object({
          fixed: z.int().min(0).max(MAX_FEE).default(0).describe('Minor units of the order’s currency. Default: 0.'),
          percent: Percent().default(0).describe('Share of the price. Default: 0.'),
        })
        .meta({ id: 'RefundFeeInput' })
        .default({ fixed: 0, percent: 0 })
        .describe('Fee that the organiser keeps of each refunded seat. Default: none.'),
    })
    .meta({
      id: 'RefundPolicyInput',
      examples: [{ steps: [{ hoursBefore: 168, percent: 100 }], fee: { fixed: 100, percent: 0 } }],
    }),
)

export const RefundPolicy = lazy(() =>
  z
    .object({
      steps: z.array(z.object({ hoursBefore: z.int(), percent: z.int() })),
      fee: z.object({ fixed: z.int(), percent: z.int() }),
    })
    .meta({ id: 'RefundPolicy' }),
)

export interface SeatRefund {
  refund: number
  /** The part of the refund that the organiser keeps as `fee`. */
  fee: number
}

const floorTo = (step: number, amount: number) => Math.floor(amount / step) * step
const ceilTo = (step: number, amount: number) => Math.ceil(amount / step) * step

/** The step of the rule that applies now, or undefined if it is too late for any. */
export const stepAt = ({ steps }: Pick<RefundRule, 'steps'>, startAt: Instant, now: Instant) =>
  steps.find(({ hoursBefore }) => now <= startAt - hoursBefore * HOUR_MS)

/**
 * Computes the refund of a seat that cost `paid`, in minor units. Rounded down to the currency's smallest payable amount, except that
 * 100 percent are exactly `paid`. The fee is rounded up, and never exceeds the refund.
 */
export const refundOfSeat = (
  paid: number,
  { percent, fee }: { percent: number; fee: RefundRule['fee'] },
  currency: string,
): SeatRefund => {
  const step = stepOf(currency)
  const back = percent === 100 ? paid : floorTo(step, (paid * percent) / 100)
  const wanted = ceilTo(step, fee.fixed + Math.floor((paid * fee.percent + 50) / 100))
  const kept = Math.min(back, wanted)
  return { refund: back - kept, fee: kept }
}

/** Returns when the refund next decreases, or null if it doesn’t. */
export const nextChange = (rule: Pick<RefundRule, 'steps'>, startAt: Instant, now: Instant): Instant | null => {
  const current = stepAt(rule, startAt, now)
  if (current === undefined || current.percent === 0) return null
  const last = rule.steps.findLast(({ percent }) => percent === current.percent) ?? current
  return startAt - last.hoursBefore * HOUR_MS
}
