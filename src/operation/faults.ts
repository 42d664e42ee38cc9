import type * as z from 'zod'

/**
 * The sentences of field errors. A schema's own sentence wins. Zod's sentences ("Invalid input: expected string,
 * received undefined") never reach callers, because they name JavaScript types and change with the library.
 */

const NOUNS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
}

const FORMATS: Record<string, string> = {
  email: 'must be an email address',
  url: 'must be a URL',
  datetime: 'must be a time with an offset, such as 2027-05-01T18:30:00Z',
  date: 'must be a date, such as 2027-05-01',
  time: 'must be a time of day, such as 18:30',
}

const quoted = (value: unknown) => (typeof value === 'string' ? value : String(value))

/** `3 characters`, `1 item`, or the bare number. */
const amount = (origin: string, count: number | bigint) => {
  const unit = origin === 'string' ? 'character' : origin === 'array' || origin === 'set' ? 'item' : null
  return unit === null ? String(count) : `${count} ${unit}${count === 1 ? '' : 's'}`
}
const verbFor = (origin: string) => (origin === 'array' || origin === 'set' ? 'must have' : 'must be')

type Issue = z.core.$ZodRawIssue

const sentences: { [Code in Issue['code']]: (issue: Extract<Issue, { code: Code }>) => string } = {
  invalid_type: ({ input, expected }) =>
    input === undefined ? 'is required' : `must be ${NOUNS[expected] ?? 'of another type'}`,
  too_small: ({ origin, minimum, inclusive }) => {
    if (minimum === 1 && inclusive !== false && (origin === 'string' || origin === 'array')) return 'must not be empty'
    return `${verbFor(origin)} ${inclusive === false ? 'more than' : 'at least'} ${amount(origin, minimum)}`
  },
  too_big: ({ origin, maximum, inclusive }) =>
    `${verbFor(origin)} ${inclusive === false ? 'less than' : 'at most'} ${amount(origin, maximum)}`,
  invalid_format: ({ format }) => FORMATS[format] ?? 'has an invalid format',
  not_multiple_of: ({ divisor }) => `must be a multiple of ${divisor}`,
  unrecognized_keys: ({ keys }) => `has unknown fields: ${keys.join(', ')}`,
  invalid_union: () => 'has none of the accepted forms',
  invalid_key: () => 'has an invalid key',
  invalid_element: () => 'has an invalid item',
  invalid_value: ({ values }) => `must be ${values.length > 1 ? 'one of ' : ''}${values.map(quoted).join(', ')}`,
  custom: () => 'is invalid',
}

/** Returns our sentence for an issue. Pass it to `safeParse`. */
export const sayFault = (issue: Issue): string => sentences[issue.code](issue as never)
