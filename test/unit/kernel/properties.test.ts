import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWellFormedKey, makeKey, visiblePrefixOf } from '../../../src/access/key-format.ts'
import { errorResponse } from '../../../src/operation/answer.ts'
import { crc32 } from '../../../src/kernel/crypto.ts'
import { refusal, REFUSALS, type Code } from '../../../src/kernel/failure.ts'
import { offsetOf, pageOfItems, totalPagesOf } from '../../../src/kernel/page.ts'
import { eventSlugsFrom, slugFrom } from '../../../src/kernel/slug.ts'
import { oneLine, PageQuery, Slug } from '../../../src/kernel/wire.ts'

const MODES = ['live', 'test'] as const
/** Asserts that the property holds for the values that fast-check generates. */
const always = <Value>(values: fc.Arbitrary<Value>, check: (value: Value) => void) =>
  fc.assert(
    fc.property(values, (value) => {
      check(value)
    }),
  )

const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))

describe('pagination', () => {
  const page = fc.record({ page: fc.integer({ min: 1, max: 1_000 }), limit: fc.integer({ min: 1, max: 100 }) })

  it('covers every item exactly once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 100 }), (total, limit) => {
        const items = Array.from({ length: total }, (_, index) => index)
        const pages = Array.from({ length: totalPagesOf({ total, limit }) }, (_, index) => {
          const start = offsetOf({ page: index + 1, limit })
          return items.slice(start, start + limit)
        })
        expect(pages.flat()).toEqual(items)
        expect(pages.every((part) => part.length > 0)).toBe(true)
      }),
    )
  })

  it('parses page and limit from the query, with defaults 1 and 50', () => {
    fc.assert(
      fc.property(page, (numbers) => {
        const query = { page: String(numbers.page), limit: String(numbers.limit) }
        expect(PageQuery().parse(query)).toEqual(numbers)
        expect(pageOfItems(numbers, ['x'], 1)).toEqual({ ...numbers, items: ['x'], total: 1 })
      }),
    )
    expect(PageQuery().parse({})).toEqual({ page: 1, limit: 50 })
  })

  it('rejects a page that is not a whole number from 1 to 1,000,000 and a limit over 100', () => {
    const wrong = fc.oneof(
      fc.integer({ max: 0 }).map(String),
      fc.integer({ min: 1_000_001 }).map(String),
      fc.integer().map((whole) => `${whole}.5`),
      anyText.filter((text) => !/^\s*[+]?\d/.test(text)),
    )
    always(wrong, (text) => expect(PageQuery().safeParse({ page: text }).success).toBe(false))
    const tooMany = fc.integer({ min: 101 }).map(String)
    always(tooMany, (limit) => expect(PageQuery().safeParse({ limit }).success).toBe(false))
  })
})

describe('API keys', () => {
  it('have the published format, a valid checksum and unique prefixes', () => {
    const keys = MODES.flatMap((mode) => Array.from({ length: 500 }, () => makeKey(mode)))
    for (const key of keys) {
      expect(key).toMatch(/^svc_(live|test)_[0-9A-Za-z]{32}[0-9A-Za-z]{6}$/)
      expect(isWellFormedKey(key)).toBe(true)
      expect(visiblePrefixOf(key)).toBe(key.slice(0, 'svc_live_'.length + 8))
    }
    expect(new Set(keys).size).toBe(keys.length)
    expect(new Set(keys.map((key) => key.slice(9, 17))).size).toBe(keys.length)
  })

  it('are rejected if a character is changed, swapped or missing', () => {
    const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    const place = fc.nat({ max: 36 })
    fc.assert(
      fc.property(fc.constantFrom(...MODES), place, fc.constantFrom(...LETTERS.split('')), (mode, at, letter) => {
        const key = makeKey(mode)
        const index = 9 + at
        const changed = key.slice(0, index) + letter + key.slice(index + 1)
        const swapped = key.slice(0, index) + key[index + 1] + key[index] + key.slice(index + 2)
        for (const wrong of [changed, swapped]) expect(isWellFormedKey(wrong)).toBe(wrong === key)
        expect(isWellFormedKey(key.slice(0, index) + key.slice(index + 1))).toBe(false)
        expect(isWellFormedKey(key.replace(/live|test/, mode === 'live' ? 'test' : 'live'))).toBe(false)
      }),
    )
  })

  it('never match arbitrary text, nor a key with text appended', () => {
    always(anyText, (text) => expect(isWellFormedKey(text)).toBe(false))
    always(anyText, (text) => expect(isWellFormedKey(makeKey('live') + text)).toBe(text === ''))
  })

  it.each([
    ['123456789', 0xcbf43926],
    ['', 0],
    ['The quick brown fox jumps over the lazy dog', 0x414fa339],
  ])('use the standard CRC-32 for %j', (text, checksum) => expect(crc32(text)).toBe(checksum))
})

