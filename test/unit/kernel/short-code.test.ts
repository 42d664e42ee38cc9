import { assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupShortCode, parseShortCode, shortCodesFor } from '../../../src/kernel/short-code.ts'

const FORM = /^[2-9A-HJ-NP-Z]{6}$/

describe('shortCodesFor', () => {
  it('returns three codes of six characters without 0, O, 1 and I, the same ones for the same guest', () => {
    assert(
      property(string(), (id) => {
        const codes = shortCodesFor(id)
        expect(codes).toHaveLength(3)
        for (const code of codes) expect(code).toMatch(FORM)
        expect(shortCodesFor(id)).toEqual(codes)
      }),
    )
  })

  it('spreads 20,000 guests over almost as many codes', () => {
    const codes = new Set(Array.from({ length: 20_000 }, (_, index) => shortCodesFor(`gst_${index}`)[0]))
    expect(codes.size).toBeGreaterThan(19_990)
  })
})

describe('parseShortCode', () => {
  it('reads a code back however a person types it', () => {
    assert(
      property(string(), constantFrom('', '-', ' '), (id, separator) => {
        const [code = ''] = shortCodesFor(id)
        expect(parseShortCode(` ${groupShortCode(code).replace('-', separator).toLowerCase()} `)).toBe(code)
      }),
    )
  })

  it.each(['', 'K7M-2Q', 'K7M--2QF', 'K7M-2QF9', 'K0M-2QF', 'KOM-2QF', 'qr_K7M2QF', 'ada@x.org'])(
    'returns null for %j',
    (text) => {
      expect(parseShortCode(text)).toBeNull()
    },
  )
})
