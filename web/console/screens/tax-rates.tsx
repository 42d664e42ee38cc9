import type { One, TaxRateAnswer } from '../../shared/answers.ts'
import { percentOf } from '../../../src/presentation/refund-policy.ts'
import type { CalendarSession } from '../session.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { CheckField, TextField } from '../parts/fields.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { Shown } from '../parts/states.tsx'
import { useFields } from '../parts/use-fields.ts'
import { bpsOf } from '../parts/words.ts'
import { formatSpoken } from '../words/loaded.ts'
import { taxRatesWords } from '../words/en/tax-rates.ts'

const BLANK = { name: '', percent: '', isDefault: false }

/** The calendar's tax rates, with a form to add one. A rate can only be deleted. */
export const TaxRates = ({ session }: { session: CalendarSession }) => {
  const words = taxRatesWords()
  const path = `/calendars/${session.calendar.slug}/tax-rates`
  const asked = useAsked(async () => (await session.api.get<One<TaxRateAnswer[]>>(path)).data, [path])
  const work = useWork()
  const { values, set, field, shown } = useFields(BLANK, work)
  const add = () =>
    void work.run(async () => {
      const rate = bpsOf(values.percent)
      await session.api.post(path, { name: values.name, rate, isDefault: values.isDefault })
      set(BLANK)
      await asked.again()
    })
  const remove = (id: string) =>
    void work.run(async () => {
      await session.api.delete(`${path}/${id}`)
      await asked.again()
    })
  return (
    <>
      <Shown
        asked={asked}
        rows={1}
        draw={(rates) => (
          <ul class="stack">
            {rates.map(({ id, name, rate, isDefault }) => (
              <li class="row" key={id}>
                <span>
                  {name} · {percentOf(rate / 100, { format: formatSpoken() })}
                  {isDefault && <span class="soft"> · {words.isDefault}</span>}
                </span>
                <button type="button" class="button bare push" onClick={() => remove(id)}>
                  {words.remove}
                </button>
              </li>
            ))}
          </ul>
        )}
      />
      <Form send={add}>
        <div class="fields">
          <TextField label={words.name} placeholder={words.example} {...field('name')} />
          <TextField label={words.percent} inputmode="decimal" {...field('percent', 'rate')} />
        </div>
        <CheckField label={words.makeDefault} hint={words.makeDefaultHint} {...field('isDefault')} />
        <OtherFault work={work} fields={shown} />
        <Send work={work}>{words.add}</Send>
      </Form>
    </>
  )
}
