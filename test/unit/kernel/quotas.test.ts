import { expect, it } from 'vitest'
import { QUOTAS, quotasOf, resetOf } from '../../../src/kernel/quotas.ts'

it('QUOTAS has the documented limits, with ENTERPRISE equal to PRO', () => {
  const limits = Object.fromEntries(
    Object.entries(QUOTAS).map(([name, { FREE, PLUS, PRO, ENTERPRISE }]) => {
      expect(ENTERPRISE).toBe(PRO)
      return [name, [FREE, PLUS, PRO]]
    }),
  )
  expect(limits).toEqual({
    recipientsPerDay: [100, 2_000, 20_000],
    messagesPerEventAndDay: [3, 3, 3],
    calendarsPerUser: [10, 10, 10],
    eventsPerCalendar: [200, 5_000, 50_000],
    guestsPerEvent: [1_000, 20_000, 200_000],
    imagesPerCalendar: [200, 200, 200],
    imagesPerDay: [50, 50, 50],
    archivesPerDay: [3, 3, 3],
  })
})

it('quotasOf overrides one limit for every plan or for a single plan', () => {
  expect(quotasOf(undefined)).toBe(QUOTAS)
  expect(quotasOf('')).toBe(QUOTAS)
  const changed = quotasOf('{"calendarsPerUser": 25, "eventsPerCalendar": {"FREE": 50}}')
  expect(changed?.calendarsPerUser).toEqual({ FREE: 25, PLUS: 25, PRO: 25, ENTERPRISE: 25 })
  expect(changed?.eventsPerCalendar).toEqual({ ...QUOTAS.eventsPerCalendar, FREE: 50 })
  expect(changed?.guestsPerEvent).toEqual(QUOTAS.guestsPerEvent)
})

it.each([
  '{',
  '[]',
  '7',
  'null',
  '{"events": 7}',
  '{"eventsPerCalendar": -1}',
  '{"eventsPerCalendar": "7"}',
  '{"eventsPerCalendar": {"GOLD": 7}}',
  '{"eventsPerCalendar": {"FREE": 1.5}}',
])('quotasOf returns null for the invalid setting %s', (setting) => expect(quotasOf(setting)).toBeNull())

it('resetOf returns the next midnight UTC', () => {
  expect(resetOf(Date.parse('2027-03-01T00:00:00Z'))).toBe('2027-03-02T00:00:00.000Z')
  expect(resetOf(Date.parse('2027-03-01T23:59:59.999Z'))).toBe('2027-03-02T00:00:00.000Z')
})
