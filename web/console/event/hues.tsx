import { ACCENTS } from '../../../src/kernel/vocabulary.ts'

const colourName = (hue: number) => `Colour ${String(hue)}°`

export const Hues = ({
  value,
  set,
  label,
}: {
  value: number | null
  set: (hue: number | null) => void
  label: string
}) => (
  <fieldset class="field">
    <legend>{label}</legend>
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
        Automatic, from the name
      </button>
    )}
  </fieldset>
)
