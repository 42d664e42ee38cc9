import { expect, it } from 'vitest'
import { rangeIn } from '../../../web/shared/your-time.ts'

const NIGHT = [new Date('2026-12-11T10:30:00Z'), new Date('2026-12-11T14:00:00Z')] as const

it.each([
  ['ja', 'Europe/Paris', '12月11日(金) 11:30〜15:00 GMT+1'],
  ['de', 'Europe/Paris', 'Fr., 11. Dez., 11:30\u00a0– 15:00 MEZ'],
  ['en-GB', 'Asia/Tokyo', 'Fri, 11 Dec, 19:30\u00a0– 23:00 GMT+9'],
  ['en-GB', 'Pacific/Auckland', 'Fri, 11 Dec, 23:30\u00a0– Sat, 12 Dec, 03:00 GMT+13'],
])('rangeIn writes the page’s time in %s for a visitor in %s', (format, zone, said) => {
  // Commas next to weekdays differ between ICU versions.
  const plain = (text: string) => text.replaceAll(',', '')
  expect(plain(rangeIn(format, zone, ...NIGHT))).toBe(plain(said))
})
