import * as z from 'zod'
import type { Lazy } from '../../src/kernel/lazy.ts'
import { SAMPLES, type Examples } from './examples.ts'
import { componentOf, componentRef, named } from './schema-names.ts'

export type JsonSchema = Record<string, unknown>

const MAXIMUM_SAFE = Number.MAX_SAFE_INTEGER

interface Overriding {
  zodSchema: z.core.$ZodTypes
  jsonSchema: JsonSchema
}

type Io = 'input' | 'output'

/** `inPlace` collects the schemas that the document shows instead of those that validate. */
const convert = (schema: z.core.$ZodType, io: Io, inPlace: z.ZodType[]) =>
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: (context) => {
      const overriding = context as unknown as Overriding
      tidy(overriding, io, inPlace)
      replaceBy(overriding.jsonSchema, inPlace)
    },
  }) as JsonSchema

/** Replaces a schema with `documentedAs` in its metadata by a reference to the schema named there. */
const replaceBy = (jsonSchema: JsonSchema, inPlace: z.ZodType[]) => {
  const { documentedAs } = jsonSchema as { documentedAs?: Lazy<z.ZodType> }
  if (documentedAs === undefined) return
  const { id } = z.globalRegistry.get(documentedAs()) ?? {}
  if (id === undefined) throw new Error('a schema in `documentedAs` needs an id')
  for (const keyword of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, keyword)
  Object.assign(jsonSchema, componentRef(id))
  inPlace.push(documentedAs())
}

/** Removes Zod-specific details from a JSON schema and adds examples. */
const tidy = ({ zodSchema, jsonSchema }: Overriding, io: Io, inPlace: z.ZodType[]) => {
  const { def } = zodSchema._zod
  if (io === 'input' && def.type === 'pipe' && def.out._zod.def.type !== 'transform') {
    // If a text is trimmed before validation, its constraints belong to the output of the pipe, so the input schema
    // needs a copy.
    const { $schema: _dialect, ...checks } = convert(def.out, 'input', inPlace)
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
  const options = (jsonSchema.anyOf ?? []) as JsonSchema[]
  // A text in one of several forms, such as a time or a date, is one string: generators turn an `anyOf` into a class.
  if (options.length > 0 && options.every(({ type }) => type === 'string')) {
    delete jsonSchema.anyOf
    jsonSchema.type = 'string'
  }
  if (def.type === 'union' && 'discriminator' in def) {
    jsonSchema.discriminator = { propertyName: (def as { discriminator: string }).discriminator }
  }
  // The text of a query parameter becomes a number, so Zod leaves the default of the number out.
  if (def.type === 'default') jsonSchema.default = def.defaultValue
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

interface Discriminator {
  propertyName: string
  mapping?: Record<string, string>
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

  /** Returns a reference to a new or an equal component. Throws if the name already means something else. */
  private readonly register = (name: string, schema: JsonSchema): JsonSchema => {
    const component = componentOf(schema, name, this.register)
    const known = this.named[name]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(component)) {
      throw new Error(
        `two schemas are called ${name}; give one of them another \`.meta({ id })\`:\n${JSON.stringify(known)}\n${JSON.stringify(component)}`,
      )
    }
    this.named[name] = component
    return componentRef(name)
  }

  /** Adds to each discriminator which value leads to which component. Call it when every component is registered. */
  addMappings() {
    for (const schema of Object.values(this.named)) {
      const { discriminator, oneOf } = schema as { discriminator?: Discriminator; oneOf?: { $ref: string }[] }
      if (discriminator === undefined || oneOf === undefined) continue
      const mapping = oneOf.map(({ $ref }) => {
        const { properties } = this.named[$ref.split('/').at(-1) ?? ''] as { properties: Record<string, JsonSchema> }
        return [properties[discriminator.propertyName]?.const, $ref]
      })
      discriminator.mapping = Object.fromEntries(mapping) as Record<string, string>
    }
  }

  /** Returns the schema with references to its parts, which become components. Its own name is its `id`, else `name`. */
  add(schema: z.ZodType, io: Io, name: string): JsonSchema {
    const inPlace: z.ZodType[] = []
    const {
      $schema: _dialect,
      $defs,
      ...own
    } = convert(schema, io, inPlace) as { $schema?: string; $defs?: Record<string, JsonSchema> }
    for (const other of new Set(inPlace)) this.add(other, io, '')
    for (const [id, inner] of Object.entries($defs ?? {})) this.register(id, withRefs(dropId(inner)) as JsonSchema)
    const whole = withRefs(dropId(own)) as JsonSchema
    const { id } = z.globalRegistry.get(schema) ?? {}
    if (id === undefined) return whole.$ref === undefined ? named(whole, name, this.register) : whole
    return whole.$ref === undefined ? this.register(id, whole) : componentRef(id)
  }

  /** Returns the fields of an object, such as the parameters of a query. */
  fields(schema: z.ZodObject, io: Io, name: string): JsonSchema {
    const ref = this.add(schema, io, name)
    const whole = this.named[name]
    if (ref.$ref === undefined || whole === undefined) throw new Error(`${name} is not an object`)
    Reflect.deleteProperty(this.named, name)
    return whole
  }
}

const dropId = ({ id: _id, $id: _address, ...rest }: JsonSchema): JsonSchema =>
  typeof _id === 'object' ? { id: _id, ...rest } : rest
