import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

interface Results {
  numPassedTests: number
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

export interface TestRun {
  passed: number
  /** Full names of the failed tests. */
  failed: string[]
  failedFiles: string[]
  /** Why the tests could not run, or null. If a mutant breaks the test run itself, no test has caught it. */
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

/** Runs the test files in the tree at `root`. With `stopsEarly` it stops at the first failure. */
export const runTests = async (root: string, files: readonly string[], stopsEarly: boolean): Promise<TestRun> => {
  const report = join(root, '.tmp', 'test-results.json')
  rmSync(report, { force: true })
  const startedAt = performance.now()
  const bail = stopsEarly ? ['--bail', '1'] : []
  const output = await run(root, ['run', ...files, ...bail, '--reporter', 'json'])
  const seconds = (performance.now() - startedAt) / 1000
  if (!existsSync(report)) return { passed: 0, failed: [], failedFiles: [], broken: output.slice(-2_000), seconds }
  const results = JSON.parse(readFileSync(report, 'utf8')) as Results
  const failed = results.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  )
  const failedToLoad = results.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const broken =
    failed.length === 0 && failedToLoad.length > 0
      ? `${failedToLoad[0]?.name} did not run:\n${output.slice(-2_000)}`
      : null
  const failedFiles = results.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
  return { passed: results.numPassedTests, failed, failedFiles, broken, seconds }
}
