import { describe, expect, it } from 'vitest'
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
    ['-3', '.', 'EUR', null],
    ['much', '.', 'EUR', null],
  ] as const)('converts %s with %s in %s', (text, mark, currency, minor) => {
    expect(minorUnitsIn(text, mark, currency)).toBe(minor)
  })
})

it('currencyIn returns codes and unambiguous symbols only', () => {
  expect(['12 EUR', '12 €', '£5', '$5', '5'].map(currencyIn)).toEqual(['EUR', 'EUR', 'GBP', null, null])
})

it('isFree recognises words for free and zero', () => {
  expect(['0,00 €', 'Kostenlos', 'gratuit', '無料', '5'].map(isFree)).toEqual([true, true, true, true, false])
})
