import type { Code } from '../../../src/kernel/failure.ts'
import { spokenWords } from './loaded.ts'

/** Codes that the workspace never shows: it has other sentences for their statuses, or never sends such a request. */
type Unmet =
  | 'unauthenticated'
  | 'rate_limited'
  | 'clock_advancing'
  | 'unavailable'
  | 'malformed_json'
  | 'method_not_allowed'
  | 'unsupported_media_type'
  | 'upgrade_required'
  | 'scope_missing'
  | 'cursor_expired'
  | 'idempotency_key_reused'
  | 'quote_changed'
  | 'e_invoice_incomplete'

/**
 * The service's sentences for field errors, which have no code. Specific patterns come before general ones that match
 * the same text. The groups of a pattern are passed to the sentence.
 */
const FIELD_ERRORS = {
  pretixSeries: /^is required, because the event at pretix is a series/,
  required: /^is required|must be answered$/,
  empty: /^must not be empty/,
  tooShort: /^must be at least (\d+) characters?$/,
  tooLong: /^must be at most (\d+) characters?$/,
  tooFew: /^must have at least (\d+) items?$/,
  tooMany: /^must have at most (\d+) items?$/,
  tooSmall: /^must be at least (\S+)$/,
  tooBig: /^must be at most (\S+)$/,
  notMore: /^must be more than (\S+)$/,
  notLess: /^must be less than (\S+)$/,
  multiple: /^must be a multiple of (\S+)$/,
  email: /^must be an email address/,
  url: /^must be a URL/,
  number: /^must be a (?:whole )?number/,
  date: /^must be a (?:date|time)/,
  past: /^must (?:be in the future|not be in the past)/,
  notAfter: /^must be after /,
  notBefore: /^must be before /,
  otherPrice: /^must have the same price/,
  otherCoupon: /^isn’t covered by the guest’s coupon/,
  noEmailColumn: /^has no column with email addresses/,
  noTitleColumn: /^has no columns with a title and a start/,
  otherList: /^isn’t an? \w+ list of (\w+): it has no column '(.+)'\. If/,
  notPretix: /^isn’t pretix’s export/,
  spreadsheet: /^is a spreadsheet or an archive/,
  tooManyLines: /^has more than (\d+) (?:lines|events)\. Split/,
  notJson: /^isn’t valid JSON/,
  tokenRejected: /^isn’t accepted by pretix/,
  tokenForbidden: /^may not read this event/,
  noPretixEvent: /^isn’t an event of this organizer/,
  pretixBusy: /^has reached pretix’s rate limit/,
  pretixUnreachable: /^(?:can’t be reached|returned status|isn’t pretix’s API)/,
  pretixTooLarge: /^has more than \d+ pages/,
  notOption: /^must be one of/,
  used: /^is already used/,
  fixed: /^can’t be changed/,
  invalid: /^(?:is invalid|has an invalid|has none of the accepted forms)/,
} as const

type FieldError = keyof typeof FIELD_ERRORS

/**
 * The sentences for errors of the service. English has none, because the service's own messages are English. A sentence
 * about a field appears below the field, so it needn't name it.
 */
export interface ErrorsWords {
  /** By code. The English sentences are those of `REFUSALS` in `src/kernel/failure.ts`. */
  refusals: Readonly<Record<Exclude<Code, Unmet>, string>>
  /** `amount` and `second` are the matches of the pattern's groups, or empty strings. */
  fields: Readonly<Record<FieldError, (amount: string, second: string) => string>>
}

const errorsWords = () => spokenWords<ErrorsWords>('errors')

/** Returns the sentence for an error code, or null in English and for an unknown code. */
export const refusalSentence = (code: string): string | null => {
  const refusals: Readonly<Record<string, string>> = errorsWords()?.refusals ?? {}
  return refusals[code] ?? null
}

/** Returns the sentence for the service's message about a field, or null in English and for an unknown message. */
export const fieldSentence = (message: string): string | null => {
  const fields = errorsWords()?.fields
  if (fields === undefined) return null
  for (const [name, pattern] of Object.entries(FIELD_ERRORS)) {
    const found = pattern.exec(message)
    if (found !== null) return fields[name as FieldError](found[1] ?? '', found[2] ?? '')
  }
  return null
}
