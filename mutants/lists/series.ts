import type { Mutant } from '../mutant.ts'

const DATES = 'src/modules/series/dates.store.ts'
const SERIES = 'src/modules/series/series.store.ts'
const MAKING = 'src/modules/series/make-dates.ts'
const making = ['test/api/series/make-series.test.ts']
const changing = ['test/api/series/change-series.test.ts']
const registering = ['test/api/series/register-dates.test.ts']
const quotas = ['test/api/quotas/quotas.test.ts']

export const seriesMutants: Mutant[] = [
  {
    name: 'dates made by many at once',
    rule: 'What has been made meanwhile is not made again.',
    file: SERIES,
    text: 'revision = ${before.revision} and made_until = ${before.madeUntil} and (${holds})',
    becomes: '(${holds})',
    tests: making,
  },
  {
    name: 'a change of dates over a later one',
    rule: 'A change is written over what was read of each date.',
    file: DATES,
    text: "case when events.revision = each.value ->> '$.revision' and ${seatsFit} then",
    becomes: 'case when ${seatsFit} then',
    tests: ['test/api/series/model.test.ts', ...changing],
  },
  {
    name: 'dates with guests that go with their series',
    rule: 'Only dates that never had a guest are removed.',
    file: DATES,
    text: '${which} and not exists (select 1 from guests g where g.event_id = events.id)',
    becomes: '${which}',
    tests: changing,
  },
  {
    name: 'somebody on one of several dates alone',
    rule: 'Who registers for several dates comes on all of them or on none.',
    file: 'src/modules/guests/registration/place-guest.store.ts',
    text: '(select count(*) from guests g where g.move_id in ${made}) = ${moveIds.length} and not exists',
    becomes: 'not exists',
    tests: registering,
  },
  {
    name: 'a hold-up that is told every day',
    rule: 'That a series is held up is told once.',
    file: MAKING,
    text: 'isHeldUp && row.heldUpAt === null ?',
    becomes: 'isHeldUp ?',
    tests: quotas,
  },
  {
    name: 'an endless series that is all or nothing',
    rule: 'What has no end is made as far as there is room.',
    file: 'src/modules/series/create-series.ts',
    text: 'isEndless(plan) ? roomForEvents(calendarId, deps) : Infinity',
    becomes: 'isEndless(plan) ? Infinity : Infinity',
    tests: quotas,
  },
  {
    name: 'dates counted where they no longer are',
    rule: 'How many dates a list does not show follows every move of a date.',
    file: 'migrations/0035_series_counts.sql',
    text: 'OR OLD.`start_at` <> NEW.`start_at` OR OLD.`end_at` <> NEW.`end_at`\n',
    becomes: '\n',
    tests: changing,
  },
]
