import type { Failure } from '../kernel/failure.ts'
import { randomId } from '../kernel/ids.ts'
import { errorResponse } from '../operation/answer.ts'
import { withDefaultHeaders } from '../operation/finish.ts'

/** The answer to a request that reaches no operation. */
export const refusedBySandbox = (failure: Failure) => {
  const requestId = randomId('req')
  return withDefaultHeaders(errorResponse(failure, requestId), requestId)
}
