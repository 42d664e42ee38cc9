import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { applied, misfitsOf } from '../../mutants/apply.ts'
import { declarationsIn, declarationsOf } from '../../mutants/declarations.ts'
import type { Mutant } from '../../mutants/mutant.ts'
import { mutants } from '../../mutants/mutants.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const declarations = declarationsOf(ROOT)
const tests = ['test/e2e/mutants.test.ts']

const SEATS = `
import { sql } from 'drizzle-orm'
/** hasRoom: { [ \` */
const LIMIT = 10
type hasRoom = string
export const hasRoom = (size: number) => /[\`{]/.test('') || size <= LIMIT
export function seat(guest: string) {
  if (guest === '}') return false
  return guest < 'z'
}
export const mayBook = guard([
  unless('capacity_exceeded', sql\`a < \${hasRoom(1)}\`, { data: sql\`1\` }),
  unless('event_cancelled', sql\`b\`),
  unless('twice', sql\`c\`),
  unless('twice', sql\`d\`),
])
export const seats = { add: { isFree: () => true }, remove: { isFree: () => true }, async run() {} }
export class Turns {
  #take() { return 1 }
}
export default { fetch: () => 1 }
`
const TRIGGERS = [
  'CREATE TRIGGER `seats_added` AFTER INSERT ON seats BEGIN SELECT 1 < 2; END;--> statement-breakpoint',
  'CREATE UNIQUE INDEX `seats_once` ON `seats` (`id`);',
].join('\n')
const sample = [
  ...declarationsIn('src/seats.ts', SEATS),
  ...declarationsIn('web/rows.tsx', 'const LIMIT = 5\nexport const Row = () => <b>{"<"}</b>\n'),
  ...declarationsIn('migrations/0001_seats.sql', TRIGGERS),
]
const mutant = (change: Partial<Mutant>) => ({ name: 'sample', rule: 'A rule.', tests, ...change }) as Mutant

/** Returns the parts in which `original` and `source` differ. */
const changeOf = (original: string, source: string) => {
  let start = 0
  while (original[start] === source[start]) start += 1
  let end = 0
  while (end < Math.min(original.length, source.length) - start && original.at(-1 - end) === source.at(-1 - end))
    end += 1
  return [original.slice(start, original.length - end), source.slice(start, source.length - end)]
}

describe('mutants', () => {
  it.each(mutants.map((one) => [one.name, one] as const))('%s: applies exactly once', (_name, one) => {
    expect(misfitsOf(one, declarations, ROOT)).toEqual([])
  })

  it('have unique names and unique effects', () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
    expect(new Set(mutants.map((one) => applied(one, declarations).source)).size).toBe(mutants.length)
  })

  it.each<{ change: Partial<Mutant>; says: string }>([
    { change: { in: 'nowhere', returns: '1' }, says: 'the declaration nowhere occurs 0 times' },
    { change: { in: 'LIMIT', swap: ['10', '11'] }, says: 'occurs 2 times, not once' },
    { change: { in: 'LIMIT', file: 'chairs.ts', swap: ['10', '11'] }, says: 'LIMIT in chairs.ts occurs 0 times' },
    { change: { in: 'LIMIT', file: 'eats.ts', swap: ['10', '11'] }, says: 'LIMIT in eats.ts occurs 0 times' },
    { change: { in: 'seats.isFree', returns: 'false' }, says: 'isFree in seats occurs 2 times' },
    { change: { in: 'seats_added.seats', swap: ['1', '2'] }, says: 'seats in seats_added occurs 0 times' },
    { change: { in: 'seat', swap: ['return', ''] }, says: 'its text occurs 2 times in seat' },
    { change: { in: 'hasRoom', swap: ['LIMIT', 'LIMIT'] }, says: 'it changes nothing' },
    { change: { in: 'mayBook', guard: 'twice' }, says: "unless('twice') in mayBook occurs 2 times" },
    { change: { in: 'mayBook', guard: 'not_found' }, says: "unless('not_found') in mayBook occurs 0 times" },
    { change: { in: 'mayBook', returns: 'true' }, says: 'mayBook is not a function' },
    { change: { in: 'hasRoom', returns: 'true', tests: [] }, says: 'it names no test' },
    { change: { in: 'hasRoom', returns: 'true', tests: ['test/gone.test.ts'] }, says: 'gone.test.ts does not exist' },
  ])('report a misfit: $says', ({ change, says }) => {
    expect(misfitsOf(mutant(change), sample, ROOT)).toEqual([expect.stringContaining(says)])
  })

  it.each<{ change: Partial<Mutant>; from: string; to: string }>([
    { change: { in: 'hasRoom', returns: 'false' }, from: "/[`{]/.test('') || size <= LIMIT", to: 'false' },
    { change: { in: 'seats.add.isFree', returns: 'false' }, from: 'tru', to: 'fals' },
    { change: { in: 'hasRoom', swap: ['<=', '<'] }, from: '=', to: '' },
    { change: { in: 'seat', swap: ["< 'z'", "< '$&'"] }, from: 'z', to: '$&' },
    { change: { in: 'LIMIT', file: 'seats.ts', swap: ['10', '11'] }, from: '0', to: '1' },
    { change: { in: 'Turns.#take', swap: ['1', '2'] }, from: '1', to: '2' },
    { change: { in: 'default', swap: ['1', '2'] }, from: '1', to: '2' },
    { change: { in: 'mayBook', guard: 'event_cancelled' }, from: 'b', to: '1' },
    { change: { in: 'mayBook', guard: 'capacity_exceeded' }, from: `a < \${hasRoom(1)}`, to: '1' },
  ])('replace $from with $to in $change.in', ({ change, from, to }) => {
    expect(changeOf(SEATS, applied(mutant(change), sample).source)).toEqual([from, to])
  })

  it('replace the body of a function with a return statement', () => {
    const { source } = applied(mutant({ in: 'seat', returns: 'true' }), sample)
    expect(source).toContain('export function seat(guest: string) { return true }\n')
  })

  it('remove several guards of one declaration', () => {
    const { source } = applied(mutant({ in: 'mayBook', guard: ['capacity_exceeded', 'event_cancelled'] }), sample)
    expect(source).toContain(
      "unless('capacity_exceeded', sql`1`, { data: sql`1` }),\n  unless('event_cancelled', sql`1`)",
    )
  })

  it.each([
    { in: 'seats_added', swap: ['1 < 2', '0'], line: 'SELECT 0; END;' },
    { in: 'seats_once', swap: ['UNIQUE ', ''], line: 'CREATE INDEX `seats_once`' },
  ] as const)('change $in in a migration', ({ line, ...change }) => {
    expect(applied(mutant(change), sample)).toEqual({
      file: 'migrations/0001_seats.sql',
      source: expect.stringContaining(line),
    })
  })
})
