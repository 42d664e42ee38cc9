import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../src/kernel/failure.ts'
import { endOf, type Recurrence } from '../../../src/modules/series/plan.ts'
import { recurrenceOf } from '../../../src/modules/series/timing.ts'

const dates = (from: string, everyDays: number) =>
  Array.from({ length: 500 }, (_, index) =>
    new Date(Date.parse(`${from}T19:00Z`) + index * everyDays * 86_400_000).toISOString().slice(0, 16),
  )
const NEAR = dates('2027-01-02', 3)
const NEAR_END = dates('2039-01-02', 1)
const FAR = dates('2190-01-02', 7)

/** CPU time of this thread in milliseconds, which does not depend on the load of the machine. */
const cpuOf = (work: () => void) => {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

const refusedFieldsOf = (rrule: string, exdates: string[]) => {
  try {
    recurrenceOf({ startAt: '2027-01-01T19:00', durationMinutes: 60, timezone: 'UTC', rrule, exdates }, null)
  } catch (error) {
    return (error as Failure).extras.fields?.map(({ field }) => field) ?? []
  }
  return []
}

describe('cost of a rule', () => {
  it.each([
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', NEAR, 'rrule'],
    ['FREQ=DAILY;INTERVAL=7;BYDAY=MO', NEAR, 'rrule'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO', NEAR, 'exdates.499'],
    ['FREQ=DAILY;COUNT=5000', FAR, 'exdates.499'],
    ['FREQ=DAILY;COUNT=5000', NEAR_END, undefined],
    ['FREQ=WEEKLY;COUNT=5000;BYDAY=MO,TU,WE,TH,FR,SA,SU', FAR, 'exdates.499'],
    ['FREQ=YEARLY;COUNT=5000;BYDAY=1MO,2MO,3MO,-1SU,53SU;BYSETPOS=1,-1,2', FAR, 'exdates.499'],
    ['FREQ=YEARLY;COUNT=5000;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO', NEAR, 'exdates.499'],
    ['FREQ=YEARLY;UNTIL=99991231;BYDAY=53MO', FAR, 'exdates.499'],
  ])('of %s with 500 exdates is bounded', (rrule, exdates, field) => {
    let fields: string[] = []
    expect(cpuOf(() => (fields = refusedFieldsOf(rrule, exdates)))).toBeLessThan(120)
    expect(fields.at(-1)).toBe(field)
  })

  it.each(['FREQ=DAILY;UNTIL=99991231', 'FREQ=YEARLY;UNTIL=99991231;BYDAY=53MO', 'FREQ=DAILY;COUNT=5000'])(
    'of the end of %s is bounded for a list of 100 series',
    (rrule) => {
      const plan = (minute: number): Recurrence => ({
        timezone: 'UTC',
        startAt: `2027-01-01T19:${String(minute % 60).padStart(2, '0')}:00`,
        durationMinutes: 60,
        allDayDays: null,
        rrule,
        exdates: [],
        rdates: [],
      })
      expect(
        cpuOf(() => {
          for (let minute = 0; minute < 100; minute += 1) endOf(plan(minute))
        }),
      ).toBeLessThan(400)
    },
  )
})
