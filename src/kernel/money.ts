/** An amount in the currency's main unit, however many decimals it has. */
export const amountOf = (minor: number, currency: string) => {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return { value: minor / 10 ** digits, text: (minor / 10 ** digits).toFixed(digits) }
}

export const moneyOf = (minor: number, currency: string | null) =>
  currency === null
    ? String(minor)
    : new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amountOf(minor, currency).value)
