import type { JsonSchema } from './schema-book.ts'

/** `events.create` → `EventsCreate`, `already_registered` → `AlreadyRegistered`. */
export const pascal = (text: string) =>
  text.replaceAll(/(?:^|[._-])(\w)/g, (_whole, letter: string) => letter.toUpperCase())

const UNCOUNTABLE = /(?:[Ss]eries|ss|us)$/

/** `dates` → `date`, `entries` → `entry`, `statuses` → `status`: the name of one item of a list. */
const singular = (name: string) =>
  UNCOUNTABLE.test(name) ? name : name.replace(/(?:(s)es|ies|s)$/, (end, s?: string) => s ?? (end === 'ies' ? 'y' : ''))

export const componentRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const isNull = ({ type }: JsonSchema) => type === 'null'
/** The options of a union. Generators for Go understand a list of types only if one of the types is null. */
const partsOf = ({ anyOf, oneOf, type }: JsonSchema) => {
  const isTypeList = Array.isArray(type) && !type.includes('null')
  return isTypeList ? type.map((each): JsonSchema => ({ type: each })) : ((anyOf ?? oneOf) as JsonSchema[] | undefined)
}

/** Keywords that describe the place of a schema rather than its values, so they stay next to the `$ref`. */
const BESIDE_REF = ['description', 'default', 'examples', 'deprecated'] as const

type Register = (name: string, schema: JsonSchema) => JsonSchema

/**
 * Names the parts of a schema after their parent and their field: `Order.refunds` holds `OrderRefund`. Generators call
 * unnamed parts `Inline1` or after the first operation that uses them, and some drop them.
 */
const withNamedParts = (schema: JsonSchema, name: string, register: Register): JsonSchema => {
  const whole = { ...schema }
  const nameIn = (inner: unknown, own: string) => named(inner as JsonSchema, own, register)
  if (typeof whole.properties === 'object' && whole.properties !== null) {
    whole.properties = Object.fromEntries(
      Object.entries(whole.properties).map(([field, inner]) => [field, nameIn(inner, name + pascal(field))]),
    )
  }
  if (whole.items !== undefined) whole.items = nameIn(whole.items, singular(name))
  if (typeof whole.additionalProperties === 'object' && whole.additionalProperties !== null) {
    whole.additionalProperties = nameIn(whole.additionalProperties, singular(name))
  }
  return whole
}

/** Gives each option a name. A discriminated union also lists which value leads to which option. */
const unionOf = (schema: JsonSchema, name: string, register: Register): JsonSchema => {
  const { type: _types, ...outside } = schema
  const options = (partsOf(schema) ?? []).map((option, index) => named(option, `${name}${index + 1}`, register))
  return { ...outside, [schema.oneOf === undefined ? 'anyOf' : 'oneOf']: options }
}

/** Returns the schema with a reference for each object and each union in it, and registers those. */
export const named = (schema: JsonSchema, name: string, register: Register): JsonSchema => {
  const parts = partsOf(schema)
  if (parts?.some(isNull) === true) {
    const { anyOf: _anyOf, oneOf: _oneOf, ...outside } = schema
    const others = parts.filter((part) => !isNull(part))
    const [only] = others
    if (only === undefined) return schema
    const inner = others.length === 1 ? only : { anyOf: others }
    const { type, enum: values } = inner
    if (typeof type === 'string' && values === undefined && type !== 'object' && inner.const === undefined) {
      return { ...withNamedParts(inner, name, register), ...outside, type: [type, 'null'] }
    }
    return { ...outside, anyOf: [named(inner, name, register), { type: 'null' }] }
  }
  const isUnion = parts !== undefined
  const isObject = schema.type === 'object' && schema.properties !== undefined
  if (!isUnion && !isObject) return withNamedParts(schema, name, register)
  const beside = Object.fromEntries(
    BESIDE_REF.flatMap((word) => (schema[word] === undefined ? [] : [[word, schema[word]]])),
  )
  return { ...register(name, schema), ...beside }
}

/** Returns the body of a component, whose parts are references. */
export const componentOf = (schema: JsonSchema, name: string, register: Register): JsonSchema =>
  partsOf(schema) === undefined ? withNamedParts(schema, name, register) : unionOf(schema, name, register)
