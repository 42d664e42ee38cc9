interface FeeRule {
  /** Hundredths of a percent of the total. */
  bps: number
  /** Added amount in minor units, by currency. */
  fixed: Readonly<Record<string, number>>
}

const isAmount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0

/** Parses `PLATFORM_FEE_FIXED`, such as `{"EUR":50}`. Returns null if invalid. */
export const fixedFeesIn = (text: string): FeeRule['fixed'] | null => {
  try {
    const fixed = JSON.parse(text) as unknown
    if (typeof fixed !== 'object' || fixed === null || Array.isArray(fixed)) return null
    const entries = Object.entries(fixed)
    return entries.every(([currency, amount]) => /^[A-Z]{3}$/.test(currency) && isAmount(amount))
      ? (Object.fromEntries(entries) as FeeRule['fixed'])
      : null
  } catch {
    return null
  }
}

export const feeRuleOf = (bps = '', fixed = ''): FeeRule => ({
  bps: Number(bps || 0),
  fixed: (fixed === '' ? null : fixedFeesIn(fixed)) ?? {},
})

/** The operator's fee on a payment into a connected account. The organiser always receives something. */
export const operatorFee = ({ bps, fixed }: FeeRule, total: number, currency: string) =>
  Math.max(0, Math.min(Math.floor((total * bps) / 10_000) + (fixed[currency] ?? 0), total - 1))
