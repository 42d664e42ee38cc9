import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { misfitsOf, mutated } from '../../mutants/matches.ts'
import { mutants } from '../../mutants/mutants.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const [sample] = mutants

describe('the mutants of `npm run mutants`', () => {
  it.each(mutants.map((mutant) => [mutant.name, mutant] as const))('%s: still fits the tree', (_name, mutant) => {
    expect(misfitsOf(mutant, ROOT)).toEqual([])
  })

  it('are all different', () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
    expect(new Set(mutants.map(({ file, text, becomes }) => [file, text, becomes].join('\n'))).size).toBe(
      mutants.length,
    )
  })

  it.each([
    { change: { text: 'nowhere to be found' }, says: 'occurs 0 times' },
    { change: { text: 'return' }, says: 'not once' },
    { change: { file: 'src/nowhere.ts' }, says: 'occurs 0 times' },
    { change: { tests: [] }, says: 'names no test' },
    { change: { tests: ['test/nowhere.test.ts'] }, says: 'does not exist' },
  ])('are told apart from one that does not fit: $says', ({ change, says }) => {
    expect(misfitsOf({ ...sample!, ...change }, ROOT)).toEqual([expect.stringContaining(says)])
  })

  it('replace their text as it stands, `$` and all', () => {
    expect(mutated('a b c', { ...sample!, text: 'b', becomes: '$& $1' })).toBe('a $& $1 c')
  })
})
