import type { Mutant } from '../mutant.ts'

const making = ['test/api/series/make-series.test.ts']
const changing = ['test/api/series/change-series.test.ts']
const registering = ['test/api/series/register-dates.test.ts']
const quotas = ['test/api/quotas/quotas.test.ts']

export const seriesMutants: Mutant[] = [
  {
    name: 'parallel runs create the same dates',
    rule: 'If dates were created while a run was working, it does not create them again.',
    in: 'replaceSeries',
    swap: ['revision = ${before.revision} and made_until = ${before.madeUntil} and', ''],
    tests: making,
  },
  {
    name: 'date edits overwrite later ones',
    rule: 'A date is changed only if it is still the version that was read.',
    in: 'replaceDates',
    swap: ["events.revision = each.value ->> '$.revision' and", ''],
    tests: ['test/api/series/model.test.ts', ...changing],
  },
  {
    name: 'dates with guests are deleted with their series',
    rule: 'Only dates that have never had a guest are removed.',
    in: 'removeDates',
    swap: ['and not exists (select 1 from guests g where g.event_id = events.id)', ''],
    tests: changing,
  },
  {
    name: 'a registration for several dates succeeds in part',
    rule: 'Registering for several dates succeeds for all of them or none.',
    in: 'joinAsParty',
    swap: ['(select count(*) from guests g where g.move_id in ${made}) = ${moveIds.length} and', ''],
    tests: registering,
  },
  {
    name: 'a paused series is reported daily',
    rule: 'A paused series is reported once.',
    in: 'makeNext',
    swap: ['&& row.heldUpAt === null', ''],
    tests: quotas,
  },
  {
    name: 'endless series are all or nothing',
    rule: 'A series without an end creates as many dates as the quota allows.',
    in: 'roomFor',
    swap: ['roomForEvents(calendarId, deps)', 'Infinity'],
    tests: quotas,
  },
  {
    name: 'hidden-date counts ignore moved dates',
    rule: 'Moving a date updates the number of dates that a list hides.',
    in: 'series_dates_moved',
    swap: ['OR OLD.`start_at` <> NEW.`start_at` OR OLD.`end_at` <> NEW.`end_at`', ''],
    tests: changing,
  },
  {
    name: 'the end of a series is searched from its start',
    rule: 'Reading a list of series takes bounded CPU, whatever their rules.',
    in: 'lastRuleDate',
    swap: ['Math.max(start, Math.min(until, LAST_WALL) - stretch)', 'start'],
    tests: ['test/unit/series/cost.test.ts'],
  },
  {
    name: 'each exdate expands the rule from its start',
    rule: 'A rule with COUNT is expanded once for all exdates.',
    in: 'datesAmong',
    swap: ['(counted ?? recurrences(plan, id))', 'recurrences(plan, id)'],
    tests: ['test/unit/series/cost.test.ts'],
  },
  {
    name: 'a date that was already deleted is left out twice',
    rule: 'Deleting a date adds it to the exdates of its series once, and only if it is deleted.',
    in: 'deleteUnusedEvent',
    swap: [
      '(select series_id from events where id = ${id} and calendar_id = ${calendarId} and ${mayDeleteEvent.holds})',
      '(select series_id from events where id = ${id})',
    ],
    tests: ['test/api/series/races.test.ts', ...changing],
  },
  {
    name: 'a date at its own hour moves all others',
    rule: 'A new time for all dates is refused if the date that it is sent to would keep its own.',
    in: 'isAtOwnHour',
    returns: 'false',
    tests: ['test/api/series/races.test.ts'],
  },
]
