import { ASKED_OF, questionsAsked, type QuestionContext, type Conditional } from '../../src/kernel/questions.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const controlsIn = (part: Element) => [...part.querySelectorAll<Control>('input, select, textarea')]

const isOn = (control: Control) =>
  !(control instanceof HTMLInputElement) || !['checkbox', 'radio'].includes(control.type) || control.checked

/** Returns the values chosen for a field. As on the server, a single unchecked box counts as `false`. */
const choicesAt = (form: HTMLFormElement, name: string) => {
  const controls = [...form.querySelectorAll<Control>(`[name="${CSS.escape(name)}"]`)]
  const chosen = controls.filter(isOn).map(({ value }) => value)
  return chosen.length === 0 && controls.length === 1 ? ['false'] : chosen
}

const show = (part: HTMLElement, isAsked: boolean) => {
  part.hidden = !isAsked
  for (const control of controlsIn(part)) {
    control.disabled = !isAsked
    // One ticked checkbox in a group is enough, which the `required` attribute can't express.
    const isOfSeveral = control.parentElement?.parentElement instanceof HTMLFieldSetElement
    control.required = isAsked && part.dataset['needs'] === 'true' && !isOfSeveral
  }
}

const ticketsAt = (form: HTMLFormElement, name: string) => {
  const hidden = form.querySelector<HTMLInputElement>(`input[type=hidden][name="${CSS.escape(name)}"]`)
  return hidden === null ? choicesAt(form, name) : [hidden.value]
}

/** Shows the questions for one person in `part` and returns that person's answers. */
const ask = (
  form: HTMLFormElement,
  part: ParentNode,
  questions: readonly Conditional[],
  { prefix, ...asking }: Pick<QuestionContext, 'of' | 'tickets' | 'known'> & { prefix: string },
) => {
  const answered = new Map(questions.map(({ id }) => [id, choicesAt(form, `${prefix}answer.${id}`)]))
  const asked = questionsAsked(questions, { ...asking, answered }).map(({ id }) => id)
  for (const shown of part.querySelectorAll<HTMLElement>('[data-shows]')) {
    shown.querySelector('[data-when]')?.remove()
    show(shown, asked.includes(shown.dataset['shows'] ?? ''))
  }
  return new Map(asked.map((id) => [id, answered.get(id) ?? []]))
}

const follow = (form: HTMLFormElement) => {
  const questions = JSON.parse(form.dataset['conditions'] ?? '[]') as Conditional[]
  const [buyer, ...people] = [...form.querySelectorAll<HTMLElement>('[data-person]')]
  if (buyer === undefined) {
    ask(form, form, questions, { of: ASKED_OF, tickets: ticketsAt(form, 'ticketId'), prefix: '' })
    return
  }
  const prefixOf = ({ dataset }: HTMLElement) => dataset['person'] ?? ''
  const tickets = people.map((person) => ticketsAt(form, `${prefixOf(person)}ticketId`))
  const known = ask(form, buyer, questions, { of: ['BUYER'], tickets: tickets.flat(), prefix: prefixOf(buyer) })
  for (const [index, person] of people.entries())
    ask(form, person, questions, { of: ['ATTENDEE'], tickets: tickets[index] ?? [], known, prefix: prefixOf(person) })
}

/** In all forms, shows and hides conditional questions as the answers and the chosen tickets change. */
export const askWhatDepends = () => {
  const all = () => {
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-conditions]')) follow(form)
  }
  document.addEventListener('input', all)
  document.addEventListener('page-shown', all)
  all()
}
