import type { PostingRow, ProviderPostingRow } from '../../db/rows.ts'
import { referenceOfOrder } from '../../kernel/bank-transfer.ts'
import { invalid } from '../../kernel/failure.ts'
import type { SoldRate } from '../../kernel/document-facts.ts'
import { amountOf } from '../../kernel/money.ts'
import { differencesByRate } from '../../kernel/order-sums.ts'
import { sum } from '../../kernel/sums.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'
import { dateOf, nextDate, startOfDate, wallTimeOf } from '../../kernel/zoned-time.ts'
import type { CurrencyOutput } from './postings.schema.ts'
import type { MethodFees, MoneyTotal, OtherTotal, Period, PostingPapers } from './postings.store.ts'

const DEFAULT_DAYS = 30
const MAX_DAYS = 400

export const periodOf = (
  requested: { from?: string | undefined; to?: string | undefined },
  timezone: string,
  now: Instant,
): Period & { from: string; to: string } => {
  const to = requested.to ?? dateOf(now, timezone)
  const from = requested.from ?? nextDate(to, 1 - DEFAULT_DAYS)
  if (from > to) throw invalid('to', 'must not be before `from`')
  if (Date.parse(to) - Date.parse(from) >= MAX_DAYS * DAY_MS) {
    throw invalid('to', `must be within ${MAX_DAYS} days of \`from\``)
  }
  return { from, to, start: startOfDate(from, timezone), end: startOfDate(nextDate(to), timezone) }
}

interface Part {
  rate: SoldRate | null
  gross: number
  tax: number
}

/** The parts of a posting by tax rate. Together they are its amount. Money of lost disputes keeps its tax. */
const partsOfPosting = ({ facts, amount }: Pick<PostingRow, 'facts' | 'amount'>): Part[] => {
  if (facts === null) return [{ rate: null, gross: amount, tax: 0 }]
  const rates = Object.values(facts.rates)
  return differencesByRate(facts)
    .filter(({ gross }) => gross !== 0)
    .map(({ rateId, gross, tax }) => {
      const rate = rates.find((each) => each?.id === rateId) ?? null
      return { rate, gross, tax: rate === null ? 0 : tax }
    })
}

export const POSTING_HEADINGS = [
  'id',
  'date',
  'time',
  'type',
  'method',
  'order_number',
  'event_id',
  'refund_id',
  'account_id',
  'currency',
  'amount',
  'tax_name',
  'tax_rate',
  'tax_category',
  'net',
  'tax',
  'document_id',
  'document_number',
  'bank_account_id',
  'reference',
]

/** The lines of a posting: one for each tax rate. Amounts have a decimal point and no thousands separator. */
export const linesOfPosting = (posting: PostingRow, timezone: string, papers: PostingPapers | undefined) => {
  const money = (minor: number) => Number(amountOf(minor, posting.currency).text)
  const [date = '', time = ''] = wallTimeOf(posting.at, timezone).split('T')
  const reference =
    posting.method === 'BANK' ? referenceOfOrder(posting.orderNumber) : (papers?.paymentReference ?? null)
  return partsOfPosting(posting).map(({ rate, gross, tax }) => [
    posting.id,
    date,
    time,
    posting.type,
    posting.method,
    posting.orderNumber,
    posting.eventId,
    posting.refundId,
    posting.accountId,
    posting.currency,
    money(gross),
    rate?.name ?? null,
    rate === null ? null : rate.rate / 100,
    rate?.category ?? null,
    money(gross - tax),
    money(tax),
    papers?.documentId ?? null,
    papers?.documentNumber ?? null,
    papers?.bankAccountId ?? null,
    reference,
  ])
}

const sumsOf = (totals: readonly MoneyTotal[]) => {
  const [charged, refunded, disputed] = (['charged', 'refunded', 'disputed'] as const).map((name) =>
    sum(totals.map((total) => total[name])),
  )
  const sums = { charged: charged ?? 0, refunded: refunded ?? 0, disputed: disputed ?? 0 }
  return { ...sums, net: sums.charged - sums.refunded - sums.disputed }
}

const NOTHING = { fees: 0, platformFees: 0, paidOut: 0, unpaid: 0, toPayBack: 0 }

/** The line of a fee or a payout, with the same columns. */
export const lineOfProviderPosting = (
  posting: Pick<ProviderPostingRow, 'id' | 'accountId' | 'type' | 'amount' | 'currency' | 'at'> & {
    orderNumber: string | null
    eventId: string | null
  },
  timezone: string,
) => {
  const [date = '', time = ''] = wallTimeOf(posting.at, timezone).split('T')
  const amount = Number(amountOf(posting.amount, posting.currency).text)
  const { id, type, orderNumber, eventId, accountId, currency } = posting
  return [
    id,
    date,
    time,
    type,
    'ONLINE',
    orderNumber,
    eventId,
    null,
    accountId,
    currency,
    amount,
    null,
    null,
    null,
    amount,
    0,
    null,
    null,
    null,
    null,
  ]
}

/** Adds up the parts of all postings by currency and tax rate. */
export class RateTotals {
  readonly #totals = new Map<string, Map<string, CurrencyOutput['byRate'][number]>>()

  add(posting: PostingRow) {
    if (posting.type === 'DISPUTE') return
    const ofCurrency = this.#totals.get(posting.currency) ?? new Map<string, CurrencyOutput['byRate'][number]>()
    this.#totals.set(posting.currency, ofCurrency)
    for (const { rate, gross, tax } of partsOfPosting(posting)) {
      const key = rate === null ? '' : `${rate.name} ${rate.rate} ${rate.category}`
      const known = ofCurrency.get(key) ?? {
        name: rate?.name ?? null,
        rate: rate?.rate ?? null,
        category: rate?.category ?? null,
        gross: 0,
        net: 0,
        tax: 0,
      }
      ofCurrency.set(key, {
        ...known,
        gross: known.gross + gross,
        net: known.net + gross - tax,
        tax: known.tax + tax,
      })
    }
  }

  of(currency: string) {
    return [...(this.#totals.get(currency)?.values() ?? [])].toSorted(
      (one, other) => (other.rate ?? -1) - (one.rate ?? -1),
    )
  }
}

export const summaryOf = (
  totals: readonly MoneyTotal[],
  others: readonly OtherTotal[],
  fees: readonly MethodFees[],
  rates: RateTotals,
): CurrencyOutput[] => {
  const currencies = [...new Set([...totals, ...others].map(({ currency }) => currency))].toSorted()
  return currencies.map((currency) => {
    const ofCurrency = totals.filter((total) => total.currency === currency)
    return {
      currency,
      ...sumsOf(ofCurrency),
      ...NOTHING,
      ...others.find((other) => other.currency === currency),
      feesByMethod: fees
        .filter((of) => of.currency === currency)
        .map(({ method, fees: own, platformFees }) => ({ method, fees: own, platformFees })),
      byMethod: [...Map.groupBy(ofCurrency, ({ method }) => method)].map(([method, own]) => ({
        method,
        ...sumsOf(own),
      })),
      byEvent: [...Map.groupBy(ofCurrency, ({ eventId }) => eventId)].map(([eventId, own]) => ({
        eventId,
        title: own[0]?.title ?? null,
        ...sumsOf(own),
      })),
      byRate: rates.of(currency),
    }
  })
}
