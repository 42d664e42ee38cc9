import type { Failure, FailureKind, FieldError } from '../kernel/failure.ts'

const STATUS_OF: Record<FailureKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  conflict: 409,
  preconditionFailed: 412,
  tooLarge: 413,
  wrongMediaType: 415,
  impossible: 422,
  upgradeRequired: 426,
  limited: 429,
  unavailable: 503,
}

export interface ErrorBody {
  statusCode: number
  message: string
  errors: FieldError[]
  code: string
  requestId: string
  data?: unknown
}

export const statusOf = (failure: Failure) => STATUS_OF[failure.kind]

export const errorBodyOf = (failure: Failure, requestId: string): ErrorBody => ({
  statusCode: statusOf(failure),
  message: failure.message,
  errors: failure.extras.fields ?? [],
  code: failure.code,
  requestId,
  ...(failure.extras.data === undefined ? {} : { data: failure.extras.data }),
})

export const errorHeadersOf = (failure: Failure): Record<string, string> => ({
  ...failure.extras.headers,
  ...(failure.extras.retryAfterSeconds === undefined
    ? {}
    : { 'Retry-After': String(Math.max(1, Math.ceil(failure.extras.retryAfterSeconds))) }),
})

export const internalErrorBody = (requestId: string): ErrorBody => ({
  statusCode: 500,
  message: 'Something went wrong on our side.',
  errors: [],
  code: 'internal_error',
  requestId,
})
