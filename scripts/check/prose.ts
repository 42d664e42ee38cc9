import { parseArgs } from 'node:util'
import { addCounts, countProse, hitsIn, ratesOf, type Counts, type Rates } from './prose/measure.ts'
import { piecesOfRepository, type Area, type Piece } from './prose/pieces.ts'

type Limits = Partial<Rates>

const COMMENTS: Limits = { markers: 4, openers: 1.5, passives: 20, names: 3.5 }
/** Upper limits per area, except that `names` is a lower limit. `docs/style.md` explains them. */
const LIMITS: Readonly<Record<Area, Limits>> = {
  'comments of src': COMMENTS,
  'comments of web': COMMENTS,
  'comments of scripts': COMMENTS,
  'comments of tests': { markers: 4, openers: 1.5, names: 3.5 },
  docs: { markers: 5, openers: 2.5, passives: 18, names: 4 },
  'test titles': { markers: 2, openers: 0.5 },
  'API text': { markers: 2, openers: 0.5, passives: 18 },
  'page copy': { markers: 2, openers: 0.5, passives: 15 },
  'workspace copy': { markers: 2, openers: 0.5, passives: 15 },
  'personal data': { markers: 2, openers: 0.5 },
  commits: { markers: 3, openers: 1 },
}
/** An area with fewer words is not judged, because a single sentence could decide the result. */
const LEAST_WORDS = 1000
const FILES_SHOWN = 5

const { values } = parseArgs({ options: { hits: { type: 'string' } } })
const pieces = piecesOfRepository().map((piece) => ({ ...piece, counts: countProse(piece.text) }))

if (values.hits !== undefined) printHits(values.hits)
else {
  const problems = (Object.keys(LIMITS) as Area[]).flatMap(problemsOf)
  for (const problem of problems) console.error(problem)
  if (problems.length === 0) {
    const { words, markers } = addCounts(pieces.map(({ counts }) => counts))
    console.log(`${words.toLocaleString('en')} words, ${((markers / words) * 1000).toFixed(1)} markers per 1,000`)
  }
  process.exitCode = problems.length === 0 ? 0 : 1
}

function problemsOf(area: Area): string[] {
  const own = pieces.filter((piece) => piece.area === area)
  const sum = addCounts(own.map(({ counts }) => counts))
  if (sum.words < LEAST_WORDS) return []
  const rates = ratesOf(sum)
  const missed = (Object.entries(LIMITS[area]) as [keyof Rates, number][]).filter(([name, limit]) =>
    name === 'names' ? rates[name] < limit : rates[name] > limit,
  )
  if (missed.length === 0) return []
  const what = missed.map(([name, limit]) => `${name} ${rates[name].toFixed(1)} (limit ${limit})`).join(', ')
  return [`${area}: ${what}`, ...worstFiles(own).map((line) => `    ${line}`)]
}

function worstFiles(own: readonly (Piece & { counts: Counts })[]): string[] {
  return [...Map.groupBy(own, ({ path }) => path)]
    .map(([path, list]) => ({ path, ...addCounts(list.map(({ counts }) => counts)) }))
    .toSorted((left, right) => right.markers + right.openers - left.markers - left.openers)
    .slice(0, FILES_SHOWN)
    .map(({ path, markers, openers, words }) => `${path}: ${markers} markers, ${openers} openers in ${words} words`)
}

function printHits(part: string): void {
  for (const { path, line, area, text } of pieces.filter((piece) => piece.path.includes(part)))
    for (const { marker, excerpt } of hitsIn(text)) console.log(`${path}:${line} ${area}, ${marker}: …${excerpt}…`)
}
