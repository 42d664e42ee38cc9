/**
 * ISO 4217 currencies, indexed by the number of decimals of their minor unit. `Intl` would give the wrong number: it
 * formats HUF without decimals, but in ISO 4217 the minor unit of HUF is the fillér, with two decimals.
 */
const BY_EXPONENT: readonly string[] = [
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  '',
  `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
   CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS
   INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN
   NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC
   SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  'BHD IQD JOD KWD LYD OMR TND',
  'CLF UYW',
]

const EXPONENTS: ReadonlyMap<string, number> = new Map(
  BY_EXPONENT.flatMap((codes, exponent) =>
    codes.split(/\s+/).flatMap((code) => (code === '' ? [] : [[code, exponent] as const])),
  ),
)

export const isCurrency = (code: string) => EXPONENTS.has(code)

/**
 * Returns the number of decimals of `currency`. Unknown codes get 2: every currency that we once sold in and that has
 * since been withdrawn had two.
 */
export const exponentOf = (currency: string) => EXPONENTS.get(currency) ?? 2

/**
 * The smallest amount in circulation, in minor units, for currencies where that is not 1. No one can pay the last digit
 * of the 1,000 fils in a dinar, or the fifths of an ariary, which ISO writes with two decimals.
 */
export const STEPS: Readonly<Record<string, number>> = { BHD: 10, JOD: 10, KWD: 10, OMR: 10, TND: 10, MGA: 100 }

export const stepOf = (currency: string | null) => STEPS[currency ?? ''] ?? 1

/**
 * The minimum that Stripe charges to a card, in minor units. For any other currency, Stripe converts the amount and
 * applies the minimum of the currency it converted to.
 */
export const LEAST_BY_CARD: Readonly<Record<string, number>> = {
  AED: 200,
  AUD: 50,
  BGN: 100,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CZK: 1_500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  INR: 50,
  JPY: 50,
  MXN: 1_000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PLN: 200,
  RON: 200,
  SEK: 300,
  SGD: 50,
  THB: 1_000,
  USD: 50,
}

/** Converts an amount in minor units to the main unit. */
export const amountOf = (minor: number, currency: string) => {
  const exponent = exponentOf(currency)
  return { value: minor / 10 ** exponent, text: (minor / 10 ** exponent).toFixed(exponent) }
}
