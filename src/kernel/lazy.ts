import type * as z from 'zod'

/**
 * Something that is made when it is first asked for, and kept. Schemas are: there are hundreds,
 * and a request needs a few of them, so building all would be most of what a start costs.
 */
export type Lazy<Value> = () => Value

export const lazy = <Value>(make: () => Value): Lazy<Value> => {
  let made: { value: Value } | null = null
  return () => (made ??= { value: make() }).value
}

/** What a lazy schema makes of a value, and what it takes. */
export type SchemaOutput<Schema extends Lazy<z.ZodType>> = z.output<ReturnType<Schema>>
export type SchemaInput<Schema extends Lazy<z.ZodType>> = z.input<ReturnType<Schema>>
