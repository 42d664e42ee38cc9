import { describe, expect, it } from 'vitest'
import { nextRunAfter, type Schedule } from '../../src/modules/exports/exports.ts'

const daily = (timeOfDay: string, timezone: string): Schedule => ({
  frequency: 'DAILY',
  weekday: null,
  dayOfMonth: null,
  timeOfDay,
  timezone,
})
const weekly = (weekday: number, timeOfDay: string, timezone: string): Schedule => ({
  ...daily(timeOfDay, timezone),
  frequency: 'WEEKLY',
  weekday,
})
const monthly = (dayOfMonth: number, timeOfDay: string, timezone: string): Schedule => ({
  ...daily(timeOfDay, timezone),
  frequency: 'MONTHLY',
  dayOfMonth,
})
const next = (schedule: Schedule, after: string) =>
  new Date(nextRunAfter(schedule, Date.parse(after))).toISOString().replace('.000Z', 'Z')

describe('nextRunAfter', () => {
  it.each([
    ['a run later the same day', daily('18:00', 'UTC'), '2026-05-01T17:59:59Z', '2026-05-01T18:00:00Z'],
    [
      'a run the next day if the time has passed',
      daily('18:00', 'UTC'),
      '2026-05-01T18:00:00Z',
      '2026-05-02T18:00:00Z',
    ],
    [
      'a zone where it is already tomorrow',
      daily('00:30', 'Pacific/Auckland'),
      '2026-05-01T11:59:00Z',
      '2026-05-01T12:30:00Z',
    ],
    ['the end of a year', daily('06:00', 'America/New_York'), '2026-12-31T12:00:00Z', '2027-01-01T11:00:00Z'],
    [
      'a zone with a 15-minute offset',
      daily('07:00', 'Asia/Kathmandu'),
      '2026-05-01T00:00:00Z',
      '2026-05-01T01:15:00Z',
    ],
  ])('handles %s', (_, schedule, after, expected) => {
    expect(next(schedule, after)).toBe(expected)
  })

  it.each([
    ['before spring forward', daily('02:30', 'Europe/Paris'), '2026-03-28T00:00:00Z', '2026-03-28T01:30:00Z'],
    [
      'on spring forward, at the next valid minute',
      daily('02:30', 'Europe/Paris'),
      '2026-03-28T01:30:00Z',
      '2026-03-29T01:00:00Z',
    ],
    ['after spring forward', daily('02:30', 'Europe/Paris'), '2026-03-29T01:00:00Z', '2026-03-30T00:30:00Z'],
    [
      'on spring forward in New York',
      daily('02:00', 'America/New_York'),
      '2026-03-07T08:00:00Z',
      '2026-03-08T07:00:00Z',
    ],
    [
      'a clock change of 30 minutes',
      daily('02:15', 'Australia/Lord_Howe'),
      '2026-10-02T20:00:00Z',
      '2026-10-03T15:30:00Z',
    ],
    [
      'on fall back, the earlier of the two',
      daily('02:30', 'Europe/Paris'),
      '2026-10-24T12:00:00Z',
      '2026-10-25T00:30:00Z',
    ],
    [
      'after fall back, once and not twice',
      daily('02:30', 'Europe/Paris'),
      '2026-10-25T00:30:00Z',
      '2026-10-26T01:30:00Z',
    ],
    [
      'between the two occurrences of fall back',
      daily('02:30', 'Europe/Paris'),
      '2026-10-25T01:00:00Z',
      '2026-10-26T01:30:00Z',
    ],
    ['a skipped midnight', daily('00:00', 'America/Sao_Paulo'), '2018-11-03T12:00:00Z', '2018-11-04T03:00:00Z'],
    ['a skipped day', daily('09:00', 'Pacific/Apia'), '2011-12-29T20:00:00Z', '2011-12-30T10:00:00Z'],
  ])('handles clock changes: %s', (_, schedule, after, expected) => {
    expect(next(schedule, after)).toBe(expected)
  })

  it.each([
    [weekly(1, '09:00', 'UTC'), '2026-05-01T00:00:00Z', '2026-05-04T09:00:00Z'],
    [weekly(1, '09:00', 'UTC'), '2026-05-04T09:00:00Z', '2026-05-11T09:00:00Z'],
    [weekly(7, '09:00', 'UTC'), '2026-05-02T09:00:00Z', '2026-05-03T09:00:00Z'],
    [weekly(5, '23:30', 'Pacific/Honolulu'), '2026-05-02T09:00:00Z', '2026-05-02T09:30:00Z'],
    [weekly(7, '02:30', 'Europe/Paris'), '2026-03-25T00:00:00Z', '2026-03-29T01:00:00Z'],
  ])('returns the weekday of %j after %s', (schedule, after, expected) => {
    expect(next(schedule, after)).toBe(expected)
  })

  it.each([
    [monthly(31, '09:00', 'UTC'), '2026-01-31T09:00:00Z', '2026-02-28T09:00:00Z'],
    [monthly(31, '09:00', 'UTC'), '2028-02-01T00:00:00Z', '2028-02-29T09:00:00Z'],
    [monthly(29, '09:00', 'UTC'), '2026-02-01T00:00:00Z', '2026-02-28T09:00:00Z'],
    [monthly(30, '09:00', 'UTC'), '2026-02-28T09:00:00Z', '2026-03-30T09:00:00Z'],
    [monthly(31, '09:00', 'UTC'), '2026-04-15T00:00:00Z', '2026-04-30T09:00:00Z'],
    [monthly(1, '00:00', 'Asia/Tokyo'), '2026-05-31T14:59:59Z', '2026-05-31T15:00:00Z'],
    [monthly(15, '09:00', 'UTC'), '2026-05-15T09:00:00Z', '2026-06-15T09:00:00Z'],
  ])(
    'returns the day of the month, or the last day of a shorter month, of %j after %s',
    (schedule, after, expected) => {
      expect(next(schedule, after)).toBe(expected)
    },
  )

  it('returns one run in the future after a long downtime', () => {
    expect(next(daily('03:00', 'UTC'), '2026-06-10T12:00:00Z')).toBe('2026-06-11T03:00:00Z')
  })
})
