import { describe, expect, it } from 'vitest'
import { Email } from '../../../src/kernel/wire.ts'

describe('an email address', () => {
  it.each([
    ['Anna@Straße.de', 'anna@xn--strae-oqa.de'],
    ['anna@STRASSE.de', 'anna@strasse.de'],
    ['a@faß.example', 'a@xn--fa-hia.example'],
    ['a@MÜLLER.de', 'a@xn--mller-kva.de'],
    ['a@例え.jp', 'a@xn--r8jz45g.jp'],
    ['a@xn--strae-oqa.de', 'a@xn--strae-oqa.de'],
  ])('given as %s is stored as %s', (typed, stored) => {
    expect(Email().parse(typed)).toBe(stored)
  })

  it.each(['groß@example.org', 'a@ü.de/x', 'a@ü.de:80', 'a@b@ü.de', 'a@１２７.０.０.１', 'ü.de', 'a@ü'])(
    'is not %s',
    (typed) => {
      expect(Email().safeParse(typed).success).toBe(false)
    },
  )
})
