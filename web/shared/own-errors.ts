import type { Locale } from '../../src/kernel/vocabulary.ts'
import { colonIn } from '../../src/presentation/plain.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | HTMLFieldSetElement

const isControl = (element: unknown): element is Control =>
  element instanceof HTMLElement && element.dataset['empty'] !== undefined

/** Returns the page's own message for a field, or null if the field is valid or not asked. */
const faultIn = (control: Control): string | null => {
  const { empty = '', wrong = '', group } = control.dataset
  if (control.closest('[hidden], [disabled]') !== null) return null
  if (control instanceof HTMLFieldSetElement)
    return group === 'needed' && control.querySelector(':checked') === null ? empty : null
  if (control.required && control.value.trim() === '') return empty
  if (control.validity.valid) return null
  return control.validity.valueMissing ? empty : wrong
}

const faultIdOf = ({ id }: Control) => id.replace('field-', 'fault-')

const textOf = (element: Element | null) => {
  const copy = element?.cloneNode(true) as Element | undefined
  copy?.querySelector('.hint')?.remove()
  return copy?.textContent?.trim() ?? ''
}

const labelOf = (control: Control) => {
  const person = textOf(control.closest('.guest')?.querySelector(':scope > legend') ?? null)
  const own =
    control instanceof HTMLFieldSetElement
      ? textOf(control.querySelector('legend'))
      : textOf(control.labels?.[0] ?? null)
  return person === '' ? own : `${person} · ${own}`
}

const clear = (control: Control) => {
  control.removeAttribute('aria-invalid')
  control.removeAttribute('aria-describedby')
  document.getElementById(faultIdOf(control))?.remove()
}

const show = (control: Control, fault: string) => {
  clear(control)
  const text = document.createElement('p')
  text.className = 'error'
  text.id = faultIdOf(control)
  text.textContent = fault
  const field = control.closest('.field') ?? control
  field.append(text)
  control.setAttribute('aria-describedby', text.id)
  if (!(control instanceof HTMLFieldSetElement)) control.setAttribute('aria-invalid', 'true')
  const fold = control.closest('details')
  if (fold !== null) fold.open = true
}

const focus = (control: Control) => {
  const target = control instanceof HTMLFieldSetElement ? control.querySelector('input') : control
  target?.focus()
}

/** Shows the summary above the form, with a link to each field. */
const summarise = (form: HTMLFormElement, faults: readonly (readonly [Control, string])[]) => {
  form.querySelector('#trouble')?.remove()
  const [summary, title, list] = [
    document.createElement('div'),
    document.createElement('strong'),
    document.createElement('ul'),
  ]
  summary.className = 'notice bad'
  summary.id = 'trouble'
  summary.setAttribute('role', 'alert')
  title.textContent = form.dataset['check'] ?? ''
  for (const [control, fault] of faults) {
    const label = labelOf(control)
    const link = document.createElement('a')
    link.href = `#${control.id}`
    link.textContent = `${label}${/[?!؟？！]$/.test(label) ? ' ' : colonIn(document.documentElement.lang as Locale)}${fault}`
    link.addEventListener('click', (event) => {
      event.preventDefault()
      focus(control)
    })
    const item = document.createElement('li')
    item.append(link)
    list.append(item)
  }
  summary.append(title, list)
  form.prepend(summary)
}

/** Shows the page's messages for all invalid fields of the form and focuses the first. Returns whether it is valid. */
const check = (form: HTMLFormElement): boolean => {
  const controls = [...form.elements].filter(isControl)
  for (const control of controls) clear(control)
  const faults = controls.flatMap((control) => {
    const fault = faultIn(control)
    return fault === null ? [] : [[control, fault] as const]
  })
  const [first] = faults
  if (first === undefined) return true
  for (const [control, fault] of faults) show(control, fault)
  summarise(form, faults)
  focus(first[0])
  return false
}

/**
 * Checks forms with `data-check` before they are sent, with messages in the page's language. The browser's own messages
 * never appear, because these forms have `novalidate`.
 */
export const showOwnErrors = () => {
  // Runs before the listener that sends the form.
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target
      if (!(form instanceof HTMLFormElement) || form.dataset['check'] === undefined || form.dataset['step'] === '1')
        return
      if (check(form)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
  document.addEventListener('input', ({ target }) => {
    const control =
      target instanceof Element ? (target.closest<HTMLElement>('[aria-invalid], [data-group]') ?? null) : null
    if (isControl(control) && faultIn(control) === null) clear(control)
  })
}
