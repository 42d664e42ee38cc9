import type { RefundRule } from '../../../src/kernel/refund-policy.ts'
import { refundRuleWords } from '../words/en/refund-rule.ts'
import { termsWords } from '../words/en/terms.ts'
import { CheckField, TextField } from './fields.tsx'
import { useState } from './state.ts'
import { majorOf, minorOf } from './words.ts'

const MAX_STEPS = 5
const FIRST: RefundRule = { steps: [{ hoursBefore: 168, percent: 100 }], fee: { fixed: 0, percent: 0 } }

const wholeOf = (text: string) => Math.max(0, Math.trunc(Number(text)) || 0)

/** The form of a refund policy. Null means that there is none, for the reason that `hint` gives. */
export const RefundRuleFields = ({
  label,
  hint,
  currency,
  value,
  set,
  fault,
}: {
  label: string
  hint: string
  currency: string
  value: RefundRule | null
  set: (rule: RefundRule | null) => void
  fault?: string | null | undefined
}) => {
  const words = refundRuleWords()
  const [fixed, setFixed] = useState(value === null ? '' : majorOf(value.fee.fixed, currency))
  const check = (
    <CheckField label={label} hint={fault ?? hint} value={value !== null} set={(isOn) => set(isOn ? FIRST : null)} />
  )
  if (value === null) return check
  const { steps, fee } = value
  const change = (at: number, changes: Partial<RefundRule['steps'][number]>) =>
    set({ ...value, steps: steps.map((step, index) => (index === at ? { ...step, ...changes } : step)) })
  const last = steps.at(-1)
  return (
    <>
      {check}
      {steps.map(({ hoursBefore, percent }, at) => (
        <div class="fields" key={at}>
          <TextField
            label={words.hoursBefore}
            type="number"
            min={0}
            value={String(hoursBefore)}
            set={(text) => change(at, { hoursBefore: wholeOf(text) })}
          />
          <TextField
            label={words.percent}
            type="number"
            min={0}
            max={100}
            value={String(percent)}
            set={(text) => change(at, { percent: wholeOf(text) })}
          />
          <button
            type="button"
            class="button bare"
            onClick={() => set({ ...value, steps: steps.filter((_, index) => index !== at) })}
          >
            {words.removeStep}
          </button>
        </div>
      ))}
      {steps.length === 0 && <p class="soft">{words.none}</p>}
      {steps.length < MAX_STEPS && (
        <p>
          <button
            type="button"
            class="button plain"
            onClick={() =>
              set({
                ...value,
                steps: [
                  ...steps,
                  {
                    hoursBefore: Math.floor((last?.hoursBefore ?? 336) / 2),
                    percent: Math.floor((last?.percent ?? 200) / 2),
                  },
                ],
              })
            }
          >
            {words.addStep}
          </button>
        </p>
      )}
      <div class="fields">
        <TextField
          label={words.feePercent}
          aside={termsWords().optional}
          type="number"
          min={0}
          max={100}
          value={fee.percent === 0 ? '' : String(fee.percent)}
          set={(text) => set({ ...value, fee: { ...fee, percent: wholeOf(text) } })}
        />
        <TextField
          label={words.feeFixed(currency)}
          aside={termsWords().optional}
          inputmode="decimal"
          value={fixed}
          set={(text) => {
            setFixed(text)
            set({ ...value, fee: { ...fee, fixed: minorOf(text, currency) ?? 0 } })
          }}
        />
      </div>
    </>
  )
}
