import { describe, expect, it } from 'vitest'
import { Failure } from '../../src/kernel/failure.ts'
import { statisticsRange } from '../../src/modules/statistics/range.ts'

const NOW = Date.parse('2026-03-29T22:30:00Z')
const BUCKET_MS = 900_000

describe('statisticsRange', () => {
  it('defaults to 30 days in the calendar’s time zone', () => {
    const paris = statisticsRange({}, 'Europe/Paris', NOW)
    expect([paris.from, paris.to, paris.days.length]).toEqual(['2026-03-01', '2026-03-30', 30])
    expect(statisticsRange({}, 'America/New_York', NOW).to).toBe('2026-03-29')
    expect(statisticsRange({ to: '2026-01-31' }, 'UTC', NOW).from).toBe('2026-01-02')
    expect(statisticsRange({ from: '2026-03-20' }, 'UTC', NOW).to).toBe('2026-03-29')
  })

  it.each([
    ['Europe/Paris', '2026-03-29', 23],
    ['Europe/Paris', '2026-10-25', 25],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Asia/Kathmandu', '2026-05-01', 24],
    ['America/Sao_Paulo', '2018-11-04', 23],
  ])('in %s the day %s has %d hours in whole buckets of 15 minutes', (zone, date, hours) => {
    const { days, start, end } = statisticsRange({ from: date, to: date }, zone, NOW)
    expect((end - start) * BUCKET_MS).toBe(hours * 3_600_000)
    expect(days).toEqual([{ date, start, end }])
  })

  it.each([
    [{ from: '2026-03-02', to: '2026-03-01' }, false],
    [{ from: '2025-01-01', to: '2026-01-01' }, true],
    [{ from: '2025-01-01', to: '2026-01-02' }, false],
  ])('accepts at most 366 days in order: %j is accepted %s', (asked, isAllowed) => {
    const ask = () => statisticsRange(asked, 'UTC', NOW)
    if (isAllowed) expect(ask().days).toHaveLength(366)
    else expect(ask).toThrow(Failure)
  })
})
