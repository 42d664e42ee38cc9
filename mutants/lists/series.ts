import type { Mutant } from '../mutant.ts'

const making = ['test/api/series/make-series.test.ts']
const changing = ['test/api/series/change-series.test.ts']
const registering = ['test/api/series/register-dates.test.ts']
const quotas = ['test/api/quotas/quotas.test.ts']

export const seriesMutants: Mutant[] = [
  {
    name: 'dates made by many at once',
    rule: 'What has been made meanwhile is not made again.',
    in: 'replaceSeries',
    swap: ['revision = ${before.revision} and made_until = ${before.madeUntil} and', ''],
    tests: making,
  },
  {
    name: 'a change of dates over a later one',
    rule: 'A change is written over what was read of each date.',
    in: 'replaceDates',
    swap: ["events.revision = each.value ->> '$.revision' and", ''],
    tests: ['test/api/series/model.test.ts', ...changing],
  },
  {
    name: 'dates with guests that go with their series',
    rule: 'Only dates that never had a guest are removed.',
    in: 'removeDates',
    swap: ['and not exists (select 1 from guests g where g.event_id = events.id)', ''],
    tests: changing,
  },
  {
    name: 'somebody on one of several dates alone',
    rule: 'Who registers for several dates comes on all of them or on none.',
    in: 'joinAsParty',
    swap: ['(select count(*) from guests g where g.move_id in ${made}) = ${moveIds.length} and', ''],
    tests: registering,
  },
  {
    name: 'a hold-up that is told every day',
    rule: 'That a series is held up is told once.',
    in: 'makeNext',
    swap: ['&& row.heldUpAt === null', ''],
    tests: quotas,
  },
  {
    name: 'an endless series that is all or nothing',
    rule: 'What has no end is made as far as there is room.',
    in: 'roomFor',
    swap: ['roomForEvents(calendarId, deps)', 'Infinity'],
    tests: quotas,
  },
  {
    name: 'dates counted where they no longer are',
    rule: 'How many dates a list does not show follows every move of a date.',
    in: 'series_dates_moved',
    swap: ['OR OLD.`start_at` <> NEW.`start_at` OR OLD.`end_at` <> NEW.`end_at`', ''],
    tests: changing,
  },
]
