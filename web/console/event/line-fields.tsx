import { CheckField, TextField } from '../parts/fields.tsx'
import type { Fields } from '../parts/use-fields.ts'
import type { Draft } from './draft.ts'

/** Rules of the waiting list: offers (`offerMinutes`) and overtaking (`maxOvertakes`). */
export const LineFields = ({ draft, field }: { draft: Draft } & Pick<Fields<Draft>, 'field'>) => (
  <div class="stack nested">
    <CheckField
      label="Offer the place, don’t assign it"
      hint="A free seat is offered to the next person on the waiting list and held until they answer or the offer expires."
      {...field('isOffered')}
    />
    {draft.isOffered && (
      <TextField
        label="An offer is valid for"
        aside="hours"
        type="number"
        inputmode="decimal"
        min="0.25"
        max="72"
        step="0.25"
        {...field('offerHours', 'offerMinutes')}
      />
    )}
    <CheckField
      label="Let smaller groups overtake larger ones"
      hint="They can take free seats while there isn’t room for a whole group. After the limit, we hold seats for that group."
      {...field('mayPass')}
    />
    {draft.mayPass && (
      <TextField
        label="How often a group can be overtaken"
        type="number"
        inputmode="numeric"
        min="0"
        max="100"
        {...field('maxOvertakes')}
      />
    )}
  </div>
)
