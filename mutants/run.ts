import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readArguments, refuseArguments } from '../scripts/arguments.ts'
import { copyTree } from './copy.ts'
import { runTests, type TestRun } from './judge-tests.ts'
import { misfitsOf, mutated } from './matches.ts'
import type { Mutant } from './mutant.ts'
import { mutants } from './mutants.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const WIDTH = 42
const MOST_OF_A_NAME = 90

const NAME = 'npm run mutants'
const HELP = `
npm run mutants -- [--only WORD[,WORD]]

Takes the guards of mutants/lists out of a copy of this tree, one at a time, and asks the tests that must notice.

  --only  those whose name or file has one of the words in it; all of them take more than an hour
`

const { values } = readArguments({ name: NAME, help: HELP, options: { only: { type: 'string' } } })
const words = (values.only ?? '').split(',')
const chosen = mutants.filter(({ name, file }) => words.some((word) => name.includes(word) || file.includes(word)))
const misfits = chosen.flatMap((mutant) => misfitsOf(mutant, ROOT))
if (chosen.length === 0) refuseArguments(NAME, `no mutant has to do with "${words.join()}"`)
if (misfits.length > 0) {
  console.error(misfits.join('\n'))
  process.exit(2)
}

const copy = copyTree(ROOT)
process.on('exit', copy.remove)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const survivors: string[] = []
const startedAt = performance.now()
await requireGreen([...new Set(chosen.flatMap(({ tests }) => tests))])
for (const mutant of chosen) {
  const run = await live(mutant)
  if (run.failed.length === 0) survivors.push(mutant.name)
  console.log(lineOf(mutant, run))
}
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
console.log(`${chosen.length - survivors.length} of ${chosen.length} mutants turned a test red, in ${minutes} minutes`)
if (survivors.length > 0) console.log(`alive: ${survivors.join('; ')}`)
process.exitCode = survivors.length === 0 ? 0 : 1

/** A test that fails anyway would condemn every mutant. One that a busy machine made late gets a second chance. */
async function requireGreen(files: string[]): Promise<void> {
  let run = await runTests(copy.path, files, false)
  console.log(`${run.passed} tests are green without a mutant, in ${run.seconds.toFixed(0)} s`)
  if (run.redFiles.length > 0) run = await runTests(copy.path, run.redFiles, false)
  if (run.redFiles.length === 0 && run.broken === null && run.passed > 0) return
  console.error(run.broken ?? `red without any mutant:\n${run.failed.join('\n')}`)
  process.exit(1)
}

async function live(mutant: Mutant): Promise<TestRun> {
  const path = join(copy.path, mutant.file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, mutated(source, mutant))
  const run = await runTests(copy.path, mutant.tests, true)
  writeFileSync(path, source)
  return run
}

function lineOf({ name, rule }: Mutant, { failed, broken, seconds }: TestRun): string {
  const verdict = broken !== null ? 'BROKEN' : failed.length === 0 ? 'ALIVE ' : 'red   '
  const told = broken ?? (failed[0] === undefined ? rule : `${rule}  ← ${failed[0].slice(0, MOST_OF_A_NAME)}`)
  return `${verdict}  ${name.padEnd(WIDTH)} ${seconds.toFixed(1).padStart(6)} s  ${told}`
}
