import type { RegistrationQuestion, TicketRow } from '../../db/rows.ts'
import { refusal, type FieldError } from '../../kernel/failure.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { EventFieldsInput } from './events.schema.ts'

/** What an event asks: how a body names questions and tickets, and how they are kept. */

type Given = NonNullable<EventFieldsInput['registrationQuestions']>

const LONGEST_CHAIN = 5

const isNamed =
  (name: string) =>
  ({ id, key }: Given[number]) =>
    id === name || key === name

/** Why the condition of the question at `index` cannot be decided, or null. */
const whyNotDecided = (questions: Given, index: number, links: readonly number[]): string | null => {
  const { showIf, askOf } = questions[index] as Given[number]
  if (!showIf) return null
  const on = questions.findIndex(isNamed(showIf.questionId))
  const question = questions[on]
  if (question === undefined) return 'must refer to a question of this event'
  if (on >= index) return 'must refer to an earlier question'
  if (askOf === 'BUYER' && question.askOf !== 'BUYER') return 'must refer to a question asked of the buyer'
  const { type, options = [] } = question
  if ((type === 'SELECT' || type === 'MULTISELECT') && !showIf.anyOf.every((choice) => options.includes(choice)))
    return "contains an answer that isn't an option of the question"
  return (links[on] ?? 0) < LONGEST_CHAIN ? null : `exceeds the longest chain of ${LONGEST_CHAIN} questions`
}

/** A condition that refers forward, in a circle, to nothing or too far; null where all can be decided. */
export const conditionRefusal = (questions: Given | undefined) => {
  const links: number[] = []
  for (const [index, { showIf }] of (questions ?? []).entries()) {
    const why = whyNotDecided(questions ?? [], index, links)
    if (why !== null)
      return refusal('question_condition_invalid', {
        fields: [{ field: `registrationQuestions.${index}.showIf`, message: why }],
      })
    const on = showIf ? (questions ?? []).findIndex(isNamed(showIf.questionId)) : -1
    links.push(on === -1 ? 0 : (links[on] ?? 0) + 1)
  }
  return null
}

type NamedTicket = Pick<TicketRow, 'key'> & { id?: string }

/**
 * The questions with their tickets named as they are kept: by the key, or by the id of a ticket without one. What stands
 * already may stay, also where its ticket is gone.
 */
export const withTicketsNamed = (
  given: Given,
  tickets: readonly NamedTicket[],
  standing: readonly RegistrationQuestion[] = [],
): { questions: Given; faults: FieldError[] } => {
  const faults: FieldError[] = []
  const kept = new Set(standing.flatMap(({ ticketIds }) => ticketIds ?? []))
  const nameOf = (name: string, field: string) => {
    const ticket = tickets.find(({ id, key }) => id === name || key === name)
    if (ticket === undefined && !kept.has(name)) faults.push({ field, message: 'must be a ticket of this event' })
    return ticket === undefined ? name : (ticket.key ?? ticket.id ?? name)
  }
  const questions = given.map((question, index) => {
    const { ticketIds } = question
    if (!ticketIds) return question
    const names = ticketIds.map((name, at) => nameOf(name, `registrationQuestions.${index}.ticketIds.${at}`))
    return { ...question, ticketIds: [...new Set(names)] }
  })
  return { questions, faults }
}

/** Conditions by other ids than they were written with. */
export const renamed = (
  questions: readonly RegistrationQuestion[],
  idOf: (question: RegistrationQuestion, index: number) => string,
): RegistrationQuestion[] => {
  const ids = new Map(questions.map((question, index) => [question.id, idOf(question, index)]))
  return questions.map((question) => ({
    ...question,
    id: ids.get(question.id) ?? question.id,
    ...(question.showIf
      ? {
          showIf: { ...question.showIf, questionId: ids.get(question.showIf.questionId) ?? question.showIf.questionId },
        }
      : {}),
  }))
}

/** What was given, as it is kept, with whatever two questions must not share. */
export const questionsFrom = (
  given: Given,
  standing: readonly RegistrationQuestion[],
  newId: NewId,
): { questions: RegistrationQuestion[]; faults: FieldError[] } => {
  const free = new Set(standing.map(({ id }) => id))
  // Each id is kept once: two questions under one id would share their answers.
  const ids = given.map(({ id }) => (id !== undefined && free.delete(id) ? id : newId('qst')))
  const questions = given.map((question, index): RegistrationQuestion => {
    const { label, type, required = false, options = [], showAtDoor = false, askOf = 'ATTENDEE' } = question
    const on = question.showIf ? given.findIndex(isNamed(question.showIf.questionId)) : -1
    return {
      id: ids[index] ?? newId('qst'),
      key: question.key ?? null,
      label,
      type,
      required,
      options,
      showAtDoor,
      askOf,
      ticketIds: question.ticketIds ?? null,
      showIf: question.showIf
        ? { questionId: ids[on] ?? question.showIf.questionId, anyOf: question.showIf.anyOf }
        : null,
    }
  })
  const stood = (question: RegistrationQuestion) =>
    standing.some(({ id, label }) => id === question.id && label === question.label)
  const faults = questions.flatMap((question, index): FieldError[] => {
    const before = questions.slice(0, index)
    const field = (name: string) => `registrationQuestions.${index}.${name}`
    const isAlike = before.some(({ label }) => label === question.label)
    // Two that are alike already are told apart by their ids.
    const areKept = stood(question) && before.every((each) => each.label !== question.label || stood(each))
    return [
      ...(isAlike && !areKept ? [{ field: field('label'), message: 'is already used by another question' }] : []),
      ...(question.key !== null && before.some(({ key }) => key === question.key)
        ? [{ field: field('key'), message: 'is already used by another question' }]
        : []),
    ]
  })
  return { questions, faults }
}
