import { describe, expect, it } from 'vitest'
import { countProse, hitsIn, ratesOf } from '../../scripts/check/prose/measure.ts'
import { piecesOfSource } from '../../scripts/check/prose/pieces.ts'

describe('countProse', () => {
  it('counts a relative clause as an opener and as a marker', () => {
    expect(countProse('What was never sent needs no end.')).toMatchObject({ openers: 1, markers: 1, sentences: 1 })
  })

  it('finds nothing in a plain sentence', () => {
    expect(countProse('Checkouts that were never sent need no cancellation.')).toMatchObject({ openers: 0, markers: 0 })
  })

  it('exempts questions from openers', () => {
    expect(countProse('What changed?').openers).toBe(0)
  })

  it('counts code as one word and ignores its content', () => {
    expect(countProse('Returns `whoever stands` or null.')).toMatchObject({ words: 4, markers: 0, names: 1 })
  })

  it('counts identifiers, codes and numbers with units as names', () => {
    expect(countProse('The claim in orders_payment expires after 30 days, see readRequest().').names).toBe(3)
  })
})

describe('ratesOf', () => {
  it('returns zero for an empty text', () => {
    expect(ratesOf(countProse(''))).toEqual({ markers: 0, openers: 0, passives: 0, names: 0 })
  })
})

describe('hitsIn', () => {
  it('names the marker and quotes its surroundings', () => {
    expect(hitsIn('The guest is told of it by nobody.')).toEqual([
      { marker: 'nobody', excerpt: expect.stringContaining('by nobody') as string },
      { marker: 'told', excerpt: expect.stringContaining('is told') as string },
    ])
  })
})

describe('piecesOfSource', () => {
  const areasOf = (path: string, text: string) =>
    piecesOfSource(path, text).map(({ area, text: piece }) => [area, piece])

  it('joins a run of line comments and skips directives', () => {
    const text =
      '// One sentence\n// on two lines.\n// oxlint-disable-next-line no-console\nconst a = 1 // behind code\n'
    expect(areasOf('src/a.ts', text)).toEqual([
      ['comments of src', 'One sentence\n on two lines.'],
      ['comments of src', 'behind code'],
    ])
  })

  it('extracts test titles, including those of it.each and templates', () => {
    const text = `it.each([1])('returns %s', () => {})\ndescribe(\`the \${name}\`, () => {})\nexpect('not a title')`
    expect(areasOf('test/unit/a.test.ts', text)).toEqual([
      ['test titles', 'returns %s'],
      ['test titles', 'the X'],
    ])
  })

  it('extracts API text by property name or call', () => {
    const text = "operation({ summary: 'List all events' }); z.string().describe('The name of it'); refuse('not_one')"
    expect(areasOf('src/modules/a/a.ts', text)).toEqual(
      [
        ['API text', 'The name of it'],
        ['API text', 'List all events'],
      ].toReversed(),
    )
  })

  it('extracts labels and JSX text of the workspace', () => {
    const text = 'const Name = () => <p title="Save the event">Your changes are saved.</p>\nconst kind = \'primary\''
    expect(areasOf('web/console/a.tsx', text)).toEqual([
      ['workspace copy', 'Save the event'],
      ['workspace copy', 'Your changes are saved.'],
    ])
  })
})
