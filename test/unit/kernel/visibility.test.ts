import { expect, it } from 'vitest'
import { hasSeat, isOpenToAll } from '../../../src/kernel/visibility.ts'
import { GUEST_STATUSES } from '../../../src/kernel/vocabulary.ts'

it.each([
  ['PUBLIC', null, true],
  ['PRIVATE', null, false],
  ['PUBLIC', ['PUBLIC', 'PUBLISHED'], true],
  ['PUBLIC', ['UNLISTED', 'PUBLISHED'], true],
  ['PUBLIC', ['PUBLIC', 'CANCELLED'], true],
  ['PUBLIC', ['PUBLIC', 'ARCHIVED'], true],
  ['PUBLIC', ['PRIVATE', 'PUBLISHED'], false],
  ['PUBLIC', ['PUBLIC', 'DRAFT'], false],
  ['PRIVATE', ['PUBLIC', 'PUBLISHED'], false],
] as const)('isOpenToAll for a %s calendar and event %j returns %s', (calendar, event, isOpen) => {
  const held = event === null ? null : { visibility: event[0], status: event[1] }
  expect(isOpenToAll({ visibility: calendar, suspendedAt: null }, held)).toBe(isOpen)
  expect(isOpenToAll({ visibility: calendar, suspendedAt: 1 }, held)).toBe(false)
})

it('hasSeat is true for CONFIRMED and CHECKED_IN only', () => {
  expect(GUEST_STATUSES.filter(hasSeat)).toEqual(['CONFIRMED', 'CHECKED_IN'])
})
