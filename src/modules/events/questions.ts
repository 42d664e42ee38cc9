import type { RegistrationQuestion, TicketRow } from '../../db/rows.ts'
import { refusal, type FieldError } from '../../kernel/failure.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { EventFieldsInput } from './events.schema.ts'

/** Registration questions: how requests name questions and tickets, and how the service stores them. */

type QuestionInputs = NonNullable<EventFieldsInput['registrationQuestions']>

const LONGEST_CHAIN = 5

const isNamed =
  (name: string) =>
  ({ id, key }: QuestionInputs[number]) =>
    id === name || key === name

/** Returns why the condition of the question at `index` cannot be evaluated, or null. */
const whyNotDecided = (questions: QuestionInputs, index: number, links: readonly number[]): string | null => {
  const { showIf, askOf } = questions[index] as QuestionInputs[number]
  if (!showIf) return null
  const on = questions.findIndex(isNamed(showIf.questionId))
  const question = questions[on]
  if (question === undefined) return 'must refer to a question of this event'
  if (on >= index) return 'must refer to an earlier question'
  if (askOf === 'BUYER' && question.askOf !== 'BUYER') return 'must refer to a question asked of the buyer'
  const { type, options = [] } = question
  if ((type === 'SELECT' || type === 'MULTISELECT') && !showIf.anyOf.every((choice) => options.includes(choice)))
    return 'contains an answer that isn’t an option of the question'
  return (links[on] ?? 0) < LONGEST_CHAIN ? null : `exceeds the longest chain of ${LONGEST_CHAIN} questions`
}

/**
 * Rejects conditions that refer to a later or missing question, form a cycle, or chain too deeply. Returns null if all
 * conditions can be evaluated.
 */
export const conditionRefusal = (questions: QuestionInputs | undefined) => {
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
 * Replaces the ticket names in questions with their stored form: the ticket's `key`, or its `id` if it has no key.
 * Names that are already stored may stay, even if their ticket was deleted.
 */
export const withTicketsNamed = (
  input: QuestionInputs,
  tickets: readonly NamedTicket[],
  current: readonly RegistrationQuestion[] = [],
): { questions: QuestionInputs; faults: FieldError[] } => {
  const faults: FieldError[] = []
  const storedNames = new Set(current.flatMap(({ ticketIds }) => ticketIds ?? []))
  const nameOf = (name: string, field: string) => {
    const ticket = tickets.find(({ id, key }) => id === name || key === name)
    if (ticket === undefined && !storedNames.has(name))
      faults.push({ field, message: 'must be a ticket of this event' })
    return ticket === undefined ? name : (ticket.key ?? ticket.id ?? name)
  }
  const questions = input.map((question, index) => {
    const { ticketIds } = question
    if (!ticketIds) return question
    const names = ticketIds.map((name, at) => nameOf(name, `registrationQuestions.${index}.ticketIds.${at}`))
    return { ...question, ticketIds: [...new Set(names)] }
  })
  return { questions, faults }
}

/** Replaces question ids, including those in conditions. */
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

/** Returns the questions to store. Reports any label or key that two questions share. */
export const questionsFrom = (
  input: QuestionInputs,
  current: readonly RegistrationQuestion[],
  newId: NewId,
): { questions: RegistrationQuestion[]; faults: FieldError[] } => {
  const free = new Set(current.map(({ id }) => id))
  // Uses each stored id only once, because two questions with one id would share their answers.
  const ids = input.map(({ id }) => (id !== undefined && free.delete(id) ? id : newId('qst')))
  const questions = input.map((question, index): RegistrationQuestion => {
    const { label, type, required = false, options = [], showAtDoor = false, askOf = 'ATTENDEE' } = question
    const on = question.showIf ? input.findIndex(isNamed(question.showIf.questionId)) : -1
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
  const isStored = (question: RegistrationQuestion) =>
    current.some(({ id, label }) => id === question.id && label === question.label)
  const faults = questions.flatMap((question, index): FieldError[] => {
    const before = questions.slice(0, index)
    const field = (name: string) => `registrationQuestions.${index}.${name}`
    const isAlike = before.some(({ label }) => label === question.label)
    // Questions that are already stored may share a label, because their ids distinguish them.
    const areStored = isStored(question) && before.every((each) => each.label !== question.label || isStored(each))
    return [
      ...(isAlike && !areStored ? [{ field: field('label'), message: 'is already used by another question' }] : []),
      ...(question.key !== null && before.some(({ key }) => key === question.key)
        ? [{ field: field('key'), message: 'is already used by another question' }]
        : []),
    ]
  })
  return { questions, faults }
}
