import * as z from 'zod'
import { SAMPLES, type Examples } from './examples.ts'

export type JsonSchema = Record<string, unknown>

const MAXIMUM_SAFE = Number.MAX_SAFE_INTEGER

interface Overriding {
  zodSchema: z.core.$ZodTypes
  jsonSchema: JsonSchema
}

const convert = (schema: z.core.$ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: (context) => tidy(context as unknown as Overriding, io),
  }) as JsonSchema

/** Removes Zod-specific details from a JSON schema and adds examples. */
const tidy = ({ zodSchema, jsonSchema }: Overriding, io: 'input' | 'output') => {
  const { def } = zodSchema._zod
  if (io === 'input' && def.type === 'pipe' && def.out._zod.def.type !== 'transform') {
    // If a text is trimmed before validation, its constraints belong to the output of the pipe, so the input schema
    // needs a copy.
    const { $schema: _dialect, ...checks } = convert(def.out, 'input')
    Object.assign(jsonSchema, checks)
  }
  const sample = SAMPLES.get(zodSchema as unknown as z.ZodType)
  if (sample !== undefined) jsonSchema.examples = [sample]
  // Responses can gain fields and `x-open` enumerations can gain values, so the document leaves both open.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema['x-open'] === true) {
    jsonSchema['x-extensible-enum'] = jsonSchema.enum
    delete jsonSchema.enum
    delete jsonSchema['x-open']
  }
  const [only, ...more] = (jsonSchema.anyOf ?? []) as JsonSchema[]
  if (only !== undefined && more.length === 0) {
    delete jsonSchema.anyOf
    Object.assign(jsonSchema, only)
  }
  if (jsonSchema.format !== undefined || jsonSchema.type === 'integer') delete jsonSchema.pattern
  if (jsonSchema.maximum === MAXIMUM_SAFE) delete jsonSchema.maximum
  if (jsonSchema.minimum === -MAXIMUM_SAFE) delete jsonSchema.minimum
}

const withRefs = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withRefs)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : withRefs(inner),
    ]),
  )
}

/** Returns a response or request body for the document. */
export interface Described {
  description: string
  'x-codes'?: string[]
  headers?: Record<string, unknown>
  content?: Record<string, { schema: JsonSchema; example?: unknown; examples?: Record<string, unknown> }>
}

/** Collects named schemas and shared responses, which the document defines once and references elsewhere. */
export class SchemaBook {
  readonly examples: Examples

  constructor(examples: Examples) {
    this.examples = examples
  }

  readonly named: Record<string, JsonSchema> = {}
  readonly responses: Record<string, Described> = {}

  /** Appends a number if another response has the same name but different headers. */
  share(name: string, response: Described, variant = 1): { $ref: string } {
    const whole = variant === 1 ? name : `${name}${variant}`
    const known = this.responses[whole]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(response)) {
      return this.share(name, response, variant + 1)
    }
    this.responses[whole] = response
    return { $ref: `#/components/responses/${whole}` }
  }

  add(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const {
      $schema: _dialect,
      $defs,
      ...own
    } = convert(schema, io) as { $schema?: string; $defs?: Record<string, JsonSchema> }
    for (const [name, inner] of Object.entries($defs ?? {})) this.named[name] = withRefs(dropId(inner)) as JsonSchema
    const whole = withRefs(dropId(own)) as JsonSchema
    const { id } = z.globalRegistry.get(schema) ?? {}
    if (id === undefined) return whole
    if (whole.$ref === undefined) this.named[id] = whole
    return { $ref: `#/components/schemas/${id}` }
  }
}

const dropId = ({ id: _id, $id: _address, ...rest }: JsonSchema): JsonSchema =>
  typeof _id === 'object' ? { id: _id, ...rest } : rest
