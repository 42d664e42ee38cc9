import { expect, it } from 'vitest'
import { rangeIn } from '../../../web/shared/your-time.ts'

it.each([
  ['ja', '12月11日(金) 11:30〜15:00 GMT+1'],
  ['de', 'Fr., 11. Dez., 11:30–15:00 MEZ'],
])('in %s the reader’s own hours are written as those of the page around them', (format, said) => {
  const [from, to] = [new Date('2026-12-11T10:30:00Z'), new Date('2026-12-11T14:00:00Z')]
  expect(rangeIn(format, 'Europe/Paris', from, to).replaceAll(/[\u2009\u202f]/g, '')).toBe(said)
})
