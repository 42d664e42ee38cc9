import { describe, expect, it } from 'vitest'
import {
  compactIban,
  epcPayload,
  inGroupsOfFour,
  isIban,
  orderNumberOfReference,
  referenceOfOrder,
} from '../../../src/kernel/bank-transfer.ts'

const IBANS = ['DE89370400440532013000', 'GB82WEST12345698765432', 'FR1420041010050500013M02606', 'NO9386011117947']

/** A linear congruential generator, so that every run checks the same numbers. */
const numbers = function* (count: number) {
  let seed = 20_261_127n
  for (let index = 0; index < count; index += 1) {
    seed = (seed * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n
    yield (seed >> 16n).toString(16).toUpperCase().padStart(12, '0')
  }
}

const withDigit = (text: string, at: number, digit: string) => text.slice(0, at) + digit + text.slice(at + 1)

/** Every other digit at every place, and every pair of unequal neighbours swapped. */
const typingErrors = (reference: string) =>
  Array.from({ length: reference.length - 2 }, (_, index) => index + 2).flatMap((at) => {
    const [here, next] = [reference[at] ?? '', reference[at + 1] ?? '']
    const others = Array.from('0123456789')
      .filter((digit) => digit !== here)
      .map((digit) => withDigit(reference, at, digit))
    return next === '' || next === here ? others : [...others, withDigit(withDigit(reference, at, next), at + 1, here)]
  })

describe('an IBAN', () => {
  it.each(IBANS)('%s is valid', (iban) => {
    expect(isIban(iban)).toBe(true)
  })

  it.each(IBANS)('%s with any other digit is not', (iban) => {
    const others = Array.from({ length: iban.length - 2 }, (_, index) =>
      Array.from('0123456789', (digit) => withDigit(iban, index + 2, digit)),
    ).flat()
    expect(others.filter((other) => other !== iban && isIban(other))).toEqual([])
  })

  it.each(['', 'DE', 'de89370400440532013000', 'DE89 3704 0044 0532 0130 00', 'RF89370400440532013000'])(
    '%j is refused',
    (text) => {
      expect(isIban(text)).toBe(false)
    },
  )

  it('is compared without spaces and in upper case', () => {
    expect(compactIban(' de89 3704 0044 0532 0130 00 ')).toBe(IBANS[0])
    expect(inGroupsOfFour(IBANS[0] ?? '')).toBe('DE89 3704 0044 0532 0130 00')
  })
})

describe('the reference of an order', () => {
  it('returns to the same order number, for 20,000 orders and the extremes', () => {
    for (const number of ['000000000000', '000000000001', 'FFFFFFFFFFFF', ...numbers(20_000)]) {
      const reference = referenceOfOrder(number)
      expect(reference).toMatch(/^RF\d{17}$/)
      expect(orderNumberOfReference(reference)).toBe(number)
    }
  })

  it('has the check digits of ISO 11649', () => {
    expect(referenceOfOrder('3A5B09CE71D2')).toBe('RF46064162680959442')
    expect(referenceOfOrder('09593C9E3A32')).toBe(`RF${checkDigits('010278873741874')}010278873741874`)
  })

  it('survives spaces, hyphens and lower case', () => {
    const reference = referenceOfOrder('0123456789AB')
    expect(orderNumberOfReference(inGroupsOfFour(reference))).toBe('0123456789AB')
    expect(orderNumberOfReference(`${reference.slice(0, 9)}-${reference.slice(9).toLowerCase()}.`)).toBe('0123456789AB')
  })

  it('is refused with any wrong digit and any swap of neighbours', () => {
    let tried = 0
    for (const number of numbers(500))
      for (const wrong of typingErrors(referenceOfOrder(number))) {
        tried += 1
        expect(orderNumberOfReference(wrong), wrong).toBeNull()
      }
    expect(tried).toBeGreaterThan(80_000)
  })

  it('is refused above the highest order number', () => {
    expect(orderNumberOfReference(`RF${checkDigits('281474976710656')}281474976710656`)).toBeNull()
    expect(orderNumberOfReference('')).toBeNull()
  })
})

/** The same arithmetic in whole numbers of any size. */
const checkDigits = (digits: string) => String(98n - (BigInt(`${digits}271500`) % 97n)).padStart(2, '0')

describe('the text of an EPC QR code', () => {
  const transfer = {
    holder: 'Musikverein Höchst e. V.',
    iban: 'DE89370400440532013000',
    reference: 'RF46064162680959442',
    amount: 11_900,
    currency: 'EUR',
  }

  it('has the lines of version 002, with the reference as unstructured text', () => {
    expect(epcPayload(transfer)).toBe(
      'BCD\n002\n1\nSCT\n\nMusikverein Höchst e. V.\nDE89370400440532013000\nEUR119.00\n\n\nRF46064162680959442',
    )
  })

  it.each([
    [1, 'EUR0.01'],
    [5, 'EUR0.05'],
    [100, 'EUR1.00'],
    [99_999_999_999, 'EUR999999999.99'],
  ])('writes %i cents as %s', (amount, text) => {
    expect(epcPayload({ ...transfer, amount })?.split('\n')[7]).toBe(text)
  })

  it.each([{ amount: 0 }, { amount: 100_000_000_000 }, { currency: 'CHF' }])('does not exist for %j', (other) => {
    expect(epcPayload({ ...transfer, ...other })).toBeNull()
  })
})
