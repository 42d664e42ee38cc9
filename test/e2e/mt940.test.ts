import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { readMt940 } from '../../web/console/money/mt940.ts'
import { MT940 } from '../unit/web/statements/samples.ts'

/** What the Python package `mt-940` 5.1.1 reads from the same file: date, amount, currency and the bank’s reference. */
const FROM_PYTHON = [
  ['2027-05-03', '119.00', 'EUR', '2027050300001'],
  ['2027-05-03', '20.5', 'EUR', '2027050300002'],
  ['2027-05-04', '-35.00', 'EUR', '2027050400001'],
]

/** The package doesn’t support reversals, so the statement with one is left out. */
const FIRST = MT940.slice(0, MT940.indexOf(':20:', 1))

const SCRIPT = `
import json, sys, mt940
print(json.dumps([[str(t.data['date']), str(t.data['amount'].amount), t.data['amount'].currency, t.data.get('bank_reference')]
  for t in mt940.parse(sys.stdin.read()).transactions]))`

const fromPython = () => {
  try {
    return JSON.parse(
      execFileSync('python3', ['-c', SCRIPT], { input: FIRST, stdio: ['pipe', 'pipe', 'ignore'] }).toString(),
    ) as unknown
  } catch {
    // Without Python or the package, the recorded answer stands in for it.
    return FROM_PYTHON
  }
}

describe('the Python package mt-940', () => {
  it('reads the same lines', () => {
    const ours = readMt940(FIRST).map(({ bookedOn, amount, currency, bankReference }) => [
      bookedOn,
      amount,
      currency,
      bankReference || null,
    ])
    const theirs = fromPython() as typeof FROM_PYTHON
    expect(theirs).toEqual(FROM_PYTHON)
    expect(ours).toEqual(theirs.map(([date, amount, ...rest]) => [date, Math.round(Number(amount) * 100), ...rest]))
  })
})
