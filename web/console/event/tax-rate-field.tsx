import { isCurrency, stepOf } from '../../../src/kernel/money.ts'
import { grossOf, taxIn } from '../../../src/kernel/sums.ts'
import { percentOf } from '../../../src/presentation/refund-policy.ts'
import type { One, TaxRateAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { CheckField, SelectField } from '../parts/fields.tsx'
import { minorOf, moneyOf } from '../parts/words.ts'
import { formatSpoken } from '../words/loaded.ts'
import { taxRatesWords } from '../words/en/tax-rates.ts'

const labelOf = ({ name, rate }: TaxRateAnswer) => `${name} · ${percentOf(rate / 100, { format: formatSpoken() })}`

interface Price {
  typed: string
  currency: string
  /** Whether the prices of the form exclude tax. */
  net: { value: boolean; set: (isNet: boolean) => void; fault: string | null }
}

/** The price that buyers pay, once price and currency are complete. */
const taxOf = ({ typed, currency, net }: Price, rate: TaxRateAnswer) => {
  const typedMinor = isCurrency(currency) ? (minorOf(typed, currency) ?? 0) : 0
  if (typedMinor === 0) return undefined
  const total = net.value ? grossOf(typedMinor, rate.rate, stepOf(currency)) : typedMinor
  const tax = taxIn(total, rate.rate)
  return taxRatesWords().buyersPay(moneyOf(total, currency), moneyOf(tax, currency), labelOf(rate))
}

/** Chooses a tax rate of the calendar. Hidden for calendars without tax rates. */
export const TaxRateField = ({
  session: { api, calendar },
  value,
  set,
  fault,
  price,
}: {
  session: CalendarSession
  value: string
  set: (id: string) => void
  fault?: string | null | undefined
  /** The price that the rate applies to. */
  price?: Price
}) => {
  const words = taxRatesWords()
  const path = `/calendars/${calendar.slug}/tax-rates`
  const { data } = useAsked(async () => (await api.get<One<TaxRateAnswer[]>>(path)).data, [path])
  if (data === null || data.length === 0) return null
  const options = data.map((rate) => ({ value: rate.id, label: labelOf(rate) }))
  const applied = data.find(({ id, isDefault }) => (value === '' ? isDefault : id === value))
  return (
    <>
      <SelectField
        label={words.ofTicket}
        fault={fault}
        value={value}
        set={set}
        options={[{ value: '', label: words.usual }, ...options]}
      />
      {price !== undefined && (applied !== undefined || price.net.value) && (
        <CheckField label={words.isNet} hint={applied && taxOf(price, applied)} {...price.net} />
      )}
    </>
  )
}
