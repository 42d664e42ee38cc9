import { describe, expect, it } from 'vitest'
import { chanceOf } from '../../../harness/chance.ts'
import { currencyIn, decimalMarkOf, isFree, minorUnitsIn } from '../../../src/modules/imports/amounts.ts'

describe('decimalMarkOf', () => {
  it.each([
    [['12,50', '1.234'], ','],
    [['1.234,50 €'], ','],
    [['1,234.50'], '.'],
    [['1.234.567'], ','],
    [["1'234.5"], '.'],
    [['12', 'frei'], 'none'],
    [['1.234', '5,000'], null],
    [['1.234', '5'], null],
    [['12,50', '12.50'], null],
    [['Fr. 20.00', 'Rs. 500'], '.'],
    [['Fr. 20.–', '20,- €'], 'none'],
    [['2 x 12,50', '7.25'], '.'],
  ])('reads %j as %s', (values, mark) => {
    expect(decimalMarkOf(values)).toBe(mark)
  })
})

describe('minorUnitsIn', () => {
  it.each([
    ['1.234,50 €', ',', 'EUR', 123_450],
    ['$1,234.5', '.', 'USD', 123_450],
    ['1 234,00', ',', 'EUR', 123_400],
    ['1500', '.', 'JPY', 1_500],
    ['1500.00', '.', 'JPY', 1_500],
    ['1.5', '.', 'KWD', 1_500],
    ['12.505', '.', 'EUR', null],
    ['12.50', ',', 'EUR', null],
    ['12,50', '.', 'EUR', null],
    ['1,2345', '.', 'USD', null],
    ['Fr. 20.00', '.', 'CHF', 2_000],
    ['Rs.500', '.', 'INR', 50_000],
    ['₹1,50,000.00', '.', 'INR', 15_000_000],
    ["1'234.50", '.', 'CHF', 123_450],
    ['€ 20,-', '.', 'EUR', 2_000],
    ['.50', '.', 'USD', 50],
    ['2 x 12.50', '.', 'EUR', null],
    ['10–15', '.', 'EUR', null],
    ['-3', '.', 'EUR', null],
    ['much', '.', 'EUR', null],
  ] as const)('converts %s with %s in %s', (text, mark, currency, minor) => {
    expect(minorUnitsIn(text, mark, currency)).toBe(minor)
  })
})

it('reads 600 generated amounts as they were written, or asks', () => {
  const chance = chanceOf(9)
  const below = (limit: number) => Math.floor(chance() * limit)
  const write = (minor: number, mark: ',' | '.', group: string) => {
    const whole = `${Math.floor(minor / 100)}`.replaceAll(/\B(?=(?:\d{3})+$)/g, group)
    return `${['', '€ ', 'Fr. ', 'EUR '][below(4)]}${whole}${mark}${`${minor % 100}`.padStart(2, '0')}${['', ' €', ' Fr.'][below(3)]}`
  }
  const asked = { columns: 0, mixed: 0 }
  for (let seed = 1; seed <= 200; seed += 1) {
    const own = below(2) === 0 ? ',' : '.'
    const isMixed = below(4) === 0
    const amounts = [below(90_000_000), below(9_000), below(900_000)]
    const texts = amounts.map((minor, at) => {
      const mark = isMixed && at === 1 ? (own === ',' ? '.' : ',') : own
      return write(minor, mark, ['', ' ', mark === ',' ? '.' : ','][below(3)] ?? '')
    })
    const read = decimalMarkOf(texts)
    asked.columns += read === null ? 0 : 1
    asked.mixed += isMixed ? 1 : 0
    expect(read, texts.join(' | ')).toBe(isMixed ? null : own)
    if (read === null || read === 'none') continue
    for (const [at, text] of texts.entries()) expect(minorUnitsIn(text, read, 'EUR'), text).toBe(amounts[at])
  }
  expect(Math.min(asked.columns, asked.mixed)).toBeGreaterThan(20)
})

it('currencyIn returns codes and unambiguous symbols only', () => {
  expect(['12 EUR', '12 €', '£5', '$5', '5'].map(currencyIn)).toEqual(['EUR', 'EUR', 'GBP', null, null])
})

it('isFree recognises words for free and zero', () => {
  expect(['0,00 €', 'Kostenlos', 'gratuit', '無料', '5'].map(isFree)).toEqual([true, true, true, true, false])
})
