import type { Database } from '../../db/database.ts'
import { invalid } from '../../kernel/failure.ts'
import { stepOf } from '../../kernel/money.ts'
import { grossOf, taxIn, type ServiceFee } from '../../kernel/sums.ts'
import { findRate, listRates } from './tax-rates.store.ts'

/** The highest price of tickets and add-ons. */
const MAX_PRICE = 100_000_000

const AMOUNTS = ['price', 'minPrice', 'suggestedPrice', 'maxPrice'] as const

type Priced = Partial<Record<(typeof AMOUNTS)[number], number | null>> & {
  priceIsNet?: boolean | undefined
  currency?: string | null | undefined
  taxRateId?: string | null | undefined
}

type Rates = Awaited<ReturnType<typeof listRates>>

/** The rate that applies to a ticket or an add-on: its own, or the calendar's default. */
const rateOf = (rates: Rates, taxRateId: string | null) =>
  rates.find(({ id, isDefault }) => (taxRateId === null ? isDefault : id === taxRateId)) ?? null

/** Adds net price and tax to a ticket or an add-on in a response. */
export const withTax = <Sold extends { price: number; taxRateId: string | null }>(sold: Sold, rates: Rates) => {
  const tax = taxIn(sold.price, rateOf(rates, sold.taxRateId)?.rate ?? 0)
  return { ...sold, net: sold.price - tax, tax }
}

/**
 * Adds tax to the amounts of a request with `priceIsNet`, because prices are stored including tax. `existing` is the
 * ticket or add-on before the change.
 */
export const asGross = async <Body extends Priced>(
  { priceIsNet, ...body }: Body,
  {
    calendarId,
    existing,
  }: { calendarId: string; existing: { currency: string | null; taxRateId: string | null } | null },
  db: Database,
): Promise<Omit<Body, 'priceIsNet'>> => {
  if (priceIsNet !== true) return body
  const taxRateId = body.taxRateId === undefined ? (existing?.taxRateId ?? null) : body.taxRateId
  const found = rateOf(await listRates(db, calendarId), taxRateId)
  if (found === null) throw invalid('priceIsNet', 'needs a tax rate: the calendar has no default')
  const step = stepOf(body.currency ?? existing?.currency ?? null)
  const grosses = AMOUNTS.flatMap((field) => {
    const net = body[field]
    if (typeof net !== 'number') return []
    const gross = grossOf(net, found.rate, step)
    if (gross > MAX_PRICE) throw invalid(field, `must be at most ${MAX_PRICE} with tax`)
    return [[field, gross] as const]
  })
  return { ...body, ...Object.fromEntries(grosses) }
}

/** Throws if a service fee's tax rate isn't the calendar's. */
export const requireFeeRate = async (
  fee: ServiceFee | null | undefined,
  calendarId: string,
  db: Database,
  field = 'serviceFee',
) => {
  if (typeof fee?.taxRateId !== 'string') return
  const rate = await findRate(db, calendarId, fee.taxRateId)
  if (rate === null || rate.retiredAt !== null)
    throw invalid(`${field}.taxRateId`, 'must be a tax rate of this calendar')
}
