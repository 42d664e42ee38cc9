import { expect, it } from 'vitest'
import { rangeIn } from '../../../web/shared/your-time.ts'

const NIGHT = [new Date('2026-12-11T10:30:00Z'), new Date('2026-12-11T14:00:00Z')] as const

it.each([
  ['ja', 'Europe/Paris', '11:30〜15:00'],
  ['de', 'Europe/Paris', '11:30\u00a0– 15:00'],
  ['en-GB', 'Asia/Tokyo', '19:30\u00a0– 23:00'],
  ['en-GB', 'Pacific/Auckland', 'Fri, 11 Dec, 23:30\u00a0– Sat, 12 Dec, 03:00'],
  ['en-GB', 'Pacific/Kiritimati', 'Sat, 12 Dec, 00:30\u00a0– 04:00'],
])('rangeIn writes the page’s time in %s for a visitor in %s', (format, zone, said) => {
  // Commas next to weekdays differ between ICU versions.
  const plain = (text: string) => text.replaceAll(',', '')
  expect(plain(rangeIn(format, zone, NIGHT, 'Europe/London'))).toBe(plain(said))
})
