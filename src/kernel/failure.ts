export type FailureKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'methodNotAllowed'
  | 'conflict'
  | 'preconditionFailed'
  | 'tooLarge'
  | 'wrongMediaType'
  | 'impossible'
  | 'upgradeRequired'
  | 'limited'
  | 'unavailable'

export interface FieldError {
  field: string
  message: string
}

interface FailureExtras {
  fields?: FieldError[]
  /** Shown to the caller beside the error, as with the first admission of an `already_checked_in`. */
  data?: unknown
  retryAfterSeconds?: number
  headers?: Record<string, string>
  cause?: unknown
}

/** A refusal with a stable code. What HTTP makes of it is decided in contract/errors.ts alone. */
export class Failure extends Error {
  readonly kind: FailureKind
  readonly code: string
  readonly extras: FailureExtras

  constructor(kind: FailureKind, code: string, message: string, extras: FailureExtras = {}) {
    super(message, { cause: extras.cause })
    this.name = 'Failure'
    this.kind = kind
    this.code = code
    this.extras = extras
  }
}

export const invalid = (field: string, message: string) =>
  new Failure('invalid', 'validation_failed', 'The request is not valid.', { fields: [{ field, message }] })

export const invalidFields = (fields: FieldError[]) =>
  new Failure('invalid', 'validation_failed', 'The request is not valid.', { fields })

export const unauthenticated = (headers: Record<string, string> = {}) =>
  new Failure('unauthenticated', 'unauthenticated', 'A valid credential is required.', { headers })

export const notFound = () => new Failure('notFound', 'not_found', 'There is nothing at this address for you.')

export const conflict = (code: string, message: string, data?: unknown) =>
  new Failure('conflict', code, message, data === undefined ? {} : { data })

export const impossible = (code: string, message: string, fields: FieldError[] = []) =>
  new Failure('impossible', code, message, { fields })

export const forbidden = (code: string, message: string) => new Failure('forbidden', code, message)

export const unavailable = (message: string, cause?: unknown) =>
  new Failure('unavailable', 'unavailable', message, { cause, retryAfterSeconds: 5 })
