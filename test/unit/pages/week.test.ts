import { describe, expect, it } from 'vitest'
import type { ListedEvent } from '../../../src/pages/calendar/event-row.tsx'
import { lanesOn, weekOf } from '../../../src/pages/calendar/week.ts'

const DATES = ['07', '08', '09', '10', '11', '12', '13'].map((day) => `2026-12-${day}`)

const daysOf = (title: string, startAt: string, endAt: string) =>
  ({ title, startAt, endAt, timezone: 'UTC', allDay: true }) as ListedEvent

describe('weekOf', () => {
  it('makes one bar of an event of several days and cuts it at both ends of the week', () => {
    const { bars, onDay } = weekOf(DATES, [
      daysOf('camp', '2026-12-05', '2026-12-09'),
      daysOf('fair', '2026-12-12', '2026-12-16'),
      daysOf('talk', '2026-12-09', '2026-12-10'),
    ])
    expect(bars).toMatchObject([
      { event: { title: 'camp' }, from: 0, days: 2, lane: 0, startsHere: false, endsHere: true },
      { event: { title: 'fair' }, from: 5, days: 2, lane: 0, startsHere: true, endsHere: false },
    ])
    expect([...onDay.keys()]).toEqual(['2026-12-09'])
  })

  it('puts overlapping bars into different lanes and lists the fifth on its days', () => {
    const events = ['a', 'b', 'c', 'd', 'e'].map((title) => daysOf(title, '2026-12-08', '2026-12-11'))
    const week = weekOf(DATES, events)
    expect(week.bars.map(({ lane }) => lane)).toEqual([0, 1, 2, 3])
    expect([...week.onDay].map(([date, [event]]) => [date, event?.title])).toEqual([
      ['2026-12-08', 'e'],
      ['2026-12-09', 'e'],
      ['2026-12-10', 'e'],
    ])
    expect(DATES.map((date) => lanesOn(week, date))).toEqual([0, 4, 4, 4, 0, 0, 0])
  })

  it('leaves out events of other weeks', () => {
    const { bars, onDay } = weekOf(DATES, [
      daysOf('past', '2026-12-01', '2026-12-07'),
      daysOf('next', '2026-12-14', '2026-12-15'),
    ])
    expect([bars, onDay.size]).toEqual([[], 0])
  })
})