describe('error responses', () => {
  const codes = Object.keys(REFUSALS) as Code[]
  const fields = fc.array(fc.record({ field: anyText, message: anyText }), { maxLength: 5 })

  it('have exactly the fields statusCode, message, errors, code and requestId', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...codes),
        anyText,
        fc.option(fields, { nil: undefined }),
        async (code, says, given) => {
          const failure = refusal(code, {
            says,
            ...(given === undefined ? {} : { fields: given }),
            cause: new Error('secret'),
          })
          const answer = errorResponse(failure, 'req_1')
          expect(await answer.json()).toEqual({
            statusCode: REFUSALS[code].status,
            message: says,
            errors: given ?? [],
            code,
            requestId: 'req_1',
          })
          expect(answer.status).toBe(REFUSALS[code].status)
          expect(answer.status).toBeGreaterThanOrEqual(400)
        },
      ),
    )
  })

  it('use the default message of the code', () => {
    for (const code of codes) expect(refusal(code).message).toBe(REFUSALS[code].says)
  })

  it('round Retry-After up to whole seconds, at least 1', () => {
    fc.assert(
      fc.property(fc.double({ min: -10, max: 100_000, noNaN: true }), (retryAfterSeconds) => {
        const { headers } = errorResponse(refusal('rate_limited', { retryAfterSeconds }), 'req_1')
        expect(headers.get('Retry-After')).toMatch(/^[1-9]\d*$/)
        expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(retryAfterSeconds)
      }),
    )
  })
})

describe('slugFrom', () => {
  it('returns a valid slug of at most 56 characters for any text, and is idempotent', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const slug = slugFrom(text, 'calendar')
        expect(Slug().safeParse(slug).success).toBe(true)
        expect(slug.length).toBeLessThanOrEqual(56)
        expect(slugFrom(slug, 'calendar')).toBe(slug)
      }),
    )
  })

  it.each([
    ['Café du  Lac', 'cafe-du-lac'],
    ['  --Été 2027!--', 'ete-2027'],
    ['日本', 'calendar'],
    ['', 'calendar'],
    ['ﬁne ①', 'fine-1'],
    ['Größe & Straße', 'grosse-strasse'],
    ['Smørrebrød på Łódź', 'smorrebrod-pa-lodz'],
    ['さくらまつり', 'sakuramatsuri'],
    ['ジャズ・ナイト がっこう', 'jazu-naito-gakkou'],
    ['أمسية العود', 'amsya-alawd'],
    ['Вечер джаза', 'vecher-dzhaza'],
    ['Νύχτα', 'nychta'],
  ])('converts %j to %s', (text, slug) => expect(slugFrom(text, 'calendar')).toBe(slug))
})

describe('eventSlugsFrom', () => {
  it('returns valid slugs for any title', () => {
    always(anyText, (text) => {
      for (const slug of eventSlugsFrom(text, '2026-12-05', 'x'.repeat(64)))
        expect(Slug().safeParse(slug).success, slug).toBe(true)
    })
  })

  it.each([
    ['Repair evening', ['repair-evening', 'repair-evening-2026-12-05']],
    ['東京ジャズの夜', ['jazu-2026-12-05']],
    ['TypeScript 勉強会', ['typescript-2026-12-05']],
    ['冬の星空観察会', ['tokyo-jazz-2026-12-05']],
    ['서울 Jazz', ['jazz-2026-12-05']],
    ['🎉', ['tokyo-jazz-2026-12-05']],
  ])('converts %j to %j', (title, slugs) => expect(eventSlugsFrom(title, '2026-12-05', 'tokyo-jazz')).toEqual(slugs))
})

describe('oneLine', () => {
  const schema = oneLine(200)
  it('removes line breaks and control characters from any text, and is idempotent', () => {
    const blank = /^[\p{Cc}\s\u2028\u2029]*$/u
    always(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const { success, data = '' } = schema.safeParse(text)
      expect(success).toBe(!blank.test(text))
      expect(data).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      expect(data).toBe(data.trim())
      expect(schema.safeParse(data).data ?? '').toBe(data)
    })
  })

  it.each([
    ['a\r\nb', 'a b'],
    ['a\n\n\tb', 'a b'],
    [' a\u2028b\u0000 ', 'a b'],
    ['a  b', 'a  b'],
  ])('converts %j to %j', (text, line) => expect(schema.parse(text)).toBe(line))
})
