import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

interface Results {
  numPassedTests: number
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

export interface TestRun {
  passed: number
  /** The names of the tests that failed, and their files. */
  failed: string[]
  redFiles: string[]
  /** Why the tests could not even run; a mutant must not get away with that. */
  broken: string | null
  seconds: number
}

const run = (cwd: string, args: string[]) =>
  new Promise<string>((resolve) => {
    let output = ''
    const child = spawn(process.execPath, [join(cwd, 'node_modules', 'vitest', 'vitest.mjs'), ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('close', () => resolve(output))
  })

/** Runs the files in the tree at `root`, up to the first failure if `isHasty`. */
export const runTests = async (root: string, files: readonly string[], isHasty: boolean): Promise<TestRun> => {
  const report = join(root, '.tmp', 'test-results.json')
  rmSync(report, { force: true })
  const from = performance.now()
  const hasty = isHasty ? ['--bail', '1'] : []
  const output = await run(root, ['run', ...files, ...hasty, '--reporter', 'json'])
  const seconds = (performance.now() - from) / 1000
  if (!existsSync(report)) return { passed: 0, failed: [], redFiles: [], broken: output.slice(-2_000), seconds }
  const results = JSON.parse(readFileSync(report, 'utf8')) as Results
  const failed = results.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  )
  const silent = results.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const broken =
    failed.length === 0 && silent.length > 0 ? `${silent[0]?.name} did not run:\n${output.slice(-2_000)}` : null
  const redFiles = results.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
  return { passed: results.numPassedTests, failed, redFiles, broken, seconds }
}
