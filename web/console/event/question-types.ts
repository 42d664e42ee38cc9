import type { Question } from '../../shared/answers.ts'
import type { QUESTION_TYPES } from '../../../src/kernel/vocabulary.ts'

export const TYPE_NAMES: Record<(typeof QUESTION_TYPES)[number], string> = {
  TEXT: 'A line',
  TEXTAREA: 'A longer text',
  SELECT: 'One of a list',
  MULTISELECT: 'Several of a list',
  CHECKBOX: 'Yes or no',
  NUMBER: 'A number',
  EMAIL: 'A mail address',
  PHONE: 'A telephone number',
  URL: 'A web address',
  DATE: 'A date',
}

/** What somebody can have answered, where it can be chosen from. */
export const choicesOf = ({ type, options }: Pick<Question, 'type' | 'options'>): readonly string[] =>
  type === 'CHECKBOX' ? ['true', 'false'] : type === 'SELECT' || type === 'MULTISELECT' ? options : []

/** A box that is ticked is kept as a word of machines. */
export const choiceWords = ({ type }: Pick<Question, 'type'>, answer: string) =>
  type !== 'CHECKBOX' || answer === '' ? answer : answer === 'true' ? 'Yes' : 'No'
