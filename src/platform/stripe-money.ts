import { exponentOf, LEAST_BY_CARD, stepOf } from '../kernel/money.ts'

/**
 * What Stripe charges cards in (docs.stripe.com/currencies). Amounts travel in the decimals of ISO 4217, but for the
 * exceptions below.
 */
const CHARGED: ReadonlySet<string> = new Set(
  `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY
   COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD
   JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD
   NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD SZL THB
   TJS TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW`.split(/\s+/),
)

/** ISK and UGX are sent with two decimals that are always 00; MGA without the two that ISO gives it. */
const EXPONENTS: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 }

/** By how much Stripe's number is larger than ours. */
const factorOf = (currency: string) => 10 ** ((EXPONENTS[currency] ?? exponentOf(currency)) - exponentOf(currency))

export const toStripeAmount = (minor: number, currency: string) => Math.round(minor * factorOf(currency))
export const ofStripeAmount = (amount: number, currency: string) => Math.round(amount / factorOf(currency))

/** Why a price cannot be charged, as a field's fault, or null where it can. */
export const whyNotCharged = (price: number, currency: string) => {
  if (!CHARGED.has(currency))
    return { field: 'currency', message: `${currency} is not supported by the payment provider` } as const
  const step = stepOf(currency)
  const least = LEAST_BY_CARD[currency] ?? step
  if (price < least)
    return { field: 'price', message: `must be at least ${least} to be charged in ${currency}` } as const
  return price % step === 0
    ? null
    : ({ field: 'price', message: `must be a multiple of ${step} to be charged in ${currency}` } as const)
}
