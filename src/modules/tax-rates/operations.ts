import { eventsRead, owner } from '../../access/demands.ts'
import { rowIn } from '../../db/commit.ts'
import { onlyRow } from '../../db/statement.ts'
import { notFound } from '../../kernel/failure.ts'
import { iso } from '../../kernel/time.ts'
import { both, dashboard, deleted, Deleted, listOf, one, operation } from '../../operation/operation.ts'
import { NewTaxRate, TaxRate, type TaxRateOutput } from './tax-rates.schema.ts'
import { addRate, findRate, listRates, mayAddRate, retireRate } from './tax-rates.store.ts'

type Row = Awaited<ReturnType<typeof listRates>>[number]

const toTaxRate = ({ id, name, rate, category, reason, isDefault, createdAt }: Row): TaxRateOutput => ({
  id,
  name,
  rate,
  category,
  reason,
  isDefault,
  createdAt: iso(createdAt),
})

export const listTaxRates = operation({
  id: 'taxRates.list',
  summary: 'List tax rates',
  subject: 'calendar',
  access: eventsRead,
  routes: both('GET /calendars/:slug/tax-rates'),
  answer: listOf(TaxRate),
  async run({ calendar }, deps) {
    return (await listRates(deps.db, calendar.id)).map(toTaxRate)
  },
})

export const createTaxRate = operation({
  id: 'taxRates.create',
  summary: 'Create a tax rate',
  description:
    'Prices include tax. Orders copy the rate of each ticket when they are placed. A rate can’t be changed: delete it and create another.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('POST /calendars/:slug/tax-rates')],
  body: NewTaxRate,
  answer: one(TaxRate),
  refusals: ['tax_rate_limit_reached'],
  async recover(effectId, { calendar }, deps) {
    const rate = await findRate(deps.db, calendar.id, effectId)
    return rate === null ? null : toTaxRate(rate)
  },
  async run({ calendar, body }, deps) {
    const rate = {
      id: deps.newId('tax'),
      calendarId: calendar.id,
      name: body.name,
      rate: body.rate,
      category: body.category,
      reason: body.reason ?? null,
      isDefault: body.isDefault ?? false,
      retiredAt: null,
      createdAt: deps.clock(),
    }
    const { add } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: { add: addRate(rate) },
      effectId: rowIn('tax_rates', rate.id),
    })
    const [judged] = add.why
    if (judged === undefined) throw notFound()
    return mayAddRate.refusal(judged) ?? toTaxRate(onlyRow(add.made))
  },
})

export const deleteTaxRate = operation({
  id: 'taxRates.delete',
  summary: 'Delete a tax rate',
  description: 'Its tickets use the default rate from then on. Existing orders keep it.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('DELETE /calendars/:slug/tax-rates/:taxRateId')],
  answer: one(Deleted),
  async run({ calendar, params }, deps) {
    const { retire } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      statements: { retire: retireRate(calendar.id, params.taxRateId, deps.clock()) },
    })
    const [gone] = retire.retired
    if (gone === undefined) throw notFound()
    return deleted(gone.id)
  },
})
