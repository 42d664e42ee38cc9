import type { Question } from '../../shared/answers.ts'
import type { QUESTION_TYPES } from '../../../src/kernel/vocabulary.ts'

export const TYPE_NAMES: Record<(typeof QUESTION_TYPES)[number], string> = {
  TEXT: 'Short text',
  TEXTAREA: 'Long text',
  SELECT: 'Single choice',
  MULTISELECT: 'Multiple choice',
  CHECKBOX: 'Yes or no',
  NUMBER: 'Number',
  EMAIL: 'Email address',
  PHONE: 'Phone number',
  URL: 'Web address',
  DATE: 'Date',
}

/** Returns the possible answers, or an empty array if the answer is free text. */
export const choicesOf = ({ type, options }: Pick<Question, 'type' | 'options'>): readonly string[] =>
  type === 'CHECKBOX' ? ['true', 'false'] : type === 'SELECT' || type === 'MULTISELECT' ? options : []

/** Returns the answer for display. A checkbox is stored as `true` or `false`. */
export const choiceWords = ({ type }: Pick<Question, 'type'>, answer: string) =>
  type !== 'CHECKBOX' || answer === '' ? answer : answer === 'true' ? 'Yes' : 'No'
