import { CheckField, TextField } from '../parts/fields.tsx'
import type { Fields } from '../parts/use-fields.ts'
import { eventFieldsWords } from '../words/en/event-fields.ts'
import type { Draft } from './draft.ts'

/** Rules of the waiting list: offers (`offerMinutes`) and overtaking (`maxOvertakes`). */
export const LineFields = ({ draft, field }: { draft: Draft } & Pick<Fields<Draft>, 'field'>) => {
  const words = eventFieldsWords().waitingList
  return (
    <div class="stack nested">
      <CheckField label={words.offer} hint={words.offerHint} {...field('isOffered')} />
      {draft.isOffered && (
        <TextField
          label={words.offerTime}
          aside={words.hours}
          type="number"
          inputmode="decimal"
          min="0.25"
          max="72"
          step="0.25"
          {...field('offerHours', 'offerMinutes')}
        />
      )}
      <CheckField label={words.overtake} hint={words.overtakeHint} {...field('mayPass')} />
      {draft.mayPass && (
        <TextField
          label={words.maxOvertakes}
          type="number"
          inputmode="numeric"
          min="0"
          max="100"
          {...field('maxOvertakes')}
        />
      )}
    </div>
  )
}
