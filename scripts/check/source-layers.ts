import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { ANSWERS, circlesIn, importRefusal, moduleImports } from './layers.ts'
import { exportedTwice } from './exported-names.ts'

const SPECIFIER = /^(?:import|export)\b[^'"]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|(?<=\s)\/\/ .*$/gm
const ORACLES = ['test/contract/published.ts', 'test/contract/additions.ts']

const texts = new Map(
  globSync('{src,web}/**/*.{ts,tsx}').map((path) => [
    path.replaceAll('\\', '/'),
    readFileSync(path, 'utf8').replace(COMMENT, ''),
  ]),
)
const imports = new Map([...texts].map(([file, text]) => [file, targetsOf(file, text)]))
const allowed = new Map(
  [...imports].map(([file, all]) => [file, all.filter((each) => importRefusal(file, each) === null)]),
)

const problems = [
  ...[...imports].flatMap(([file, targets]) => targets.flatMap((target) => importRefusal(file, target) ?? [])),
  ...circlesIn(allowed).map((circle) => `${[...circle, circle[0]].join(' imports ')}: an import cycle`),
  ...circlesIn(moduleImports(imports)).map(
    (circle) => `${[...circle, circle[0]].join(' imports ')}: a cycle of modules`,
  ),
  ...exportedTwice(texts),
  ...[...texts].flatMap(problemOfClock),
  ...problemsOfAnswers(texts.get(ANSWERS) ?? ''),
  ...ORACLES.flatMap(problemsOfOracle),
]

if (texts.size === 0) problems.push('no source files found')
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

/** Returns the imports of a file: package names unchanged, relative paths as paths in the repository. */
function targetsOf(file: string, text: string): string[] {
  const targets = specifiersIn(text).map((specifier) =>
    specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : specifier,
  )
  return [...new Set(targets)]
}

function problemOfClock([file, text]: [string, string]): string[] {
  const mayReadClock = !file.startsWith('src/') || /^src\/(kernel|platform)\//.test(file)
  return !mayReadClock && /\bnew Date\(\s*\)/.test(text)
    ? [`${file} reads the time with new Date(): use deps.clock()`]
    : []
}

function problemsOfAnswers(text: string): string[] {
  return [...text.matchAll(/^import(?! type\b).*$/gm)].map(([line]) => `${ANSWERS} may import only types: ${line}`)
}

function problemsOfOracle(path: string): string[] {
  return specifiersIn(readFileSync(path, 'utf8'))
    .filter((specifier) => !specifier.startsWith('./'))
    .map(
      (specifier) =>
        `${path} imports ${specifier}: it is a manual transcript of the contract and must not depend on the product`,
    )
}

function specifiersIn(text: string): string[] {
  return [...text.matchAll(SPECIFIER)].flatMap(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? [])
}
