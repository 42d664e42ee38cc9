import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Lazy } from '../../src/kernel/lazy.ts'
import { iso } from '../../src/kernel/time.ts'
import { trimOf } from '../../src/operation/trim.ts'
import { registry } from '../../src/registry.ts'

const Seat = z.object({ id: z.string(), at: z.string().nullable() })
const Whole = z.object({
  id: z.string(),
  seats: z.array(Seat),
  first: Seat.nullable(),
  later: Seat.optional(),
  words: z.record(z.string(), Seat.partial()),
  told: z.unknown(),
})
const trim = trimOf(Whole) as (value: unknown) => unknown
const whole = () => ({
  id: 'one',
  seats: [
    { id: 'a', at: null },
    { id: 'b', at: 'now' },
  ],
  first: { id: 'c', at: null },
  words: { de: { id: 'd' } },
  told: { anything: { at: 'all' } },
})

describe('trimOf', () => {
  it('returns the same object if it has declared fields only', () => {
    const value = whole()
    expect(trim(value)).toBe(value)
  })

  it('returns the same object if the extra fields are undefined', () => {
    const value = { ...whole(), secret: undefined }
    expect(trim(value)).toBe(value)
    expect(JSON.stringify(value)).toBe(JSON.stringify(whole()))
  })

  it('keeps the field order when it removes fields', () => {
    const { id, ...others } = whole()
    const told = JSON.stringify(trim({ secret: 1, ...others, more: 2, id }))
    expect(told).toBe(JSON.stringify({ ...others, id }))
  })

  it('removes undeclared fields at any depth without mutating the input', () => {
    const clean = whole()
    const value = {
      ...whole(),
      secret: 1,
      seats: [{ id: 'a', at: null, code: 'x' }, clean.seats[1]],
      first: { ...clean.first, code: 'x' },
      words: { de: { id: 'd', code: 'x' } },
    }
    const before = structuredClone(value)
    expect(trim(value)).toEqual(clean)
    expect(value).toEqual(before)
  })

  it('trims a union by the matching member and throws if none matches', () => {
    const either = trimOf(
      z.union([
        z.object({ object: z.literal('seat'), seat: Seat }),
        z.object({ object: z.literal('none'), why: z.string() }),
        Seat,
      ]),
    ) as (value: unknown) => unknown
    expect(either({ object: 'none', why: 'full', seat: 1 })).toEqual({ object: 'none', why: 'full' })
    expect(either({ object: 'seat', seat: { id: 'a', at: null, code: 'x' } })).toEqual({
      object: 'seat',
      seat: { id: 'a', at: null },
    })
    expect(either({ id: 'a', at: null, code: 'x' })).toEqual({ id: 'a', at: null })
    expect(() => either({ object: 'else' })).toThrow('none of its schemas')
  })

  it('equals z.parse() for any value', () => {
    const seats = fc.record(
      { id: fc.string(), at: fc.option(fc.string()), code: fc.string() },
      { requiredKeys: ['id', 'at'] },
    )
    const anything = fc.record({
      id: fc.string(),
      seats: fc.array(seats, { maxLength: 4 }),
      first: fc.option(seats),
      words: fc.dictionary(fc.constantFrom('de', 'fr'), seats),
      told: fc.jsonValue(),
      more: fc.jsonValue(),
    })
    fc.assert(
      fc.property(anything, (value) => {
        expect(trim(value)).toEqual(Whole.parse(value))
      }),
    )
  })

  it('supports the response schema of every operation (no transform, no default)', () => {
    const schemasOf = ({ answer }: (typeof registry)[number]): (Lazy<z.ZodType> | null)[] =>
      answer.kind === 'raw' ? Object.values(answer.mediaTypes) : [answer.item]
    const refused = registry.flatMap((operation) =>
      schemasOf(operation).flatMap((schema) => {
        try {
          if (schema !== null) trimOf(schema())
          return []
        } catch (error) {
          return [`${operation.id}: ${String(error)}`]
        }
      }),
    )
    expect(refused).toEqual([])
  })
})

describe('iso', () => {
  it('equals Date.toISOString() for any instant', () => {
    const most = Date.parse('9999-12-31T23:59:59.999Z')
    fc.assert(
      fc.property(fc.integer({ min: -most, max: most }), (at) => {
        expect(iso(at)).toBe(new Date(at).toISOString())
      }),
      { examples: [[0], [-1], [86_399_999], [86_400_000], [Date.parse('2028-02-29T00:00:00Z')], [-most]] },
    )
  })

  it('throws RangeError for NaN', () => {
    expect(() => iso(Number.NaN)).toThrow(RangeError)
  })
})
