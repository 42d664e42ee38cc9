import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readArguments, refuseArguments } from '../scripts/arguments.ts'
import { applied, misfitsOf } from './apply.ts'
import { copyTree } from './copy.ts'
import { declarationsOf } from './declarations.ts'
import { runTests, type TestRun } from './judge-tests.ts'
import type { Mutant } from './mutant.ts'
import { mutants } from './mutants.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const NAME_WIDTH = 48
const MAX_TEST_NAME_LENGTH = 90

const NAME = 'npm run mutants'
const HELP = `
npm run mutants -- [--only WORD[,WORD]]

Checks that the tests notice a missing guard. Copies the tree, applies the mutants of mutants/lists
one at a time and runs the tests that each of them names. Exits with 1 if the tests of a mutant stay green.

  --only  run the mutants whose name, declaration or file contains one of the words;
          without it, all of them run, which takes more than an hour
`

const { values } = readArguments({ name: NAME, help: HELP, options: { only: { type: 'string' } } })
const words = (values.only ?? '').split(',')
const declarations = declarationsOf(ROOT)
const misfits = mutants.flatMap((mutant) => misfitsOf(mutant, declarations, ROOT))
if (misfits.length > 0) {
  console.error(misfits.join('\n'))
  process.exit(2)
}
const chosen = mutants.filter((mutant) => {
  const texts = [mutant.name, mutant.in, applied(mutant, declarations).file]
  return words.some((word) => texts.some((text) => text.includes(word)))
})
if (chosen.length === 0) refuseArguments(NAME, `no mutant matches "${words.join()}"`)

const copy = copyTree(ROOT)
process.on('exit', copy.remove)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const survivors: string[] = []
const startedAt = performance.now()
await requireGreen([...new Set(chosen.flatMap(({ tests }) => tests))])
for (const mutant of chosen) {
  const run = await runWith(mutant)
  if (run.failed.length === 0) survivors.push(mutant.name)
  console.log(lineOf(mutant, run))
}
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
console.log(`${chosen.length - survivors.length} of ${chosen.length} mutants were caught, in ${minutes} minutes`)
if (survivors.length > 0) console.log(`survived: ${survivors.join('; ')}`)
process.exitCode = survivors.length === 0 ? 0 : 1

/**
 * Exits if a test fails without a mutant. Files with failures run a second time, because a test may have timed out on a
 * busy machine.
 */
async function requireGreen(files: string[]): Promise<void> {
  let run = await runTests(copy.path, files, false)
  console.log(`${run.passed} tests pass without a mutant, in ${run.seconds.toFixed(0)} s`)
  if (run.failedFiles.length > 0) run = await runTests(copy.path, run.failedFiles, false)
  if (run.failedFiles.length === 0 && run.broken === null && run.passed > 0) return
  console.error(run.broken ?? `these tests fail without a mutant:\n${run.failed.join('\n')}`)
  process.exit(1)
}

async function runWith(mutant: Mutant): Promise<TestRun> {
  const { file, source } = applied(mutant, declarations)
  const path = join(copy.path, file)
  const original = readFileSync(path, 'utf8')
  writeFileSync(path, source)
  const run = await runTests(copy.path, mutant.tests, true)
  writeFileSync(path, original)
  return run
}

function lineOf({ name, rule }: Mutant, { failed, broken, seconds }: TestRun): string {
  const verdict = broken !== null ? 'BROKEN  ' : failed.length === 0 ? 'SURVIVED' : 'caught  '
  const test = failed[0]?.slice(0, MAX_TEST_NAME_LENGTH)
  const details = broken ?? (test === undefined ? rule : `${rule}  ← ${test}`)
  return `${verdict}  ${name.padEnd(NAME_WIDTH)} ${seconds.toFixed(1).padStart(6)} s  ${details}`
}
