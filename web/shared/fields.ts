import { element, type Child } from './element.ts'

/** A part of a form, which can be complained of. `name` is the field's name in the API's errors. */
export interface Field<Value> {
  name: string
  node: HTMLElement
  value(): Value
  complain(words: string | null): void
  focus(): void
}

interface Described {
  name: string
  label: string
  hint?: Child
}

let count = 0
const nextId = () => {
  count += 1
  return `field-${count}`
}

const complaining = (id: string, controls: readonly HTMLElement[]) => {
  const error = element('p', { class: 'error', id: `${id}-error`, hidden: true })
  const complain = (words: string | null) => {
    error.textContent = words ?? ''
    error.hidden = words === null
    for (const control of controls) {
      if (words === null) control.removeAttribute('aria-invalid')
      else control.setAttribute('aria-invalid', 'true')
    }
  }
  return { error, complain }
}

const hintOf = (id: string, hint: Child) =>
  hint === undefined ? null : element('p', { class: 'hint', id: `${id}-hint` }, hint)

const around = <Control extends HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
  control: Control,
  { name, label, hint }: Described,
): Field<string> & { control: Control } => {
  const id = nextId()
  control.id = id
  control.setAttribute('aria-describedby', `${id}-error${hint === undefined ? '' : ` ${id}-hint`}`)
  const { error, complain } = complaining(id, [control])
  const node = element(
    'div',
    { class: 'field' },
    element('label', { for: id }, label),
    control,
    hintOf(id, hint),
    error,
  )
  return { name, node, control, complain, value: () => control.value, focus: () => control.focus() }
}

type Attributes = Record<string, string | number | boolean | null>

export const textField = ({ attributes = {}, ...described }: Described & { attributes?: Attributes }) =>
  around(element('input', { type: 'text', autocomplete: 'off', ...attributes }), described)

export interface Option {
  value: string
  label: string
  hint?: string
}

const optionOf = ({ value, label }: Option, chosen: string) =>
  element('option', { value, selected: value === chosen }, label)

export const selectField = ({
  options,
  chosen = '',
  ...described
}: Described & { options: readonly Option[]; chosen?: string }) =>
  around(
    element(
      'select',
      {},
      options.map((option) => optionOf(option, chosen)),
    ),
    described,
  )

interface Choices extends Described {
  type: 'checkbox' | 'radio'
  options: readonly Option[]
  chosen: readonly string[]
  /** Stands between the legend and the choices. */
  above?: Child
}

export const choicesField = ({ type, name, label, hint, options, chosen, above }: Choices) => {
  const id = nextId()
  const boxes = options.map(({ value }) =>
    element('input', { type, name: id, value, id: `${id}-${value}`, checked: chosen.includes(value) }),
  )
  const { error, complain } = complaining(id, [])
  const node = element(
    'fieldset',
    { class: 'field', 'aria-describedby': `${id}-error` },
    element('legend', {}, label),
    hintOf(id, hint),
    above,
    element(
      'div',
      { class: `choices ${type}` },
      options.map(({ label: words, hint: more }, index) =>
        element(
          'label',
          { class: 'choice', for: boxes[index]?.id },
          boxes[index],
          element(
            'span',
            {},
            element('span', { class: 'name' }, words),
            more && element('span', { class: 'hint' }, more),
          ),
        ),
      ),
    ),
    error,
  )
  const value = () => boxes.filter(({ checked }) => checked).map((box) => box.value)
  const choose = (wanted: (value: string) => boolean) => {
    for (const box of boxes) box.checked = wanted(box.value)
  }
  return { name, node, boxes, complain, value, choose, focus: () => boxes[0]?.focus() }
}
