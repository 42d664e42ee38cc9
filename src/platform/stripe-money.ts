import { exponentOf, LEAST_BY_CARD, stepOf } from '../kernel/money.ts'

/**
 * Currencies in which Stripe charges cards (docs.stripe.com/currencies). Stripe's amounts use ISO 4217 decimals, except
 * for the currencies in `EXPONENTS`.
 */
const CARD_CURRENCIES: ReadonlySet<string> = new Set(
  `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY
   COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD
   JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD
   NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD SZL THB
   TJS TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW`.split(/\s+/),
)

/**
 * Decimals where Stripe differs from ISO 4217. It expects ISK and UGX with two decimals, always 00, and MGA without
 * any.
 */
const EXPONENTS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 }

/** Ratio of Stripe's amount to ours. */
const factorOf = (currency: string) => 10 ** ((EXPONENTS[currency] ?? exponentOf(currency)) - exponentOf(currency))

export const toStripeAmount = (minor: number, currency: string) => Math.round(minor * factorOf(currency))
export const ofStripeAmount = (amount: number, currency: string) => Math.round(amount / factorOf(currency))

/** Returns a field error if Stripe can't charge the price, else null. */
export const whyNotCharged = (price: number, currency: string) => {
  if (!CARD_CURRENCIES.has(currency))
    return { field: 'currency', message: `${currency} isn’t supported by the payment provider` } as const
  const step = stepOf(currency)
  const least = LEAST_BY_CARD[currency] ?? step
  if (price < least)
    return { field: 'price', message: `must be at least ${least} to be charged in ${currency}` } as const
  return price % step === 0
    ? null
    : ({ field: 'price', message: `must be a multiple of ${step} to be charged in ${currency}` } as const)
}
