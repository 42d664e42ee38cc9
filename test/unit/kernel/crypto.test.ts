import { expect, it } from 'vitest'
import { equalInConstantTime } from '../../../src/kernel/crypto.ts'

it.each([
  ['', '', true],
  ['secret', 'secret', true],
  ['Zoë', 'Zoë', true],
  ['secret', 'secreT', false],
  ['secret', 'Secret', false],
  ['secret', 'secrets', false],
  ['secrets', 'secret', false],
  ['', 'secret', false],
  ['secret', '', false],
  ['aa', 'aaaa', false],
  ['aaaa', 'aa', false],
])('equalInConstantTime(%j, %j) returns %s', (left, right, isEqual) => {
  expect(equalInConstantTime(left, right)).toBe(isEqual)
})
