import type { DocumentRow } from '../../db/rows.ts'
import type { DocumentFacts } from '../../kernel/document-facts.ts'
import { differencesByRate, soldPartsOf } from '../../kernel/order-sums.ts'
import { splitAmount, sum } from '../../kernel/sums.ts'

export interface DocumentLine {
  /** Null for a service fee, and for one rate's part of a refund. */
  name: string | null
  kind: 'ITEM' | 'FEE' | 'REFUND'
  quantity: number
  unitPrice: number
  discount: number
  gross: number
  net: number
  /** Id of the tax rate, or an empty string. */
  rateId: string
}

/** One line per item and price. */
const itemLines = (facts: DocumentFacts) =>
  [...Map.groupBy(soldPartsOf(facts), ({ soldId, unitPrice }) => `${soldId} ${unitPrice}`).values()].flatMap(
    (alike) => {
      const [first] = alike
      if (first === undefined) return []
      return [
        {
          name: first.name,
          kind: first.name === null ? ('FEE' as const) : ('ITEM' as const),
          quantity: sum(alike.map(({ quantity }) => quantity)),
          unitPrice: first.unitPrice,
          discount: sum(alike.map(({ discount }) => discount)),
          gross: sum(alike.map(({ gross }) => gross)),
          rateId: facts.rates[first.soldId]?.id ?? '',
        },
      ]
    },
  )

/**
 * Returns the lines and taxes of a document, in positive amounts: the difference between the sums with and without this
 * document. Invoices minus credit notes therefore always equal the order minus its refunds.
 */
export const sumsOf = ({ facts, kind }: { facts: DocumentFacts; kind: DocumentRow['kind'] }) => {
  const sign = kind === 'INVOICE' ? 1 : -1
  const rates = differencesByRate(facts).map(({ rateId, gross, tax }) => ({
    rateId,
    gross: sign * gross,
    tax: sign * tax,
  }))
  const isWhole = (facts.before ?? facts.after)?.length === 0 && (facts.before === null || facts.after === null)
  const lines = isWhole
    ? itemLines(facts)
    : rates
        .filter(({ gross }) => gross > 0)
        .map(({ rateId, gross }) => ({
          name: null,
          kind: 'REFUND' as const,
          quantity: 1,
          unitPrice: gross,
          discount: 0,
          gross,
          rateId,
        }))
  const netsOf = ({ rateId, gross, tax }: (typeof rates)[number]) => {
    const own = lines.filter((line) => line.rateId === rateId)
    return splitAmount(
      gross - tax,
      own.map((line) => line.gross),
    )
  }
  const nets = new Map(rates.map((rate) => [rate.rateId, netsOf(rate)]))
  const withNets: DocumentLine[] = lines.map((line) => ({ ...line, net: nets.get(line.rateId)?.shift() ?? line.gross }))
  const [gross, tax] = [sum(rates.map((rate) => rate.gross)), sum(rates.map((rate) => rate.tax))]
  return { lines: withNets, rates: rates.filter((rate) => rate.gross > 0), gross, tax, net: gross - tax }
}
