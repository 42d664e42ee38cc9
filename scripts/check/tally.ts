import { readFileSync } from 'node:fs'

interface TestResults {
  numPassedTests: number
  numFailedTests: number
  success: boolean
  testResults: { status: string; assertionResults: unknown[] }[]
}

const tally = tallyOf('.tmp/test-results.json')
console.log(`${tally.passed} passed, ${tally.failed} failed`)
process.exitCode = tally.failed === 0 && tally.passed > 0 ? 0 : 1

function tallyOf(path: string): { passed: number; failed: number } {
  try {
    const results = JSON.parse(readFileSync(path, 'utf8')) as TestResults
    // If a test file crashes before its first test, it has no assertion results and counts as one failure.
    const broken = results.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
    const failed = results.numFailedTests + broken.length
    return { passed: results.numPassedTests, failed: results.success ? failed : Math.max(failed, 1) }
  } catch (error) {
    console.error(`no test results found: ${String(error)}`)
    return { passed: 0, failed: 1 }
  }
}
