import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { atTimeOfDay, endOf, placed, recurrences, split, type Recurrence } from '../../../src/modules/series/plan.ts'
import { inWords } from '../../../src/modules/series/words.ts'

const plan = (changes: Partial<Recurrence> = {}): Recurrence => ({
  timezone: 'Europe/Lisbon',
  startAt: '2027-01-05T19:00:00',
  durationMinutes: 90,
  allDayDays: null,
  rrule: 'FREQ=WEEKLY',
  exdates: [],
  rdates: [],
  ...changes,
})

const ids = (of: Recurrence, most = 1_000, from?: string) => {
  const found: string[] = []
  for (const id of recurrences(of, from)) {
    if (found.length === most) break
    found.push(id)
  }
  return found
}

describe('placed, in local time', () => {
  const instants = (zone: string, rrule: string, startAt: string) => {
    const of = plan({ timezone: zone, rrule, startAt })
    return ids(of).map((id) => new Date(placed(of, id).startAt).toISOString())
  }

  it.each([
    // Lisbon switches from UTC to UTC+1 on 28 March 2027 and back on 31 October.
    ['Europe/Lisbon', '2027-03-21T19:00:00', ['03-21T19:00', '03-28T18:00', '04-04T18:00']],
    ['Europe/Lisbon', '2027-10-24T19:00:00', ['10-24T18:00', '10-31T19:00', '11-07T19:00']],
    // 01:30 doesn't exist on 28 March: the clock jumps from 01:00 to 02:00, so 01:30 becomes 02:30 summer time.
    ['Europe/Lisbon', '2027-03-21T01:30:00', ['03-21T01:30', '03-28T01:30', '04-04T00:30']],
    // 01:30 occurs twice on 31 October, and the earlier one counts.
    ['Europe/Lisbon', '2027-10-24T01:30:00', ['10-24T00:30', '10-31T00:30', '11-07T01:30']],
    // New York changes its clocks on 14 March and 7 November 2027, at 02:00.
    ['America/New_York', '2027-03-07T19:00:00', ['03-08T00:00', '03-14T23:00', '03-21T23:00']],
    ['America/New_York', '2027-03-07T02:30:00', ['03-07T07:30', '03-14T07:30', '03-21T06:30']],
    ['America/New_York', '2027-10-31T01:30:00', ['10-31T05:30', '11-07T05:30', '11-14T06:30']],
    // Lord Howe changes its clocks by 30 minutes: back to +10:30 on 4 April 2027, forward to +11 on 3 October.
    ['Australia/Lord_Howe', '2027-03-28T19:00:00', ['03-28T08:00', '04-04T08:30', '04-11T08:30']],
    ['Australia/Lord_Howe', '2027-03-28T01:45:00', ['03-27T14:45', '04-03T14:45', '04-10T15:15']],
    ['Australia/Lord_Howe', '2027-09-26T02:15:00', ['09-25T15:45', '10-02T15:45', '10-09T15:15']],
    // Santiago skips the hour after midnight on 5 September 2027 and repeats the last hour of 3 April.
    ['America/Santiago', '2027-08-29T00:30:00', ['08-29T04:30', '09-05T04:30', '09-12T03:30']],
    ['America/Santiago', '2027-03-27T23:30:00', ['03-28T02:30', '04-04T02:30', '04-11T03:30']],
    ['America/Santiago', '2027-08-29T19:00:00', ['08-29T23:00', '09-05T22:00', '09-12T22:00']],
  ])('%s, weekly from %s, keeps the local time across clock changes', (zone, startAt, expected) => {
    expect(instants(zone, 'FREQ=WEEKLY;COUNT=3', startAt)).toEqual(expected.map((at) => `2027-${at}:00.000Z`))
  })

  it('an all-day date starts at the first instant of its day and ends where the next day starts', () => {
    const of = plan({ timezone: 'America/Santiago', startAt: '2027-09-05', durationMinutes: null, allDayDays: 1 })
    expect(placed(of, '2027-09-05')).toEqual({
      recurrenceId: '2027-09-05',
      startAt: Date.parse('2027-09-05T04:00:00Z'),
      endAt: Date.parse('2027-09-06T03:00:00Z'),
      startDate: '2027-09-05',
      endDate: '2027-09-06',
    })
  })

  it('a date keeps its duration across a clock change', () => {
    const of = plan({ startAt: '2027-03-28T00:30:00', durationMinutes: 120 })
    const { startAt, endAt } = placed(of, '2027-03-28T00:30:00')
    expect(endAt - startAt).toBe(120 * 60_000)
  })
})

