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
