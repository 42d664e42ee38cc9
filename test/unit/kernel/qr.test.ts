import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { qrModules } from '../../../src/kernel/qr.ts'

const MASKS = [0, 1, 2, 3, 4, 5, 6, 7]
const picture = (modules: readonly (readonly boolean[])[]) =>
  modules.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join('')).join('\n')

describe('the modules of a QR code', () => {
  it.each([1, 14, 15, 25, 26, 27, 42, 62, 106, 107, 152, 180, 213, 214, 370, 504, 1_000, 2_331])(
    'of %i letters are those of an encoder that is not ours',
    (length) => {
      const text = 'https://door.test/?p=a4/'.repeat(100).slice(0, length)
      // Which mask reads best is a matter of scores; each of the eight is right.
      const theirs = MASKS.map((maskPattern) => picture(encode(text, { ecc: 'M', border: 0, maskPattern }).data))
      expect(theirs).toContain(picture(qrModules(text)))
    },
  )

  it('fit a guest’s code into 25 by 25', () => expect(qrModules('qr_7Fq2LzT0aBcDeFgHiJkLmN')).toHaveLength(25))

  it('refuse a text that no code holds', () =>
    expect(() => qrModules('x'.repeat(2_332))).toThrow(/more than a QR code/))
})