describe('recurrences', () => {
  it('merges rule, rdates and exdates in order without duplicates, from any start', () => {
    const of = plan({
      rrule: 'FREQ=WEEKLY;COUNT=4',
      exdates: ['2027-01-12T19:00:00', '2027-02-01T10:00:00'],
      rdates: [
        '2027-02-01T10:00:00',
        '2027-01-13T10:00:00',
        '2027-01-19T19:00:00',
        '2027-01-01T10:00:00',
        '2027-03-01T10:00:00',
      ],
    })
    expect(ids(of)).toEqual([
      '2027-01-01T10:00:00',
      '2027-01-05T19:00:00',
      '2027-01-13T10:00:00',
      '2027-01-19T19:00:00',
      '2027-01-26T19:00:00',
      '2027-03-01T10:00:00',
    ])
    expect(ids(of, 9, '2027-01-13T10:00:01')).toEqual(ids(of).slice(3))
  })

  it.each([
    ['FREQ=WEEKLY;UNTIL=20270119', 3],
    ['FREQ=WEEKLY;UNTIL=20270119T190000', 3],
    ['FREQ=WEEKLY;UNTIL=20270119T185959', 2],
    ['FREQ=WEEKLY;UNTIL=20270119T190000Z', 3],
    ['FREQ=WEEKLY;UNTIL=20270119T185959Z', 2],
  ])('%s from a Tuesday at 19:00 yields %i dates', (rrule, count) => {
    expect(ids(plan({ rrule }))).toHaveLength(count)
  })

  it('endOf returns the end of the last date, or null if the rule is unlimited', () => {
    expect(endOf(plan({ rrule: 'FREQ=WEEKLY;COUNT=2' }))).toBe(Date.parse('2027-01-12T20:30:00Z'))
    expect(endOf(plan())).toBeNull()
  })

  it.each([
    ['FREQ=YEARLY;COUNT=100', {}, '2069-01-05'],
    ['FREQ=DAILY;UNTIL=20991231', {}, '2099-12-31'],
    ['FREQ=YEARLY;UNTIL=99991231', {}, '2199-01-05'],
    ['FREQ=YEARLY;UNTIL=20300101', { exdates: ['2029-01-05T19:00:00', '2028-01-05T19:00:00'] }, '2027-01-05'],
    [
      'FREQ=YEARLY;UNTIL=20300101',
      { rdates: ['2031-01-05T19:00:00', '2032-01-05T19:00:00'], exdates: ['2032-01-05T19:00:00'] },
      '2031-01-05',
    ],
  ])('endOf %s since 1970 with %j is on %s', (rrule, changes, expected) => {
    const end = endOf(plan({ startAt: '1970-01-05T19:00:00', rrule, timezone: 'UTC', ...changes }))
    expect(new Date(end ?? 0).toISOString().slice(0, 10)).toBe(expected)
  })

  it('splits a yearly series that began in 1970 at a date of today', () => {
    const of = plan({ startAt: '1970-06-01T19:00:00', rrule: 'FREQ=YEARLY' })
    const { before, after } = split(of, '2030-06-01T19:00:00')
    expect(ids(before)).toHaveLength(60)
    expect(ids(after, 2)).toEqual(['2030-06-01T19:00:00', '2031-06-01T19:00:00'])
  })
})

