import { CheckField, TextField } from '../parts/fields.tsx'
import type { Fields } from '../parts/use-fields.ts'
import type { Draft } from './draft.ts'

/** What becomes of a seat that comes free while people wait for it. */
export const LineFields = ({ draft, field }: { draft: Draft } & Pick<Fields<Draft>, 'field'>) => (
  <div class="stack nested">
    <CheckField
      label="Ask before a seat is theirs"
      hint="A seat that comes free is offered to the next in line, and kept until they answer."
      {...field('isOffered')}
    />
    {draft.isOffered && (
      <TextField
        label="An offer stands for"
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
      label="Smaller groups may pass larger ones"
      hint="While there is not room for all of a group; then seats are kept for it."
      {...field('mayPass')}
    />
    {draft.mayPass && (
      <TextField
        label="How often a group may be passed"
        type="number"
        inputmode="numeric"
        min="0"
        max="100"
        {...field('maxOvertakes')}
      />
    )}
  </div>
)
