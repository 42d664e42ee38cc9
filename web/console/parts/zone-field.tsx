import type { Child } from 'hono/jsx/dom'
import { useId } from 'hono/jsx/dom'
import { currentZone, zoneMeant, zoneOptions } from '../screens/zones.ts'
import { about, Field } from './fields.tsx'
import { useState } from './state.ts'

/** A time zone, found by typing a city, an abbreviation or an offset. */
export const ZoneField = ({
  value,
  set,
  ...rest
}: {
  label: string
  hint?: Child
  fault: string | null
  value: string
  set: (zone: string) => void
}) => {
  const id = useId()
  const [typed, type] = useState<string | null>(null)
  const options = zoneOptions(value)
  const current = options.find((option) => option.value === currentZone(value))?.label ?? value
  const settle = () => {
    const meant = zoneMeant(typed ?? '', options)
    if (meant !== undefined) set(meant.value)
    type(null)
  }
  return (
    <Field id={id} {...rest}>
      <input
        id={id}
        type="text"
        list={`${id}-list`}
        value={typed ?? current}
        autocomplete="off"
        spellcheck={false}
        onFocus={(event: Event) => (event.currentTarget as HTMLInputElement).select()}
        onInput={(event: Event) => {
          const text = (event.currentTarget as HTMLInputElement).value
          const chosen = options.find(({ label }) => label === text)
          if (chosen !== undefined) set(chosen.value)
          type(chosen === undefined ? text : null)
        }}
        onBlur={settle}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || typed === null) return
          event.preventDefault()
          settle()
        }}
        {...about(id, rest)}
      />
      <datalist id={`${id}-list`}>
        {options.map((option) => (
          <option value={option.label} key={option.value}>
            {option.value}
          </option>
        ))}
      </datalist>
    </Field>
  )
}
