import type { Work } from '../parts/asking.ts'
import { CheckField, faultOf, TextField } from '../parts/fields.tsx'
import type { Draft } from './draft.ts'

interface Filling {
  draft: Draft
  set: (changes: Partial<Draft>) => void
  work: Work
}

/** What becomes of a seat that comes free while people wait for it. */
export const LineFields = ({ draft, set, work }: Filling) => (
  <div class="stack nested">
    <CheckField
      label="Ask before a seat is theirs"
      hint="A seat that comes free is offered to the next in line, and kept until they answer."
      value={draft.isOffered}
      set={(isOffered) => set({ isOffered })}
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
        value={draft.offerHours}
        set={(offerHours) => set({ offerHours })}
        fault={faultOf(work, 'offerMinutes')}
      />
    )}
    <CheckField
      label="Smaller groups may pass larger ones"
      hint="While there is not room for all of a group; then seats are kept for it."
      value={draft.mayPass}
      set={(mayPass) => set({ mayPass })}
    />
    {draft.mayPass && (
      <TextField
        label="How often a group may be passed"
        type="number"
        inputmode="numeric"
        min="0"
        max="100"
        value={draft.maxOvertakes}
        set={(maxOvertakes) => set({ maxOvertakes })}
        fault={faultOf(work, 'maxOvertakes')}
      />
    )}
  </div>
)
