import type { Child } from 'hono/jsx/dom'
import { useId, useLayoutEffect, useRef } from 'hono/jsx/dom'
import { onceAttached } from './attached.ts'
import { Icon } from './icon.tsx'

interface Described {
  label: string
  /** Marks the field as optional next to its label. */
  aside?: string | undefined
  hint?: Child
  fault?: string | null | undefined
}

interface Around extends Described {
  id: string
  children: Child
}

/** A label, its control, and below the control the error or, if there is none, the hint. */
export const Field = ({ id, label, aside, hint, fault, children }: Around) => (
  <div class="field">
    <label for={id}>
      {label}
      {aside !== undefined && <span class="soft aside"> {aside}</span>}
    </label>
    {children}
    {fault ? (
      <p class="fault" id={`${id}-about`}>
        <Icon name="warn" /> {fault}
      </p>
    ) : (
      hint && (
        <p class="hint" id={`${id}-about`}>
          {hint}
        </p>
      )
    )}
  </div>
)

export const about = (id: string, { hint, fault }: Described) => ({
  'aria-describedby': hint || fault ? `${id}-about` : undefined,
  'aria-invalid': fault ? ('true' as const) : undefined,
})

interface Texts extends Described {
  value: string
  set: (value: string) => void
  type?: string
  placeholder?: string
  required?: boolean
  look?: string
  before?: Child
  list?: readonly string[]
  min?: string | number
  max?: string | number
  step?: string | number
  isFocused?: boolean
  inputmode?: 'numeric' | 'decimal' | 'email' | 'url' | 'text'
}

/**
 * Chromium rewrites the domain in an input of type `email`: `straße.de` becomes `strasse.de`, which is another domain. A
 * text input with `inputmode` has the same keyboard.
 */
const typeOf = (type: string) =>
  type === 'email' ? ({ type: 'text', inputmode: 'email', autocapitalize: 'none' } as const) : { type }

export const TextField = ({ value, set, type = 'text', before, list, look, isFocused = false, ...rest }: Texts) => {
  const id = useId()
  const ref = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const input = ref.current
    if (isFocused && input !== null) onceAttached(input, () => input.focus())
  }, [])
  const { label, aside, hint, fault, placeholder, required, min, max, step, inputmode } = rest
  const input = (
    <input
      id={id}
      ref={ref}
      {...typeOf(type)}
      value={value}
      class={look}
      autocomplete="off"
      placeholder={placeholder}
      required={required}
      min={min}
      max={max}
      step={step}
      {...(inputmode !== undefined && { inputmode })}
      list={list === undefined ? undefined : `${id}-list`}
      onInput={(event: Event) => set((event.currentTarget as HTMLInputElement).value)}
      {...about(id, rest)}
    />
  )
  return (
    <Field id={id} label={label} aside={aside} hint={hint} fault={fault}>
      {before === undefined ? (
        input
      ) : (
        <div class="joined">
          <span class="before">{before}</span>
          {input}
        </div>
      )}
      {list !== undefined && (
        <datalist id={`${id}-list`}>
          {list.map((option) => (
            <option value={option} key={option} />
          ))}
        </datalist>
      )}
    </Field>
  )
}

export const LongField = ({
  value,
  set,
  rows = 4,
  ...rest
}: Described & { value: string; set: (value: string) => void; rows?: number; placeholder?: string }) => {
  const id = useId()
  return (
    <Field id={id} {...rest}>
      <textarea
        id={id}
        rows={rows}
        value={value}
        placeholder={rest.placeholder}
        onInput={(event: Event) => set((event.currentTarget as HTMLTextAreaElement).value)}
        {...about(id, rest)}
      />
    </Field>
  )
}

export interface Option<Value extends string = string> {
  value: Value
  label: string
  isDisabled?: boolean
}

export const SelectField = <Value extends string>({
  value,
  set,
  options,
  ...rest
}: Described & { value: Value; set: (value: Value) => void; options: readonly Option<Value>[] }) => {
  const id = useId()
  return (
    <Field id={id} {...rest}>
      <select
        id={id}
        value={value}
        onInput={(event: Event) => set((event.currentTarget as HTMLSelectElement).value as Value)}
        {...about(id, rest)}
      >
        {options.map((option) => (
          <option
            value={option.value}
            key={option.value}
            selected={option.value === value}
            disabled={option.isDisabled}
          >
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  )
}

export const CheckField = ({
  label,
  hint,
  fault,
  value,
  set,
  isSwitch = false,
}: {
  label: Child
  hint?: Child
  fault?: string | null
  value: boolean
  set: (value: boolean) => void
  isSwitch?: boolean
}) => {
  const id = useId()
  return (
    <label class="choice" for={id}>
      <input
        id={id}
        type="checkbox"
        role={isSwitch ? 'switch' : undefined}
        class={isSwitch ? 'switch' : undefined}
        checked={value}
        onInput={(event: Event) => set((event.currentTarget as HTMLInputElement).checked)}
        aria-invalid={fault ? ('true' as const) : undefined}
      />
      <span>
        <span class="name">{label}</span>
        {hint && <span class="hint">{hint}</span>}
        {fault && (
          <span class="fault">
            <Icon name="warn" /> {fault}
          </span>
        )}
      </span>
    </label>
  )
}

interface Choice<Value extends string> extends Option<Value> {
  hint?: string
  isDisabled?: boolean
}

/** The error of a group of controls. It is shown above them, because below a long list it would be out of sight. */
export const GroupFault = ({ id, fault }: { id: string; fault: string | null | undefined }) =>
  fault ? (
    <p class="fault" id={id}>
      <Icon name="warn" /> {fault}
    </p>
  ) : null

export const RadioField = <Value extends string>({
  label,
  fault,
  value,
  set,
  options,
}: {
  label: string
  fault?: string | null
  value: Value
  set: (value: Value) => void
  options: readonly Choice<Value>[]
}) => {
  const id = useId()
  return (
    <fieldset class="field" aria-describedby={fault ? `${id}-fault` : undefined}>
      <legend>{label}</legend>
      <GroupFault id={`${id}-fault`} fault={fault} />
      {options.map((option) => (
        <label class="choice" key={option.value} for={`${id}-${option.value}`}>
          <input
            type="radio"
            name={id}
            id={`${id}-${option.value}`}
            value={option.value}
            checked={option.value === value}
            disabled={option.isDisabled}
            onInput={() => set(option.value)}
          />
          <span>
            <span class="name">{option.label}</span>
            {option.hint && <span class="hint">{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** A checkbox for each option. `set` gets the chosen values in the order of the options. */
export const ChecksField = ({
  label,
  hint,
  fault,
  above,
  value,
  set,
  options,
}: Described & {
  /** Shown above the checkboxes. */
  above?: Child
  value: readonly string[]
  set: (value: string[]) => void
  options: readonly (Option & { hint?: string })[]
}) => {
  const id = useId()
  const choose = (chosen: string, isChosen: boolean) =>
    set(options.map((option) => option.value).filter((each) => (each === chosen ? isChosen : value.includes(each))))
  return (
    <fieldset class="field" aria-describedby={fault ? `${id}-fault` : undefined}>
      <legend>{label}</legend>
      {hint && <p class="hint">{hint}</p>}
      <GroupFault id={`${id}-fault`} fault={fault} />
      {above}
      {options.map((option) => (
        <CheckField
          key={option.value}
          label={option.label}
          hint={option.hint}
          value={value.includes(option.value)}
          set={(isChosen) => choose(option.value, isChosen)}
        />
      ))}
    </fieldset>
  )
}