const plans = fc
  .record({
    rrule: fc.constantFrom(
      'FREQ=WEEKLY',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH,SU;WKST=SU',
      'FREQ=MONTHLY;COUNT=9',
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;UNTIL=20600101',
      'FREQ=DAILY;INTERVAL=3;UNTIL=20270301T190000',
      'FREQ=MONTHLY;INTERVAL=2;BYDAY=1SU,-1SU;COUNT=15',
    ),
    added: fc.array(fc.integer({ min: -3, max: 200 }), { maxLength: 5 }),
    dropped: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 5 }),
  })
  .map(({ rrule, added, dropped }) => {
    const day = (offset: number) => new Date(Date.UTC(2027, 0, 31 + offset)).toISOString().slice(0, 10)
    const whole = plan({
      rrule,
      startAt: '2027-01-31T19:00:00',
      rdates: added.map((offset) => `${day(offset)}T10:00:00`),
    })
    const all = ids(whole, 40)
    return { ...whole, exdates: dropped.flatMap((index) => all[index] ?? []) }
  })

describe('splitting a series', () => {
  it('split yields the same dates before and after any cut', () => {
    fc.assert(
      fc.property(plans, fc.nat(30), (whole, at) => {
        const all = ids(whole, 40)
        const cut = all[at % Math.max(1, all.length)]
        fc.pre(cut !== undefined)
        const { before, after } = split(whole, cut)
        expect(ids(before)).toEqual(all.filter((id) => id < cut))
        expect(ids(after, 40 - ids(before).length)).toEqual(all.filter((id) => id >= cut))
      }),
      { numRuns: 300 },
    )
  })

  it('atTimeOfDay keeps the days and the last date when the time changes', () => {
    fc.assert(
      fc.property(plans, fc.constantFrom('T08:00:00', 'T23:30:00'), (whole, time) => {
        const own = ids(whole, 40)
          .filter((id) => id.endsWith('T19:00:00'))
          .map((id) => id.slice(0, 10))
        const moved = ids(atTimeOfDay(whole, time), 40)
          .filter((id) => id.endsWith(time))
          .map((id) => id.slice(0, 10))
        expect(moved).toEqual(own)
      }),
      { numRuns: 100 },
    )
  })
})

describe('inWords', () => {
  it.each([
    ['FREQ=WEEKLY;INTERVAL=2;UNTIL=20270630', 'every second Tuesday at 19:00 until 30 June'],
    ['FREQ=DAILY', 'every day at 19:00'],
    ['FREQ=DAILY;INTERVAL=3;COUNT=5', 'every third day at 19:00 5 times'],
    ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', 'every day on Monday to Friday at 19:00'],
    ['FREQ=WEEKLY;BYDAY=TH,MO', 'every Monday and Thursday at 19:00'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every day from Monday to Friday at 19:00'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH', 'every second week on Monday and Thursday at 19:00'],
    ['FREQ=WEEKLY;BYMONTH=6,7;UNTIL=20280101', 'every Tuesday in June and July at 19:00 until 1 January 2028'],
    ['FREQ=MONTHLY', 'every month on the 5th at 19:00'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,-1', 'every month on the 1st and the last day at 19:00'],
    ['FREQ=MONTHLY;BYDAY=2TU,-1FR', 'every month on the second Tuesday and the last Friday at 19:00'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'every month on the last working day at 19:00'],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', 'every month on the 13th where it is a Friday at 19:00'],
    ['FREQ=MONTHLY;INTERVAL=2;BYMONTH=1,3', 'every second month on the 5th in January and March at 19:00'],
    ['FREQ=YEARLY', 'every year on 5 January at 19:00'],
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', 'every year in November on the fourth Thursday at 19:00'],
    ['FREQ=YEARLY;BYDAY=20MO', 'every year on the 20th Monday of the year at 19:00'],
    ['FREQ=YEARLY;INTERVAL=11', 'every 11th year on 5 January at 19:00'],
  ])('describes %s as “%s”', (rrule, words) => {
    expect(inWords(plan({ rrule }))).toBe(words)
  })

  it('mentions all-day dates, added dates and excluded dates', () => {
    const of = plan({
      startAt: '2027-01-05',
      durationMinutes: null,
      allDayDays: 2,
      exdates: ['2027-01-12'],
      rdates: ['2027-01-13', '2027-01-14'],
    })
    expect(inWords(of)).toBe('every Tuesday all day and on 2 dates more except on 1 date')
  })
})
