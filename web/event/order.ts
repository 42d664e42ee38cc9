import {
  buttonLabel,
  costOf,
  countOf,
  feeLabel,
  orderOutcome,
  assignTickets,
  sumOf,
  type Chosen,
  type OrderData,
} from '../../src/presentation/selection.ts'
import { withoutTurns } from '../../src/presentation/plain.ts'
import { moneyOf } from '../../src/presentation/price.ts'
import { element, show } from '../shared/element.ts'
import { showGuests } from './guests.ts'
import { addonsIn, chosenIn, enableSteppers } from './steppers.ts'

export type Step = '1' | '2'

/** Hides a part of the form. Its fields are not sent while it is hidden. */
const setAsked = (part: HTMLElement | null, isAsked: boolean) => {
  if (part === null) return
  part.hidden = !isAsked
  for (const control of part.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select'))
    control.disabled = !isAsked
}

const dataOf = ({ dataset }: HTMLFormElement) => JSON.parse(dataset['order'] ?? '{}') as OrderData

const setText = (place: Element | null, text: string) => {
  if (place !== null && place.textContent !== text) place.textContent = text
}

/** Lists the chosen tickets above the details. */
const showChosen = (form: HTMLFormElement, chosen: readonly Chosen[], data: OrderData) => {
  const list = form.querySelector('.chosen ul')
  if (list === null) return
  const fee = feeLabel(chosen, data)
  show(
    list,
    ...chosen.map(({ option, quantity }) =>
      element(
        'li',
        {},
        element('span', {}, `${quantity} × `, element('bdi', {}, withoutTurns(option.name))),
        option.price === 0 ? null : element('bdi', {}, moneyOf(costOf({ option, quantity }), option.currency, data)),
      ),
    ),
    ...(fee === null ? [] : [element('li', { class: 'quiet' }, fee)]),
  )
}

const showOwnTicket = (form: HTMLFormElement, chosen: readonly Chosen[], isAttending: boolean): string | null => {
  const field = form.querySelector<HTMLElement>('[data-own-ticket]')
  const select = field?.querySelector('select')
  if (!field || !select) return null
  const ids = chosen.map(({ option }) => option.id)
  for (const option of select.options) option.hidden = option.disabled = !ids.includes(option.value)
  if (!ids.includes(select.value)) select.value = ids[0] ?? ''
  setAsked(field, isAttending && ids.length > 1)
  return field.hidden ? null : select.value
}

/** Updates everything on the form that depends on the chosen tickets. */
const update = (form: HTMLFormElement) => {
  const data = dataOf(form)
  const chosen = chosenIn(form)
  const extras = addonsIn(form)
  const count = countOf(chosen)
  const box = form.querySelector<HTMLInputElement>('[data-attending] [type=checkbox]')
  const isAttending = box === null || count < 2 || box.checked
  setAsked(form.querySelector('[data-attending]'), count > 1)
  const ownTicketId = showOwnTicket(form, chosen, isAttending)
  const { own, guests } = assignTickets(chosen, { isAttending, ownTicketId })
  const buyer = form.querySelector<HTMLElement>('[data-person=""]')
  if (buyer !== null) buyer.dataset['ticket'] = own ?? ''
  const nameOf = (id: string) => chosen.find(({ option }) => option.id === id)?.option.name ?? ''
  showGuests(form, guests, {
    firstGuest: isAttending ? 2 : 1,
    nameOf: (id) => (chosen.length > 1 ? nameOf(id) : null),
  })
  setAsked(
    form.querySelector('[data-dates]'),
    count === 1 && extras.length === 0 && chosen.every(({ option }) => option.choice === null),
  )
  showChosen(form, [...chosen, ...extras], data)
  setText(form.querySelector('[data-go]'), buttonLabel(chosen, data, { extras }))
  setText(form.querySelector('.send [type=submit]'), buttonLabel(chosen, data, { isLast: true, extras }))
  const { minor, currency } = sumOf([...chosen, ...extras])
  const sum = form.querySelector<HTMLElement>('.sum')
  const outcome = orderOutcome(chosen, data.left)
  if (sum !== null) {
    sum.hidden = currency === null
    setText(sum.querySelector('bdi'), moneyOf(minor, currency, data))
  }
  const waits = form.querySelector<HTMLElement>('[data-waits]')
  const mustWait = chosen.every(({ option }) => option.outcome === 'waiting')
  if (waits !== null) waits.hidden = outcome !== 'waiting' || mustWait || count < 2
  setAsked(form.querySelector('[data-pay-by]'), minor > 0)
  const pays = form.querySelector<HTMLElement>('[data-pays]')
  if (pays !== null) pays.hidden = minor === 0 || outcome !== 'place'
}

/** Shows the sum of the chosen tickets in the bar at the bottom of a phone. */
const showInReach = (form: HTMLFormElement) => {
  const reach = document.querySelector<HTMLElement>('.reach')
  const [price, count, state] = [
    reach?.querySelector('b bdi') ?? null,
    reach?.querySelector<HTMLElement>('[data-count]') ?? null,
    reach?.querySelector<HTMLElement>('.state') ?? null,
  ]
  const chosen = chosenIn(form)
  if (reach === null || count === null || chosen.length === 0) return
  const counts = JSON.parse(reach.dataset['counts'] ?? '[]') as string[]
  const { minor, currency } = sumOf([...chosen, ...addonsIn(form)])
  setText(price, minor === 0 ? (reach.dataset['free'] ?? '') : moneyOf(minor, currency, dataOf(form)))
  setText(count, counts[countOf(chosen) - 1] ?? '')
  count.hidden = false
  if (state !== null) state.hidden = true
}

const hint = (form: HTMLFormElement, text: string | null) => {
  const limit = form.querySelector<HTMLElement>('[data-limit]')
  if (limit === null) return
  limit.hidden = text === null
  setText(limit, text ?? '')
}

/** Shows the form in two steps: the tickets, then the details. Returns how to change the step. */
export const enableOrder = (form: HTMLFormElement) => {
  const data = dataOf(form)
  const fieldset = form.querySelector<HTMLElement>('.choosing')
  const mayAdd = (more: number) => {
    const fits = countOf(chosenIn(form)) + more <= data.most
    hint(form, fits ? null : (form.dataset['tooMany'] ?? ''))
    return fits
  }
  const sayNothingChosen = () => {
    hint(form, form.dataset['choose'] ?? '')
    fieldset?.querySelector<HTMLElement>('.stepper button:last-child, input:not(:disabled)')?.focus()
  }
  const isChosen = () => countOf(chosenIn(form)) > 0
  const setStep = (step: Step) => {
    form.dataset['step'] = step
    if (step === '1') form.querySelector('#trouble')?.remove()
  }
  enableSteppers(form, mayAdd)
  form.addEventListener('input', ({ target }) => {
    update(form)
    if (!(target instanceof Element) || target.closest('.choose') === null) return
    if (isChosen()) hint(form, null)
    showInReach(form)
  })
  update(form)
  return { isChosen, sayNothingChosen, setStep }
}

export type Order = ReturnType<typeof enableOrder>
