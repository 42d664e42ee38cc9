import type { useWork } from '../parts/asking.ts'
import { SelectField, TextField } from '../parts/fields.tsx'
import { faultOf } from '../parts/form.tsx'
import { importWords } from '../words/en/imports.ts'
import { termsWords } from '../words/en/terms.ts'
import { zoneOptions } from './zones.ts'

/** Options that a file can leave ambiguous. */
export const OPTIONS = ['dateOrder', 'decimalMark', 'currency', 'timezone', 'ticketId'] as const
export type ImportOption = (typeof OPTIONS)[number]
export type Settled = Partial<Record<ImportOption, string>>

/** Asks for the options that the file leaves ambiguous. An empty value leaves the decision to the service. */
export const ImportOptions = ({
  settled,
  set,
  asks,
  tickets,
  work,
}: {
  settled: Settled
  set: (option: ImportOption, value: string) => void
  asks: readonly string[]
  /** The event's tickets. Empty for an import of events. */
  tickets: readonly { id: string; name: string }[]
  work: ReturnType<typeof useWork>
}) => {
  const words = importWords()
  const needs = (option: ImportOption) => asks.includes(option) || settled[option] !== undefined
  const NONE = { value: '', label: '–' }
  const field = (option: ImportOption) => ({
    key: option,
    value: settled[option] ?? '',
    set: (value: string) => set(option, value),
    fault: faultOf(work, option),
  })
  return (
    <>
      {needs('dateOrder') && (
        <SelectField
          {...field('dateOrder')}
          label={words.dateOrder}
          options={[NONE, { value: 'DMY', label: words.dayFirst }, { value: 'MDY', label: words.monthFirst }]}
        />
      )}
      {needs('decimalMark') && (
        <SelectField
          {...field('decimalMark')}
          label={words.decimalMark}
          options={[NONE, { value: ',', label: words.comma }, { value: '.', label: words.point }]}
        />
      )}
      <TextField
        {...field('currency')}
        label={words.currency}
        aside={termsWords().optional}
        hint={words.currencyHint}
      />
      <SelectField
        {...field('timezone')}
        label={words.timezone}
        options={[{ value: '', label: words.timezoneOfFile }, ...zoneOptions('UTC')]}
      />
      {tickets.length > 1 && (
        <SelectField
          {...field('ticketId')}
          label={words.ticket}
          options={[NONE, ...tickets.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      )}
    </>
  )
}
