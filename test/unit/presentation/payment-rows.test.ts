import { describe, expect, it } from 'vitest'
import { paymentTextOf } from '../../../src/presentation/payment-rows.ts'

describe('payment instructions', () => {
  it('separate account details from sentences', () => {
    const text = [
      'Please transfer within a week.',
      '',
      'Account holder: Harbour Stage e.V.',
      'IBAN: DE02 1203 0000 0000 2020 51',
      'BIC：BYLADEM1001',
      '',
      'Thank you!',
    ].join('\n')
    expect(paymentTextOf(text)).toEqual({
      rows: [
        ['Account holder', 'Harbour Stage e.V.'],
        ['IBAN', 'DE02 1203 0000 0000 2020 51'],
        ['BIC', 'BYLADEM1001'],
      ],
      text: 'Please transfer within a week.\n\nThank you!',
    })
  })

  it.each([
    'https://pay.example/now',
    'Pay here: https://pay.example/now',
    'Note: bring the exact amount.',
    'Transfer to **IBAN: FR76 3000 6000**',
    '[Pay: now](https://pay.example)',
    'Doors open at 19:30, so pay before.',
    ': nothing',
    'Empty:',
    `Reference: ${'x'.repeat(100)}`,
  ])('keep as text: %s', (text) => {
    expect(paymentTextOf(text)).toEqual({ rows: [], text })
  })

  it('may be details alone', () => {
    expect(paymentTextOf('PayPal: harbour@stage.test\nTwint: +41 79 000 00 00')).toEqual({
      rows: [
        ['PayPal', 'harbour@stage.test'],
        ['Twint', '+41 79 000 00 00'],
      ],
      text: null,
    })
  })

  it('are read in linear time', () => {
    const text = `${'a'.repeat(20)}${' '.repeat(20_000)}:\n`.repeat(3)
    expect(paymentTextOf(text).rows).toEqual([])
  })
})
