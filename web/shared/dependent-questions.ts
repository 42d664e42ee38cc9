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
  const isNeeded = isAsked && part.dataset['needs'] === 'true'
  part.hidden = !isAsked
  // One ticked checkbox in a group is enough, which the `required` attribute can't express.
  const group = part.querySelector('fieldset')
  if (group !== null) group.dataset['group'] = isNeeded ? 'needed' : 'free'
  for (const control of controlsIn(part)) {
    control.disabled = !isAsked
    control.required = isNeeded && group === null
  }
}

const ticketsAt = (form: HTMLFormElement, name: string) => {
  const hidden = form.querySelector<HTMLInputElement>(`input[type=hidden][name="${CSS.escape(name)}"]`)
  return hidden === null ? choicesAt(form, name) : [hidden.value]
}

type Asking = Pick<QuestionContext, 'of' | 'tickets' | 'known'> & { prefix: string }

/** Returns the answers of one person to the questions that apply to them. */
const askedOf = (form: HTMLFormElement, questions: readonly Conditional[], { prefix, ...asking }: Asking) => {
  const answered = new Map(questions.map(({ id }) => [id, choicesAt(form, `${prefix}answer.${id}`)]))
  const asked = questionsAsked(questions, { ...asking, answered })
  return new Map(asked.map(({ id }) => [id, answered.get(id) ?? []]))
}

/** Shows the questions with these ids in `part`, and hides the others. */
const showOnly = (part: ParentNode, ids: readonly string[]) => {
  for (const shown of part.querySelectorAll<HTMLElement>('[data-shows]')) {
    shown.querySelector('[data-when]')?.remove()
    show(shown, ids.includes(shown.dataset['shows'] ?? ''))
  }
}

/**
 * A form for one person asks them all questions. A form for a party has a part for each person (`data-person`, the
 * prefix of their fields), the buyer first. `data-ticket` is the ticket of a person who attends.
 */
const follow = (form: HTMLFormElement) => {
  const questions = JSON.parse(form.dataset['conditions'] ?? '[]') as Conditional[]
  const [buyer, ...guests] = [...form.querySelectorAll<HTMLElement>('[data-person]')]
  const ticketOf = ({ dataset }: HTMLElement) => dataset['ticket'] ?? ''
  if (buyer === undefined || (guests.length === 0 && ticketOf(buyer) !== '')) {
    const tickets = buyer === undefined ? ticketsAt(form, 'ticketId') : [ticketOf(buyer)]
    showOnly(form, [...askedOf(form, questions, { of: ASKED_OF, tickets, prefix: '' }).keys()])
    return
  }
  const tickets = [buyer, ...guests].map(ticketOf).filter((id) => id !== '')
  const known = askedOf(form, questions, { of: ['BUYER'], tickets, prefix: '' })
  const asAttendee = (person: HTMLElement) =>
    ticketOf(person) === ''
      ? []
      : askedOf(form, questions, {
          of: ['ATTENDEE'],
          tickets: [ticketOf(person)],
          known,
          prefix: person.dataset['person'] ?? '',
        }).keys()
  showOnly(buyer, [...known.keys(), ...asAttendee(buyer)])
  for (const guest of guests) showOnly(guest, [...asAttendee(guest)])
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
