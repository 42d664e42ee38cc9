import type { GuestImportAnswer, ImportReasonCode } from '../../shared/answers.ts'
import { numberOf } from '../parts/words.ts'
import { importWords } from './en/imports.ts'
import { termsWords } from './en/terms.ts'
import { fieldSentence } from './errors.ts'
import { formatSpoken, localeSpoken, spokenWords } from './loaded.ts'

/** The sentences about lines of an import. English has none, because the service's own sentences are English. */
export interface ImportReasonsWords {
  /** Precedes the sentences about a line. */
  atLine: string
  /** Fields that have no name elsewhere. */
  fields: Readonly<Record<'name' | 'when' | 'rrule' | 'exdates' | 'rdates', string>>
  /** By code. Placeholders are those of the English sentence. */
  sentences: Readonly<Record<ImportReasonCode, string>>
}

type ReportedLine = Pick<GuestImportAnswer['lines'][number], 'line' | 'says' | 'reasons'>

type Questions = readonly { id: string; label: string }[]

const fieldName = (field: string, own: ImportReasonsWords['fields'], questions: Questions): string => {
  const { meanings } = importWords()
  const names: Readonly<Record<string, string>> = {
    ...meanings,
    startAt: meanings.start,
    endAt: meanings.end,
    place: meanings.location,
    'tickets.name': meanings.ticket,
    'tickets.price': meanings.price,
    'tickets.currency': meanings.currency,
    ...own,
  }
  return names[field] ?? questions.find(({ id }) => field === `question:${id}`)?.label ?? field
}

/** Replaces the placeholders of a sentence. */
const fill = (sentence: string, valueOf: (name: string) => string) =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueOf(name))

/**
 * Returns the sentences about a line in the language of the workspace, or null for a line without any. In English, and
 * for a code that is newer than this page, these are the service's own. `isolate` marks a value of the file.
 */
export const sentencesAbout = (
  { line, says, reasons }: ReportedLine,
  questions: Questions,
  isolate: (value: string) => string = (value) => value,
): string | null => {
  const words = spokenWords<ImportReasonsWords>('importReasons')
  if (words === null || reasons.length === 0) return says
  const sentences: Readonly<Record<string, string>> = words.sentences
  const statuses: Readonly<Record<string, string>> = termsWords().guestStatuses
  const textOf = (name: string, value: string) => {
    if (name === 'field') return fieldName(value, words.fields, questions)
    if (name === 'fields')
      return new Intl.ListFormat(formatSpoken()).format(
        value.split(', ').map((field) => fieldName(field, words.fields, questions)),
      )
    if (name === 'status') return statuses[value] ?? value
    if (name === 'message') return fieldSentence(value) ?? fieldSentence('is invalid') ?? value
    return isolate(value)
  }
  const said = reasons.map(({ code, values }) => {
    const sentence = sentences[code]
    return sentence === undefined ? null : fill(sentence, (name) => textOf(name, values[name] ?? ''))
  })
  if (said.includes(null)) return says
  const space = localeSpoken() === 'ja' ? '' : ' '
  return [fill(words.atLine, () => numberOf(line)), ...said].join(space)
}
