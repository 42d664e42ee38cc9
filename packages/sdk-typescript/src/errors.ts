import type { Codes } from './generated/types.ts'

export interface ResponseInfo {
  status: number
  headers: Headers
  /** Quote it when you contact support. */
  requestId: string | null
  /** Number of requests sent, including retries. */
  attempts: number
  /** Whether it is the stored response to an earlier request with the same `Idempotency-Key`. */
  isReplayed: boolean
  message?: string | undefined
}

interface FieldError {
  field: string
  message: string
}

export interface ErrorBody {
  message?: string
  code?: string
  errors?: FieldError[]
  data?: unknown
}

/** The service refused the request. Branch on `code`, which is stable; the wording of `message` can change. */
export class RefusedError<Code extends string = string> extends Error {
  override readonly name = 'RefusedError'
  readonly status: number
  readonly code: Code
  readonly errors: readonly FieldError[]
  /** Details of the refusal, such as the new quote of `quote_changed`. */
  readonly data: unknown
  readonly response: ResponseInfo

  constructor(body: ErrorBody, response: ResponseInfo) {
    const { message = `The service returned ${response.status}.`, errors = [] } = body
    super([message, ...errors.map(({ field, message: text }) => `${field} ${text}`)].join('\n'))
    this.status = response.status
    this.code = (body.code ?? 'unknown') as Code
    this.errors = errors
    this.data = body.data
    this.response = response
  }

  get requestId() {
    return this.response.requestId
  }
}

/** No response arrived in time. A write may have been done: repeat it with the same `idempotencyKey`. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError'
  /** The key that the request was sent with, if it had one. */
  readonly idempotencyKey: string | null

  constructor(message: string, idempotencyKey: string | null, cause: unknown) {
    super(message, { cause })
    this.idempotencyKey = idempotencyKey
  }
}

/** Whether `error` is a refusal of the operation, with the codes that this operation can return. */
export const isRefusal = <Id extends keyof Codes>(error: unknown, _operation: Id): error is RefusedError<Codes[Id]> =>
  error instanceof RefusedError
