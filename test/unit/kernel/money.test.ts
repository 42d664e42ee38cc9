import { describe, expect, it } from 'vitest'
import { amountOf, exponentOf, isCurrency, stepOf } from '../../../src/kernel/money.ts'
import { ofStripeAmount, toStripeAmount, whyNotCharged } from '../../../src/platform/stripe-money.ts'
import { moneyOf } from '../../../src/presentation/price.ts'
import { languageOf } from '../../../src/words/words.ts'

describe('minor units', () => {
  it.each([
    ['HUF IDR COP PKR ALL AFN MGA LBP IRR EUR USD TWD', 2],
    ['JPY KRW ISK UGX CLP VND XOF', 0],
    ['BHD IQD JOD KWD LYD OMR TND', 3],
    ['CLF UYW', 4],
  ])('%s have the ISO 4217 exponent %i, whatever the locale data says', (codes, exponent) => {
    for (const code of codes.split(' '))
      expect([code, isCurrency(code), exponentOf(code)]).toEqual([code, true, exponent])
  })

  it('moneyOf and amountOf format amounts with the ISO 4217 exponent', () => {
    expect(moneyOf(250_000, 'HUF', languageOf('en'))).toBe('HUF\u00a02,500.00')
    expect(moneyOf(2_500, 'JPY', languageOf('en'))).toBe('JP¥2,500')
    expect(moneyOf(12_340, 'KWD', languageOf('en'))).toBe('KWD\u00a012.340')
    expect(moneyOf(2_500, 'JPY', languageOf('ar'))).toContain('JP¥\u200e')
    expect(moneyOf(2_500, 'EUR', languageOf('ar'))).not.toContain('€\u200e')
    expect(amountOf(250_000, 'IDR')).toEqual({ value: 2_500, text: '2500.00' })
    expect(amountOf(1_005, 'TND').text).toBe('1.005')
  })

  it('isCurrency rejects metals, funds, withdrawn codes and lower case', () => {
    expect(['XAU', 'XXX', 'XTS', 'DEM', 'eur', 'ABC', ''].filter(isCurrency)).toEqual([])
  })
})

describe('Stripe amounts', () => {
  it.each([
    ['EUR', 2_500, 2_500],
    ['HUF', 250_000, 250_000],
    ['JPY', 500, 500],
    ['ISK', 5, 500],
    ['UGX', 5, 500],
    ['MGA', 500, 5],
    ['KWD', 5_120, 5_120],
  ])('%s %i converts to %i for Stripe and back', (currency, minor, amount) => {
    expect(toStripeAmount(minor, currency)).toBe(amount)
    expect(ofStripeAmount(amount, currency)).toBe(minor)
  })

  it.each([
    ['KPW', 1_000, 'currency'],
    ['IRR', 1_000, 'currency'],
    ['LYD', 1_000, 'currency'],
    ['KWD', 5_124, 'price'],
    ['MGA', 550, 'price'],
    ['KWD', 5_120, undefined],
    ['ISK', 7, undefined],
    ['EUR', 49, 'price'],
    ['EUR', 50, undefined],
    ['HUF', 17_499, 'price'],
    ['JPY', 50, undefined],
    ['KWD', 5, 'price'],
    ['PEN', 1, undefined],
  ])('whyNotCharged reports for %s %i the field %s', (currency, price, field) => {
    expect(whyNotCharged(price, currency)?.field).toBe(field)
  })

  it('a multiple of stepOf is always a whole Stripe amount', () => {
    for (const currency of ['BHD', 'JOD', 'KWD', 'OMR', 'TND', 'MGA']) {
      expect(toStripeAmount(stepOf(currency) * 7, currency) % 1).toBe(0)
    }
    expect(stepOf('EUR')).toBe(1)
    expect(stepOf(null)).toBe(1)
  })
})
