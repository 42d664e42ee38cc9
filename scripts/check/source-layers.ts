import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { importRefusal } from './layers.ts'

const SPECIFIER = /^(?:import|export)\b[^'"]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|(?<=\s)\/\/ .*$/gm
const ORACLES = ['test/contract/published.ts', 'test/contract/additions.ts']

const sources = globSync('src/**/*.{ts,tsx}').map((path) => path.replaceAll('\\', '/'))
const problems = [...sources.flatMap(problemsOf), ...ORACLES.flatMap(problemsOfOracle)]

if (sources.length === 0) problems.push('src holds no source')
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

function problemsOf(path: string): string[] {
  const file = path.slice('src/'.length)
  const text = readFileSync(path, 'utf8').replace(COMMENT, '')
  const refusals = specifiersIn(text).flatMap((specifier) => {
    const isRelative = specifier.startsWith('.')
    const target = posix.normalize(posix.join(posix.dirname(file), specifier))
    return importRefusal(file, isRelative ? { path: target } : { package: specifier }) ?? []
  })
  const isFreeToAsk = file.startsWith('kernel/') || file.startsWith('platform/')
  if (!isFreeToAsk && /\bnew Date\(\s*\)/.test(text))
    refusals.push('asks for the time with new Date(): use deps.clock()')
  return refusals.map((refusal) => `${path} ${refusal}`)
}

function problemsOfOracle(path: string): string[] {
  return specifiersIn(readFileSync(path, 'utf8'))
    .filter((specifier) => !specifier.startsWith('./'))
    .map((specifier) => `${path} imports ${specifier}: it is transcribed by hand and knows nothing of the product`)
}

function specifiersIn(text: string): string[] {
  return [...text.matchAll(SPECIFIER)].flatMap(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? [])
}
