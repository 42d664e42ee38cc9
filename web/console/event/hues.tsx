import { ACCENTS } from '../../../src/kernel/vocabulary.ts'
import { GroupFault } from '../parts/fields.tsx'
import { editorWords } from '../words/en/editor.ts'

const colourName = (hue: number) => editorWords().hues.colour(String(hue))

export const Hues = ({
  value,
  set,
  label,
  fault,
}: {
  value: number | null
  set: (hue: number | null) => void
  label: string
  fault: string | null
}) => (
  <fieldset class="field">
    <legend>{label}</legend>
    <GroupFault id="accent-fault" fault={fault} />
    <div class="hues">
      {ACCENTS.map((hue) => (
        <label key={String(hue)} class={`hued hue-${String(hue)}`} title={colourName(hue)}>
          <input
            type="radio"
            name={`hue ${label}`}
            aria-label={colourName(hue)}
            checked={value === hue}
            onInput={() => set(hue)}
          />
          <span />
        </label>
      ))}
    </div>
    {value !== null && (
      <button type="button" class="button bare" onClick={() => set(null)}>
        {editorWords().hues.automatic}
      </button>
    )}
  </fieldset>
)
