import { billingRead } from '../../access/demands.ts'
import type { Deps } from '../../deps.ts'
import { inOneBatch } from '../../db/statement.ts'
import { utf8 } from '../../kernel/crypto.ts'
import { csvLine } from '../../kernel/csv.ts'
import { streamOf } from '../../kernel/streams.ts'
import { both, one, operation, raw } from '../../operation/operation.ts'
import { lineOfProviderPosting, linesOfPosting, periodOf, POSTING_HEADINGS, RateTotals, summaryOf } from './postings.ts'
import { MoneyQuery, MoneySummary } from './postings.schema.ts'
import {
  feesIn,
  otherTotalsIn,
  papersOf,
  postingsIn,
  providerPostingsIn,
  totalsIn,
  type Period,
} from './postings.store.ts'

export const summariseMoney = operation({
  id: 'money.summary',
  summary: 'Get a financial summary',
  description:
    'Adds up all movements of money in a period by currency, and by tax rate, method and event. A refund counts on the day it succeeded. Fees and payouts of the calendar’s own payment accounts are read from the provider every night.',
  subject: 'calendar',
  access: billingRead,
  routes: both('GET /calendars/:slug/money/summary'),
  query: MoneyQuery,
  answer: one(MoneySummary),
  async run({ calendar, query }, deps) {
    const { timezone } = calendar
    const { from, to, ...period } = periodOf(query, timezone, deps.clock())
    const { totals, others, fees } = await inOneBatch(deps.db, {
      totals: totalsIn(calendar.id, period),
      others: otherTotalsIn(calendar.id, period),
      fees: feesIn(calendar.id, period),
    })
    const rates = new RateTotals()
    for await (const page of postingsIn(deps.db, calendar.id, period)) for (const posting of page) rates.add(posting)
    return { from, to, timezone, currencies: summaryOf(totals, others, fees, rates) }
  },
})

async function* piecesOf(calendar: { id: string; timezone: string }, period: Period, { db }: Deps) {
  yield utf8(csvLine(POSTING_HEADINGS))
  for await (const page of postingsIn(db, calendar.id, period)) {
    const papers = await papersOf(
      db,
      calendar.id,
      page.map(({ id }) => id),
    )
    const lines = page.flatMap((posting) => linesOfPosting(posting, calendar.timezone, papers.get(posting.id)))
    yield utf8(lines.map(csvLine).join(''))
  }
  for await (const page of providerPostingsIn(db, calendar.id, period)) {
    yield utf8(page.map((posting) => csvLine(lineOfProviderPosting(posting, calendar.timezone))).join(''))
  }
}

export const exportPostings = operation({
  id: 'money.postings',
  summary: 'Export postings',
  description:
    'Returns the books as CSV: each movement of money once, with a line per tax rate, its document and its payment reference. Payments are positive, refunds, fees and payouts negative. Fees and payouts of the calendar’s own payment accounts follow at the end. If the connection closes early, the file is incomplete: discard it and try again.',
  subject: 'calendar',
  access: billingRead,
  limit: 'export',
  routes: both('GET /calendars/:slug/money/postings'),
  query: MoneyQuery,
  answer: raw({ 'text/csv': null }),
  async run({ calendar, query }, deps) {
    const { from, to, ...period } = periodOf(query, calendar.timezone, deps.clock())
    return new Response(streamOf(piecesOf(calendar, period, deps)), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${calendar.slug}-${from}-${to}.csv"`,
      },
    })
  },
})
