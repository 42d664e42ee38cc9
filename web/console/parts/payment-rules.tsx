import type { ServiceFee } from '../../../src/kernel/sums.ts'
import type { CalendarSession } from '../session.ts'
import { TaxRateField } from '../event/tax-rate-field.tsx'
import { paymentRulesWords } from '../words/en/payment-rules.ts'
import { termsWords } from '../words/en/terms.ts'
import { CheckField, RadioField, TextField } from './fields.tsx'
import { useState } from './state.ts'
import { bpsOf, majorOf, minorOf } from './words.ts'

/** The form of a service fee. Null means no fee. */
export const ServiceFeeFields = ({
  session,
  label,
  hint,
  currency,
  value,
  set,
  fault,
}: {
  session: CalendarSession
  label: string
  hint: string
  currency: string
  value: ServiceFee | null
  set: (fee: ServiceFee | null) => void
  fault?: string | null | undefined
}) => {
  const words = paymentRulesWords()
  const shown = (minor: number | null) => (minor === null || minor === 0 ? '' : majorOf(minor, currency))
  const [typed, type] = useState({
    percent: value === null || value.percent === 0 ? '' : String(value.percent / 100),
    fixed: shown(value?.fixed ?? null),
    cap: shown(value?.cap ?? null),
  })
  const blank = { percent: 0, fixed: 0, cap: null, currency, taxRateId: null, refundable: false }
  const check = (
    <CheckField label={label} hint={fault ?? hint} value={value !== null} set={(isOn) => set(isOn ? blank : null)} />
  )
  if (value === null) return check
  const amount = (name: 'fixed' | 'cap', text: string) => {
    type({ ...typed, [name]: text })
    const minor = minorOf(text, currency) ?? 0
    set({ ...value, currency, [name]: name === 'cap' && minor === 0 ? null : minor })
  }
  return (
    <>
      {check}
      <div class="fields">
        <TextField
          label={words.percent}
          inputmode="decimal"
          value={typed.percent}
          set={(text) => {
            type({ ...typed, percent: text })
            set({ ...value, percent: Math.max(0, bpsOf(text) || 0) })
          }}
        />
        <TextField
          label={words.fixed(currency)}
          aside={termsWords().optional}
          inputmode="decimal"
          value={typed.fixed}
          set={(text) => amount('fixed', text)}
        />
        <TextField
          label={words.cap(currency)}
          aside={termsWords().optional}
          inputmode="decimal"
          value={typed.cap}
          set={(text) => amount('cap', text)}
        />
      </div>
      <TaxRateField
        session={session}
        value={value.taxRateId ?? ''}
        set={(id) => set({ ...value, taxRateId: id === '' ? null : id })}
      />
      <CheckField
        label={words.refundable}
        hint={words.refundableHint}
        value={value.refundable}
        set={(refundable) => set({ ...value, refundable })}
      />
    </>
  )
}

export type Delayed = 'HOLD' | 'OFF'

/** Chooses whether buyers can use slow payment methods. */
export const DelayedPaymentsField = ({
  value,
  set,
  fault,
  isOfEvent = false,
}: {
  value: Delayed | null
  set: (value: Delayed | null) => void
  fault?: string | null | undefined
  isOfEvent?: boolean
}) => {
  const { delayed } = paymentRulesWords()
  return (
    <RadioField
      label={delayed.label}
      fault={fault}
      value={value ?? ''}
      set={(chosen) => set(chosen === 'HOLD' || chosen === 'OFF' ? chosen : null)}
      options={[
        ...(isOfEvent ? [{ value: '', label: delayed.ofCalendar }] : []),
        { value: 'HOLD', label: delayed.hold, hint: delayed.holdHint },
        { value: 'OFF', label: delayed.off },
      ]}
    />
  )
}
