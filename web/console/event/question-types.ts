import type { Question } from '../../shared/answers.ts'
import { termsWords } from '../words/en/terms.ts'

/** Returns the possible answers, or an empty array if the answer is free text. */
export const choicesOf = ({ type, options }: Pick<Question, 'type' | 'options'>): readonly string[] =>
  type === 'CHECKBOX' ? ['true', 'false'] : type === 'SELECT' || type === 'MULTISELECT' ? options : []

/** Returns the answer for display. A checkbox is stored as `true` or `false`. */
export const choiceWords = ({ type }: Pick<Question, 'type'>, answer: string) =>
  type !== 'CHECKBOX' || answer === '' ? answer : answer === 'true' ? termsWords().yes : termsWords().no
