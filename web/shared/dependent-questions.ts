import { ASKED_OF, questionsAsked, type Conditional } from '../../src/kernel/questions.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const controlsIn = (part: Element) => [...part.querySelectorAll<Control>('input, select, textarea')]

const isOn = (control: Control) =>
  !(control instanceof HTMLInputElement) || !['checkbox', 'radio'].includes(control.type) || control.checked

/** The choices made under a name; a single box that is not ticked says `false`, as the service reads it. */
const choicesAt = (form: HTMLFormElement, name: string) => {
  const controls = [...form.querySelectorAll<Control>(`[name="${CSS.escape(name)}"]`)]
  const chosen = controls.filter(isOn).map(({ value }) => value)
  return chosen.length === 0 && controls.length === 1 ? ['false'] : chosen
}

const show = (part: HTMLElement, isAsked: boolean) => {
  part.hidden = !isAsked
  for (const control of controlsIn(part)) {
    control.disabled = !isAsked
    // Of several boxes under one label any will do, which no browser can ask for.
    const isOfSeveral = control.parentElement?.parentElement instanceof HTMLFieldSetElement
    control.required = isAsked && part.dataset['needs'] === 'true' && !isOfSeveral
  }
}

const follow = (form: HTMLFormElement) => {
  const questions = JSON.parse(form.dataset['conditions'] ?? '[]') as Conditional[]
  const answered = new Map(questions.map(({ id }) => [id, choicesAt(form, `answer.${id}`)]))
  const hidden = form.querySelector<HTMLInputElement>('input[type=hidden][name=ticketId]')
  const tickets = hidden === null ? choicesAt(form, 'ticketId') : [hidden.value]
  const asked = questionsAsked(questions, { of: ASKED_OF, tickets, answered }).map(({ id }) => id)
  for (const part of form.querySelectorAll<HTMLElement>('[data-shows]')) {
    part.querySelector('[data-when]')?.remove()
    show(part, asked.includes(part.dataset['shows'] ?? ''))
  }
}

/** Shows of a form's questions those that are asked, as answers and tickets are chosen. */
export const askWhatDepends = () => {
  const all = () => {
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-conditions]')) follow(form)
  }
  document.addEventListener('input', all)
  document.addEventListener('page-shown', all)
  all()
}
