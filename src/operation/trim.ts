import type * as z from 'zod'

/** Takes out what a schema does not declare; what has nothing to be taken out is returned itself, not copied. */
export type Trim = (value: unknown) => unknown

type Named = Record<string, unknown>
type AnySchema = z.core.$ZodType
type Fields = Readonly<Record<string, AnySchema>>

const isNamed = (value: unknown): value is Named => typeof value === 'object' && value !== null

const before = (value: Named, end: string): Named => {
  const part: Named = {}
  for (const name in value) {
    if (name === end) break
    part[name] = value[name]
  }
  return part
}

/** A copy is made at the first difference, and not before. What is undefined is none: it is not written. */
const trimNamed = (value: Named, trimOf: (name: string) => Trim | null | undefined) => {
  let trimmed: Named | null = null
  for (const name in value) {
    const trim = trimOf(name)
    const given = value[name]
    const kept = trim === undefined || trim === null || !isNamed(given) ? given : trim(given)
    if (trim === undefined && given === undefined) continue
    if (trim === undefined || kept !== given) trimmed ??= before(value, name)
    if (trimmed !== null && trim !== undefined) trimmed[name] = kept
  }
  return trimmed ?? value
}

const trimObject = (shape: Fields): Trim => {
  const trims = new Map(Object.entries(shape).map(([name, field]) => [name, trimOf(field)]))
  const ofField = (name: string) => trims.get(name)
  return (value) => (isNamed(value) ? trimNamed(value, ofField) : value)
}

const trimRecord = (trim: Trim): Trim => {
  const ofField = () => trim
  return (value) => (isNamed(value) ? trimNamed(value, ofField) : value)
}

export const trimArray =
  (trim: Trim): Trim =>
  (value) => {
    if (!Array.isArray(value)) return value
    const items: readonly unknown[] = value
    let trimmed: unknown[] | null = null
    for (let index = 0; index < items.length; index += 1) {
      const kept = trim(items[index])
      if (kept !== items[index]) (trimmed ??= [...items])[index] = kept
    }
    return trimmed ?? items
  }

type Test = (value: Named) => boolean

/** What tells that a value is of this option of a union: it has each of its fields, and the literal ones as they are said. */
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
    if (!isNamed(value)) return value
    const fitting = trims.find(({ tests }) => tests.every((holds) => holds(value)))
    if (fitting === undefined) throw new Error('a response matches none of its schemas')
    return fitting.trim === null ? value : fitting.trim(value)
  }
}

const SCALARS: readonly string[] = ['string', 'number', 'boolean', 'enum', 'literal', 'null', 'unknown']

/** What a schema holds in itself, whatever it says of it. */
const innerOf = (schema: AnySchema): AnySchema => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const isWrapped = def.type === 'nullable' || def.type === 'optional' || def.type === 'nonoptional'
  return isWrapped ? innerOf(def.innerType) : schema
}

/** Made once from a schema; null where there is nothing in it that could be taken out. */
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
