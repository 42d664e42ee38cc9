import * as z from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Failure } from '../../src/kernel/failure.ts'
import { Email, InstantInput, oneLine } from '../../src/kernel/wire.ts'
import { sayFault } from '../../src/operation/faults.ts'
import { readRequest } from '../../src/operation/request.ts'
import type { Operation } from '../../src/operation/operation.ts'
import { registry } from '../../src/registry.ts'

/** Stands for every sentence that Zod would write itself. */
const RAW = 'a sentence of Zod'

const GARBAGE: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '',
  'x',
  '9'.repeat(30_000),
  '2027-99-99T99:99:99Z',
  [],
  [null],
  [{}],
  Array.from({ length: 600 }, () => 'x'),
  {},
  { unknown: 1 },
]

interface Part {
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  options?: z.ZodType[]
  valueType?: z.ZodType
}

/** Returns the paths of all fields in the schema. `0` is the first item of a list. */
const pathsIn = (schema: z.ZodType, path: readonly string[] = []): (readonly string[])[] => {
  const { shape, element, innerType, in: input, options, valueType } = (schema as z.ZodType & { def: Part }).def
  if (path.length > 6) return [path]
  const deeper = [
    ...Object.entries(shape ?? {}).map(([name, field]) => [field, [...path, name]] as const),
    ...(element === undefined ? [] : [[element, [...path, '0']] as const]),
    ...(valueType === undefined ? [] : [[valueType, [...path, 'en']] as const]),
    ...[innerType, input, ...(options ?? [])].flatMap((inner) => (inner === undefined ? [] : [[inner, path] as const])),
  ]
  return [path, ...deeper.flatMap(([inner, at]) => pathsIn(inner, at))]
}

const bodyWith = (path: readonly string[], value: unknown): unknown => {
  const [first, ...rest] = path
  if (first === undefined) return value
  return first === '0' ? [bodyWith(rest, value)] : { [first]: bodyWith(rest, value) }
}

const errorsOf = async (operation: Operation, request: Request) => {
  try {
    await readRequest(operation, request, {}).valid()
    return []
  } catch (error) {
    return (error as Failure).extras.fields ?? []
  }
}

const post = (body: unknown) =>
  new Request('https://calendar.example/api/x', {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('field errors', () => {
  const { localeError } = z.config()
  beforeAll(() => {
    z.config({ localeError: () => RAW })
  })
  afterAll(() => {
    z.config({ localeError })
  })

  it('never contain a sentence of Zod, for garbage in every body field of every operation', async () => {
    const seen = new Set<string>()
    for (const operation of registry) {
      if (operation.body === undefined) continue
      const unlimited = { ...operation, bodyLimitBytes: 2 ** 24 }
      const paths = new Map(pathsIn(operation.body()).map((path) => [path.join('.'), path]))
      for (const path of paths.values()) {
        for (const value of GARBAGE) {
          for (const { field, message } of await errorsOf(unlimited, post(bodyWith(path, value)))) {
            seen.add(message)
            expect(message, `${operation.id} ${field}`).not.toContain(RAW)
            expect(field).toMatch(/^[\w-]+(?:\.[\w-]+)*$/)
          }
        }
      }
    }
    expect(seen).toContain('is required')
    expect(seen).toContain('must be true or false')
  })

  it('never contain a sentence of Zod, for garbage in every query parameter of every operation', async () => {
    for (const operation of registry) {
      for (const name of Object.keys(operation.query?.().shape ?? {})) {
        for (const value of ['', 'x', '-1', '9'.repeat(3_000), '2027-99-99', 'true,x', '{}']) {
          const url = `https://calendar.example/api/x?${new URLSearchParams({ [name]: value }).toString()}`
          const asked = { ...operation, body: undefined, takes: undefined } as Operation
          for (const { field, message } of await errorsOf(asked, new Request(url))) {
            expect(message, `${operation.id} ${field}`).not.toContain(RAW)
          }
        }
      }
    }
  })

  it('have a sentence of ours for each kind of issue that Zod knows', () => {
    const kinds: [z.ZodType, unknown, string][] = [
      [z.object({ a: z.string() }), {}, 'is required'],
      [z.string(), 7, 'must be a string'],
      [z.int(), 0.5, 'must be a whole number'],
      [z.boolean(), 'yes', 'must be true or false'],
      [z.array(z.string()), {}, 'must be a list'],
      [z.object({}), [], 'must be an object'],
      [z.record(z.string(), z.string()), [], 'must be an object'],
      [z.date(), 'x', 'must be of another type'],
      [z.string().min(1), '', 'must not be empty'],
      [z.string().min(3), 'ab', 'must be at least 3 characters'],
      [z.string().max(1), 'ab', 'must be at most 1 character'],
      [z.array(z.int()).max(2), [1, 2, 3], 'must have at most 2 items'],
      [z.number().min(5), 4, 'must be at least 5'],
      [z.number().lt(5), 5, 'must be less than 5'],
      [z.number().gt(5), 5, 'must be more than 5'],
      [z.number().multipleOf(5), 4, 'must be a multiple of 5'],
      [z.enum(['A', 'B']), 'C', 'must be one of A, B'],
      [z.literal(true), false, 'must be true'],
      [z.strictObject({}), { a: 1 }, 'has unknown fields: a'],
      [z.union([z.string(), z.boolean()]), 7, 'has none of the accepted forms'],
      [z.record(z.email(), z.string()), { a: 'b' }, 'has an invalid key'],
      [z.map(z.string(), z.string()), new Map([['a', 1]]), 'must be a string'],
      [z.string().refine(() => false), 'x', 'is invalid'],
      [z.string().regex(/^a$/), 'b', 'has an invalid format'],
      [z.iso.date(), 'b', 'must be a date, such as 2027-05-01'],
      [Email(), 'b', 'must be an email address'],
      [InstantInput(), 'b', 'must be a time with an offset, such as 2027-05-01T18:30:00Z'],
      [oneLine(5), '   ', 'must not be empty'],
    ]
    for (const [schema, value, sentence] of kinds) {
      const { error } = schema.safeParse(value, { error: sayFault })
      expect(
        error?.issues.map(({ message }) => message),
        sentence,
      ).toEqual([sentence])
    }
  })
})
