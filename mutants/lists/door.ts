import type { Mutant } from '../mutant.ts'

const STORE = 'src/modules/checkins/checkins.store.ts'
const TURNS = 'src/db/turns.ts'
const LEDGER = 'src/platform/event-ledger.store.ts'
const create = ['test/api/checkins/create-checkin.test.ts']
const truth = ['test/api/checkins/one-truth.test.ts']
const turns = ['test/unit/db/turns.test.ts']
const before = ['test/e2e/data-of-before.test.ts']

export const doorMutants: Mutant[] = [
  {
    name: 'admitted twice',
    rule: 'A guest is admitted once until the admission is undone.',
    file: STORE,
    text: "unless('already_checked_in', sql`c.id is null`, { data: firstAdmission }),",
    becomes: '',
    tests: create,
  },
  {
    name: 'a cancelled event lets in',
    rule: 'Nobody is checked in at a cancelled event.',
    file: STORE,
    text: "unless('event_cancelled', sql`e.status <> 'CANCELLED'`),",
    becomes: '',
    tests: truth,
  },
  {
    name: 'too early at the door',
    rule: 'Nobody is checked in before the check-in opens.',
    file: STORE,
    text: "sql`${value('at')} >= ${opensAt}`",
    becomes: 'sql`1`',
    tests: truth,
  },
  {
    name: 'too late at the door',
    rule: 'Nobody is checked in after the check-in has closed.',
    file: STORE,
    text: "sql`${value('at')} <= ${closesAt}`",
    becomes: 'sql`1`',
    tests: truth,
  },
  {
    name: 'everybody is let in',
    rule: 'Only a confirmed guest is checked in.',
    file: STORE,
    text: "unless('guest_not_confirmed', sql`g.status in ('CONFIRMED', 'CHECKED_IN')`",
    becomes: "unless('guest_not_confirmed', sql`1`",
    tests: create,
  },
  {
    name: 'codes that were passed on',
    rule: 'The code of a transferred guest is dead.',
    file: STORE,
    text: "code: sql`g.qr_code = ${value('named')} and g.status <> 'TRANSFERRED'`",
    becomes: "code: sql`g.qr_code = ${value('named')}`",
    tests: create,
  },
  {
    name: 'a scan dated at will',
    rule: 'A scan is dated within the last 48 hours and at most 2 minutes ahead.',
    file: 'src/modules/checkins/checkins.ts',
    text: 'scannedAt >= now - OLDEST_SCAN_MS && scannedAt <= now + CLOCK_SKEW_MS',
    becomes: 'scannedAt <= now + CLOCK_SKEW_MS',
    tests: ['test/unit/checkins/door.test.ts'],
  },
  {
    name: 'the rule is asked before the write, and not where it is written',
    rule: 'Of a scan and a departure exactly one holds.',
    file: STORE,
    text: "${atTheDoor} where ${named} and g.event_id = ${value('eventId')} and ${mayCheckIn.holds}",
    becomes: "${atTheDoor} where ${named} and g.event_id = ${value('eventId')} and c.id is null",
    tests: truth,
  },
  {
    name: 'the guest stays what they were',
    rule: 'Who is in is CHECKED_IN in the same commit.',
    file: STORE,
    text: "update guests set status = 'CHECKED_IN', checked_in_at",
    becomes: "update guests set status = 'CONFIRMED', checked_in_at",
    tests: truth,
  },
  {
    name: 'an undo overrules a move',
    rule: 'An undo leaves a guest alone who has been declined meanwhile.',
    file: STORE,
    text: "where status = 'CHECKED_IN'\n      and id = (select",
    becomes: 'where id = (select',
    tests: ['test/api/checkins/read-checkins.test.ts'],
  },
  {
    name: 'a moderator leaves the check-in standing',
    rule: 'A moderator’s word undoes the scan that came before it, in the same batch.',
    file: STORE,
    text: "written(end(sql`guest_id = ${value('id')}`))",
    becomes: "written(end(sql`guest_id = ${value('id')} and 0`))",
    tests: truth,
  },
  {
    name: 'later scans are conflicts too',
    rule: 'Only a scan older than the check-in that stands is a conflict.',
    file: STORE,
    text: "and c.checked_in_at > ${value('at')}",
    becomes: "and c.checked_in_at >= ${value('at')}",
    tests: truth,
  },
  {
    name: 'one bad neighbour harms all',
    rule: 'Where a commit of a group is refused, each is run by itself.',
    file: TURNS,
    text: 'if (group.length > 1 && isRefused(failed))',
    becomes: 'if (group.length > 1 && isRefused(failed) && false)',
    tests: turns,
  },
  {
    name: 'run again whatever happened',
    rule: 'Nothing is run again that may have been written.',
    file: TURNS,
    text: 'if (group.length > 1 && isRefused(failed))',
    becomes: 'if (group.length > 1)',
    tests: turns,
  },
  {
    name: 'a read that began before',
    rule: 'A read never begins before its request came.',
    file: TURNS,
    text: 'for (const [index, { settle }] of group.entries()) settle({ rows: rows[index] ?? [] })',
    becomes:
      'for (const [index, { settle }] of [...group, ...this.#waiting.splice(0)].entries()) settle({ rows: rows[index] ?? rows[0] ?? [] })',
    tests: turns,
  },
  {
    name: 'D1 lets a guest in twice',
    rule: 'D1 keeps one current check-in per guest, as a backstop.',
    file: 'migrations/0004_checkins.sql',
    text: 'CREATE UNIQUE INDEX `checkins_current`',
    becomes: 'CREATE INDEX `checkins_current`',
    tests: ['test/platform/checkins-table.test.ts'],
  },
  {
    name: 'conflicts of before forgotten',
    rule: 'A data directory of the version before starts with every conflict in it.',
    file: LEDGER,
    text: 'from ${rowsAs(conflicts)} where true',
    becomes: 'from ${rowsAs(conflicts)} where false',
    tests: before,
  },
  {
    name: 'the last of before forgotten',
    rule: 'Whom only an object of the version before knew of is in.',
    file: LEDGER,
    text: 'from ${rowsAs(admissions)} where true',
    becomes: 'from ${rowsAs(admissions)} where false',
    tests: before,
  },
]
