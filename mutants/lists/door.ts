import type { Mutant } from '../mutant.ts'

const DOOR = 'src/modules/checkins/door.ts'
const TELLING = 'src/modules/checkins/checkins.store.ts'
const rules = ['test/unit/checkins/door.test.ts']
const create = ['test/api/checkins/create-checkin.test.ts']
const rush = ['test/platform/door-rush.test.ts']

export const doorMutants: Mutant[] = [
  {
    name: 'admitted twice',
    rule: 'A guest is admitted once until the admission is undone.',
    file: DOOR,
    text: "if (current !== null) return { outcome: 'alreadyIn', first: current }",
    becomes: '',
    tests: create,
  },
  {
    name: 'too early at the door',
    rule: 'Nobody is checked in before the check-in opens.',
    file: DOOR,
    text: "if (at < door.opensAt) return { outcome: 'notOpen', opensAt: door.opensAt }",
    becomes: '',
    tests: rules,
  },
  {
    name: 'too late at the door',
    rule: 'Nobody is checked in after the check-in has closed.',
    file: DOOR,
    text: "if (at > door.closesAt) return { outcome: 'closed', closedAt: door.closesAt }",
    becomes: '',
    tests: rules,
  },
  {
    name: 'everybody is let in',
    rule: 'Only a confirmed guest is checked in.',
    file: DOOR,
    text: "if (!isFit(guest.status)) return { outcome: 'notConfirmed', status: guest.status }",
    becomes: '',
    tests: create,
  },
  {
    name: 'codes that were passed on',
    rule: 'The code of a transferred guest is dead.',
    file: DOOR,
    text: "guest !== null && !(by === 'code' && guest.status === 'TRANSFERRED')",
    becomes: 'guest !== null',
    tests: create,
  },
  {
    name: 'a scan dated at will',
    rule: 'A scan is dated within the last 48 hours and at most 2 minutes ahead.',
    file: DOOR,
    text: 'scannedAt >= now - OLDEST_SCAN_MS && scannedAt <= now + CLOCK_SKEW_MS',
    becomes: 'scannedAt <= now + CLOCK_SKEW_MS',
    tests: rules,
  },
  {
    name: 'the desk forgets its answers',
    rule: 'A kiosk’s retry gets its own first answer.',
    file: 'src/platform/checkin-desk.ts',
    text: 'const earlier = once === null ? null :',
    becomes: 'const earlier = true ? null :',
    tests: create,
  },
  {
    name: 'the desk decides on an old read',
    rule: 'A move that is committed before the desk reads the guest is obeyed.',
    file: 'src/platform/desk/guest-reader.ts',
    text: 'for (const waiting of turn) waiting.decide(found)',
    becomes: 'for (const waiting of [...turn, ...this.#waiting.splice(0)]) waiting.decide(found)',
    tests: rush,
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
    name: 'the projection overrules a move',
    rule: 'The projection turns only CONFIRMED into CHECKED_IN.',
    file: TELLING,
    text: "and +guests.event_id = ${eventId} and +guests.status = 'CONFIRMED'`",
    becomes: 'and +guests.event_id = ${eventId}`',
    tests: rush,
  },
  {
    name: 'an undo overrules a move',
    rule: 'An undo leaves a guest alone who has been declined meanwhile.',
    file: TELLING,
    text: "and +guests.event_id = ${eventId} and +guests.status = 'CHECKED_IN'`",
    becomes: 'and +guests.event_id = ${eventId}`',
    tests: ['test/api/checkins/read-checkins.test.ts'],
  },
  {
    name: 'news forgotten with the object',
    rule: 'What the desk has decided is told even when the object dies in between.',
    file: 'src/platform/desk/outbox.ts',
    text: "this.#wakes.atLatest('tell', this.#clock() + (this.#failures === 0 ? SAFETY_MS : pauseAfter(this.#failures)))",
    becomes: '',
    tests: rush,
  },
  {
    name: 'news told once, come what may',
    rule: 'What D1 did not take is told again until it has it.',
    file: 'src/platform/desk/outbox.ts',
    text: "this.#wakes.exactly('tell', this.#clock() + pauseAfter(this.#failures))",
    becomes: 'this.#ledger.markTold(Number.MAX_SAFE_INTEGER)',
    tests: rush,
  },
]
