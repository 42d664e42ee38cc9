import type * as z from 'zod'

/**
 * A function that creates its value on the first call and caches it. All Zod schemas are lazy: there are hundreds, a
 * request needs only a few, and building all of them would dominate the cold start.
 */
export type Lazy<Value> = () => Value

export const lazy = <Value>(create: () => Value): Lazy<Value> => {
  let cached: { value: Value } | null = null
  return () => (cached ??= { value: create() }).value
}

export type SchemaOutput<Schema extends Lazy<z.ZodType>> = z.output<ReturnType<Schema>>
export type SchemaInput<Schema extends Lazy<z.ZodType>> = z.input<ReturnType<Schema>>
