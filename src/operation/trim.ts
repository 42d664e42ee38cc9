import type * as z from 'zod'

/** Removes properties that the schema doesn't declare. Returns `value` itself if it has none of these. */
export type Trim = (value: unknown) => unknown

type Properties = Record<string, unknown>
type AnySchema = z.core.$ZodType
type Fields = Readonly<Record<string, AnySchema>>

const isObject = (value: unknown): value is Properties => typeof value === 'object' && value !== null

const propertiesBefore = (value: Properties, end: string): Properties => {
  const part: Properties = {}
  for (const name in value) {
    if (name === end) break
    part[name] = value[name]
  }
  return part
}

/**
 * Copy-on-write: copies `value` at the first difference. Undeclared properties that are `undefined` don't trigger a
 * copy, since JSON omits them.
 */
const trimProperties = (value: Properties, trimOf: (name: string) => Trim | null | undefined) => {
  let trimmed: Properties | null = null
  for (const name in value) {
    const trim = trimOf(name)
    const old = value[name]
    const result = trim === undefined || trim === null || !isObject(old) ? old : trim(old)
    if (trim === undefined && old === undefined) continue
    if (trim === undefined || result !== old) trimmed ??= propertiesBefore(value, name)
    if (trimmed !== null && trim !== undefined) trimmed[name] = result
  }
  return trimmed ?? value
}

const trimObject = (shape: Fields): Trim => {
  const trims = new Map(Object.entries(shape).map(([name, field]) => [name, trimOf(field)]))
  const ofField = (name: string) => trims.get(name)
  return (value) => (isObject(value) ? trimProperties(value, ofField) : value)
}

const trimRecord = (trim: Trim): Trim => {
  const ofField = () => trim
  return (value) => (isObject(value) ? trimProperties(value, ofField) : value)
}

export const trimArray =
  (trim: Trim): Trim =>
  (value) => {
    if (!Array.isArray(value)) return value
    const items: readonly unknown[] = value
    let trimmed: unknown[] | null = null
    for (let index = 0; index < items.length; index += 1) {
      const result = trim(items[index])
      if (result !== items[index]) (trimmed ??= [...items])[index] = result
    }
    return trimmed ?? items
  }

type Test = (value: Properties) => boolean

/** Returns whether a value matches a union option: all required fields are present, and literal fields are equal. */
const testsOf = (option: AnySchema): Test[] => {
  const { def } = (option as z.core.$ZodTypes)._zod
  if (def.type !== 'object') return [() => false]
  const literal: Test[] = []
  const others: Test[] = []
  for (const [name, field] of Object.entries(def.shape)) {
    const { def: own } = (field as z.core.$ZodTypes)._zod
    if (own.type === 'literal') literal.push((value) => own.values.includes(value[name] as never))
    else if (own.type !== 'optional') others.push((value) => value[name] !== undefined)
  }
  return [...literal, ...others]
}

const trimUnion = (options: readonly AnySchema[]): Trim | null => {
  const trims = options.map((option) => ({ tests: testsOf(option), trim: trimOf(option) }))
  if (trims.every(({ trim }) => trim === null)) return null
  return (value) => {
    if (!isObject(value)) return value
    const match = trims.find(({ tests }) => tests.every((holds) => holds(value)))
    if (match === undefined) throw new Error('a response matches none of its schemas')
    return match.trim === null ? value : match.trim(value)
  }
}

const SCALARS: readonly string[] = ['string', 'number', 'boolean', 'enum', 'literal', 'null', 'unknown']

/** Unwraps `nullable`, `optional` and `nonoptional`. */
const innerOf = (schema: AnySchema): AnySchema => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const isWrapped = def.type === 'nullable' || def.type === 'optional' || def.type === 'nonoptional'
  return isWrapped ? innerOf(def.innerType) : schema
}

/** Compiles a schema into a `Trim`. Returns null if the schema leaves no properties to remove. */
export const trimOf = (schema: AnySchema): Trim | null => {
  const { def } = (innerOf(schema) as z.core.$ZodTypes)._zod
  if (def.type === 'object') return def.catchall === undefined ? trimObject(def.shape) : null
  if (def.type === 'union') return trimUnion(def.options)
  if (def.type === 'array' || def.type === 'record') {
    const trim = trimOf(def.type === 'array' ? def.element : def.valueType)
    if (trim === null) return null
    return def.type === 'array' ? trimArray(trim) : trimRecord(trim)
  }
  if (SCALARS.includes(def.type)) return null
  throw new Error(`a response is trimmed, not parsed: its schema must not contain ${def.type}`)
}
