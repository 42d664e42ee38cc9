import * as z from 'zod'
import { billingRead } from '../../access/demands.ts'
import { rowsFrom } from '../../db/statement.ts'
import { lazy } from '../../kernel/lazy.ts'
import { both, one, operation } from '../../operation/operation.ts'
import { statisticsRange } from './range.ts'
import { RangeQuery } from './statistics.schema.ts'
import { soldOn } from './statistics.store.ts'

const Count = lazy(() => z.int().min(0))

export const SalesByDay = lazy(() =>
  z
    .object({
      from: z.iso.date(),
      to: z.iso.date(),
      timezone: z.string(),
      days: z
        .array(
          z.object({
            date: z.iso.date(),
            currency: z.string(),
            orders: Count(),
            gross: Count(),
            refunded: Count(),
            net: z.int(),
          }),
        )
        .describe('Sales by order date and currency. Days without a sale are omitted.'),
    })
    .meta({ id: 'SalesByDay' }),
)

export const readSalesByDay = operation({
  id: 'statistics.sales',
  summary: 'Get sales by day',
  description:
    'Reports an event’s sales by day and currency over a range of dates. A refund counts on the day of its order. Currencies are never added together.',
  subject: 'event',
  access: billingRead,
  routes: both('GET /events/:eventId/sales/days'),
  query: RangeQuery,
  answer: one(SalesByDay),
  async run({ event, calendar, query }, { db, clock }) {
    const range = statisticsRange(query, calendar.timezone, clock())
    const { from, to, timezone } = range
    const sold = await rowsFrom(db, soldOn(event.id, range))
    return { from, to, timezone, days: sold.map((day) => ({ ...day, net: day.gross - day.refunded })) }
  },
})
