import type * as z from 'zod'
import { readBytes } from '../kernel/bytes.ts'
import { Failure, type FieldError } from '../kernel/failure.ts'
import type { Operation } from './operation.ts'

/** Names that ask for a trial run, without case, `_` and `-`. */
const BRAKES = ['dryrun', 'preview', 'simulate']
const HEADERS = ['Dry-Run', 'Quote']
const NOT_SUPPORTED = 'isn’t supported by this operation, so nothing was changed. Remove it to run the operation'
const MAX_UNDECLARED_BYTES = 64 * 1024

const isBrake = (name: string) => BRAKES.includes(name.replaceAll(/[_-]/g, '').toLowerCase())

type Form = z.ZodType & { def: { shape?: object; options?: Form[]; innerType?: Form; in?: Form } }

/** Whether an object schema, or any option of a union, has the field. */
const declares = ({ def }: Form, name: string): boolean => {
  const inner = def.innerType ?? def.in
  if (inner !== undefined) return declares(inner, name)
  return Object.hasOwn(def.shape ?? {}, name) || (def.options ?? []).some((option) => declares(option, name))
}

const namesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []

/**
 * Returns the field names in the body of an operation that takes none. `curl -d` sends JSON as a form, so the media type
 * doesn't matter. The verb may still read the body itself, so this reads a copy.
 */
const namesInUndeclaredBody = async (request: Request): Promise<string[]> => {
  if (request.body === null || request.bodyUsed) return []
  try {
    const text = new TextDecoder().decode(await readBytes(request.clone(), MAX_UNDECLARED_BYTES))
    return text.trimStart().startsWith('{') ? namesIn(JSON.parse(text)) : [...new URLSearchParams(text).keys()]
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof Failure) return []
    throw error
  }
}

/**
 * Returns an error for each request to only simulate a write (`dryRun`, `dry_run`, `preview`, `simulate`, or the headers
 * `Dry-Run` and `Quote`) that the operation doesn't declare. Operations with `effects` take the headers. If the service
 * ignored such a field like any other unknown one, it would run the write for real. Only top-level names count: nested
 * objects may have free-form keys, such as the ids of answers.
 */
export const unsupportedBrakes = async (
  operation: Operation,
  request: Request,
  { query, body }: { query: Record<string, string>; body: unknown },
): Promise<FieldError[]> => {
  if (request.method === 'GET' || request.method === 'HEAD') return []
  const takesNone = operation.body === undefined && operation.takes === undefined
  const inBody = takesNone ? await namesInUndeclaredBody(request) : namesIn(body)
  const isDeclared = (schema: z.ZodType | undefined, name: string) => schema !== undefined && declares(schema, name)
  const fields = [
    ...Object.keys(query).filter((name) => isBrake(name) && !isDeclared(operation.query?.(), name)),
    ...inBody.filter((name) => isBrake(name) && !isDeclared(operation.body?.(), name)),
    ...(operation.effects === undefined ? HEADERS.filter((name) => request.headers.has(name)) : []),
  ]
  return [...new Set(fields)].map((field) => ({ field, message: NOT_SUPPORTED }))
}
