import { withoutTurns } from '../../src/presentation/plain.ts'
import { atPrice, priceField, type Chosen, type TicketOption } from '../../src/presentation/selection.ts'
import { element, show } from '../shared/element.ts'

const fieldsIn = (form: HTMLFormElement) => [
  ...form.querySelectorAll<HTMLSelectElement | HTMLInputElement>('.choose [data-option]'),
]

const optionOf = ({ dataset }: HTMLElement) => JSON.parse(dataset['option'] ?? '{}') as TicketOption

const pricedIn = (form: HTMLFormElement, option: TicketOption) =>
  atPrice(option, form.querySelector<HTMLInputElement>(`[name="${priceField(option.id)}"]`)?.value)

/** Returns the chosen tickets with their quantities. */
export const chosenIn = (form: HTMLFormElement): Chosen[] =>
  fieldsIn(form).flatMap((field) => {
    const isRadio = field instanceof HTMLInputElement && field.type === 'radio'
    const quantity = isRadio ? Number(field.checked) : Number(field.value)
    return quantity > 0 ? [{ option: pricedIn(form, optionOf(field)), quantity }] : []
  })

const button = (sign: string, label: string) =>
  element('button', { type: 'button', 'aria-label': label }, element('span', { 'aria-hidden': 'true' }, sign))

/** Returns the chosen add-ons with their quantities. */
export const addonsIn = (form: HTMLFormElement): Chosen[] =>
  [...form.querySelectorAll<HTMLSelectElement>('[data-addon]')].flatMap(({ value, dataset }) =>
    Number(value) > 0
      ? [{ option: JSON.parse(dataset['addon'] ?? '{}') as TicketOption, quantity: Number(value) }]
      : [],
  )

/**
 * Replaces the `<select>` of a ticket or an add-on with `− 2 +`. The hidden `<select>` keeps the quantity, which the form sends.
 * `mayAdd` refuses a quantity if the party would become too large.
 */
const stepperFor = (
  select: HTMLSelectElement,
  { least, most, name }: TicketOption,
  mayAdd: (more: number) => boolean = () => true,
) => {
  const hasNone = select.options[0]?.value === '0'
  const smallest = hasNone ? 0 : least
  const fewer = button('−', select.dataset['fewer'] ?? '')
  const more = button('+', select.dataset['more'] ?? '')
  const output = element('output')
  const label = select.labels?.[0]
  const draw = () => {
    const quantity = Number(select.value)
    show(output, String(quantity), element('span', { class: 'sr' }, ' × ', element('bdi', {}, withoutTurns(name))))
    fewer.setAttribute('aria-disabled', String(quantity <= smallest))
    more.setAttribute('aria-disabled', String(quantity >= most))
  }
  const change = (to: number) => {
    const from = Number(select.value)
    if (to < smallest || to > most || (to > from && !mayAdd(to - from))) return
    select.value = String(to)
    draw()
    select.dispatchEvent(new Event('input', { bubbles: true }))
  }
  fewer.addEventListener('click', () => {
    const quantity = Number(select.value)
    change(quantity <= least ? smallest : quantity - 1)
  })
  more.addEventListener('click', () => {
    const quantity = Number(select.value)
    change(quantity === 0 ? least : quantity + 1)
  })
  const stepper = element(
    'span',
    { class: 'stepper', role: 'group', 'aria-label': label?.textContent ?? '' },
    fewer,
    output,
    more,
  )
  select.hidden = true
  if (label !== undefined) label.hidden = true
  select.after(stepper)
  draw()
}

export const enableSteppers = (form: HTMLFormElement, mayAdd: (more: number) => boolean) => {
  for (const field of fieldsIn(form)) if (field instanceof HTMLSelectElement) stepperFor(field, optionOf(field), mayAdd)
  for (const select of form.querySelectorAll<HTMLSelectElement>('[data-addon]'))
    stepperFor(select, JSON.parse(select.dataset['addon'] ?? '{}') as TicketOption)
  const all = form.querySelector<HTMLButtonElement>('[data-show-all]')
  all?.addEventListener('click', () => {
    form.querySelector('.tickets.folded')?.classList.remove('folded')
    all.remove()
    form.querySelector<HTMLElement>('.ticket.more .stepper button:last-of-type')?.focus()
  })
}
