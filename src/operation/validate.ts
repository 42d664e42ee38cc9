import type * as z from 'zod'
import { invalidFields, type FieldError } from '../kernel/failure.ts'
import type { Lazy } from '../kernel/lazily.ts'
import type { Operation } from './operation.ts'

export interface Given {
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
}

export interface Valid {
  params: unknown
  query: unknown
  body: unknown
}

/** Every fault of a request is told at once, whichever part it stands in. */
export const validate = (operation: Operation, given: Given): Valid => {
  const faults: FieldError[] = []
  const parse = (schema: Lazy<z.ZodType> | undefined, value: unknown, whole: string) => {
    if (schema === undefined) return {}
    const result = schema().safeParse(value)
    if (result.success) return result.data
    for (const issue of result.error.issues) {
      faults.push({ field: issue.path.length > 0 ? issue.path.join('.') : whole, message: issue.message })
    }
    return {}
  }
  const valid = {
    params: parse(operation.params, given.params, 'path'),
    query: parse(operation.query, given.query, 'query'),
    body: parse(operation.body, given.body, 'body'),
  }
  if (faults.length > 0) throw invalidFields(faults)
  return valid
}
