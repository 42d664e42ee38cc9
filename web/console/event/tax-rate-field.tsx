import { percentOf } from '../../../src/presentation/refund-policy.ts'
import type { One, TaxRateAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { SelectField } from '../parts/fields.tsx'
import { formatSpoken } from '../words/loaded.ts'
import { taxRatesWords } from '../words/en/tax-rates.ts'

/** Chooses a tax rate of the calendar. Hidden for calendars without tax rates. */
export const TaxRateField = ({
  session: { api, calendar },
  value,
  set,
  fault,
}: {
  session: CalendarSession
  value: string
  set: (id: string) => void
  fault?: string | null | undefined
}) => {
  const words = taxRatesWords()
  const path = `/calendars/${calendar.slug}/tax-rates`
  const { data } = useAsked(async () => (await api.get<One<TaxRateAnswer[]>>(path)).data, [path])
  if (data === null || data.length === 0) return null
  const options = data.map(({ id, name, rate }) => ({
    value: id,
    label: `${name} · ${percentOf(rate / 100, { format: formatSpoken() })}`,
  }))
  return (
    <SelectField
      label={words.ofTicket}
      fault={fault}
      value={value}
      set={set}
      options={[{ value: '', label: words.usual }, ...options]}
    />
  )
}
