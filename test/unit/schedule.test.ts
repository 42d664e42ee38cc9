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

describe('the next run of a schedule', () => {
  it.each([
    ['the same day, later', daily('18:00', 'UTC'), '2026-05-01T17:59:59Z', '2026-05-01T18:00:00Z'],
    ['the next day once the time has come', daily('18:00', 'UTC'), '2026-05-01T18:00:00Z', '2026-05-02T18:00:00Z'],
    [
      'where it is already tomorrow',
      daily('00:30', 'Pacific/Auckland'),
      '2026-05-01T11:59:00Z',
      '2026-05-01T12:30:00Z',
    ],
    ['across the end of a year', daily('06:00', 'America/New_York'), '2026-12-31T12:00:00Z', '2027-01-01T11:00:00Z'],
    [
      'of a zone with a quarter of an hour',
      daily('07:00', 'Asia/Kathmandu'),
      '2026-05-01T00:00:00Z',
      '2026-05-01T01:15:00Z',
    ],
  ])('is %s', (_, schedule, after, expected) => {
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
      'where only half an hour is skipped',
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
    ['between the two of fall back', daily('02:30', 'Europe/Paris'), '2026-10-25T01:00:00Z', '2026-10-26T01:30:00Z'],
    ['where midnight is skipped', daily('00:00', 'America/Sao_Paulo'), '2018-11-03T12:00:00Z', '2018-11-04T03:00:00Z'],
    ['where a whole day is skipped', daily('09:00', 'Pacific/Apia'), '2011-12-29T20:00:00Z', '2011-12-30T10:00:00Z'],
  ])('is right %s', (_, schedule, after, expected) => {
    expect(next(schedule, after)).toBe(expected)
  })

  it.each([
    [weekly(1, '09:00', 'UTC'), '2026-05-01T00:00:00Z', '2026-05-04T09:00:00Z'],
    [weekly(1, '09:00', 'UTC'), '2026-05-04T09:00:00Z', '2026-05-11T09:00:00Z'],
    [weekly(7, '09:00', 'UTC'), '2026-05-02T09:00:00Z', '2026-05-03T09:00:00Z'],
    [weekly(5, '23:30', 'Pacific/Honolulu'), '2026-05-02T09:00:00Z', '2026-05-02T09:30:00Z'],
    [weekly(7, '02:30', 'Europe/Paris'), '2026-03-25T00:00:00Z', '2026-03-29T01:00:00Z'],
  ])('falls on the weekday: %j after %s', (schedule, after, expected) => {
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
  ])('falls on the day of the month, or its last: %j after %s', (schedule, after, expected) => {
    expect(next(schedule, after)).toBe(expected)
  })

  it('after a long downtime is one, and lies ahead', () => {
    expect(next(daily('03:00', 'UTC'), '2026-06-10T12:00:00Z')).toBe('2026-06-11T03:00:00Z')
  })
})
