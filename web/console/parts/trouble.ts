import { Refusal, SaidInWords } from '../../shared/api.ts'
import { SignInFailed } from '../../shared/sign-in.ts'
import { partsWords } from '../words/en/parts.ts'
import { fieldSentence, refusalSentence } from '../words/errors.ts'

const whenOf = ({ retryAfterSeconds: seconds }: Refusal) => {
  const words = partsWords()
  if (seconds === null) return words.inAMoment
  if (seconds <= 1) return words.inASecond
  return seconds < 90 ? words.inSeconds(seconds) : words.inMinutes(Math.round(seconds / 60))
}

/**
 * Returns the message to show for any thrown error. In English, an error response shows its own message, which can be
 * more exact than the sentence for its code.
 */
export const troubleOf = (error: unknown): string => {
  const words = partsWords()
  if (error instanceof SignInFailed) return words.signIn[error.reason]
  if (error instanceof SaidInWords) return error.message
  if (!(error instanceof Refusal)) return words.pageBroken
  if (error.status === 0) return words.unreachable
  if (error.status === 401) return words.sessionEnded
  if (error.status === 429) return words.tooManyTries(whenOf(error))
  if (error.status === 503) return words.notResponding(whenOf(error))
  if (error.status >= 500) return error.requestId === null ? words.ourSide : words.ourSideNumber(error.requestId)
  if (error.code === 'validation_failed' && error.errors.length > 0) return faultsOf(error).map(sentenceOf).join(' ')
  return refusalSentence(error.code) ?? error.message
}

export interface FieldFault {
  field: string
  message: string
}

/** The field behind each code that reports a value in use, since such an error lists no fields. */
const TAKEN_FIELDS: Readonly<Record<string, string>> = {
  slug_taken: 'slug',
  coupon_code_taken: 'code',
  already_registered: 'email',
}

/** Returns the errors about fields. The fields of a series template are named like those of an event. */
export const faultsOf = (error: unknown): FieldFault[] => {
  if (!(error instanceof Refusal)) return []
  const taken = TAKEN_FIELDS[error.code]
  if (error.errors.length === 0)
    return taken === undefined ? [] : [{ field: taken, message: refusalSentence(error.code) ?? error.message }]
  return error.errors.map(({ field, message }) => ({
    field: field.replace(/^template\./, ''),
    message: fieldSentence(message) ?? message,
  }))
}

export const isAbout = ({ field }: FieldFault, name: string) => field === name || field.startsWith(`${name}.`)

/** Returns the message about the first of the given fields that has one, or null. */
export const complaintAbout = (error: unknown, ...fields: string[]): string | null => {
  const faults = faultsOf(error)
  return faults.find((fault) => fields.some((field) => isAbout(fault, field)))?.message ?? null
}

/** Returns a sentence that names the field, for a message that isn’t shown at its field. */
export const sentenceOf = ({ field, message }: FieldFault) => {
  const { aboutField, fieldNames } = partsWords()
  const names: Readonly<Record<string, string>> = fieldNames
  // Languages differ in whether a message ends in a full stop, and `aboutField` adds one.
  return aboutField(names[field] ?? field, message.replace(/\.$/, ''))
}

/** Runs `work`, and names the fields of its errors relative to `path`. */
export const within = async <Result>(path: string, work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { status, code, message, data, requestId, retryAfterSeconds } = error
    const errors = error.errors.map((each) => ({
      ...each,
      field: each.field.startsWith(`${path}.`) ? each.field.slice(path.length + 1) : each.field,
    }))
    const body = { code, message, data, errors, ...(requestId === null ? {} : { requestId }) }
    throw new Refusal(status, body, retryAfterSeconds, error)
  }
}
