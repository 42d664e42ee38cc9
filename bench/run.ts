import type { Case } from './case.ts'
import { eventCases } from './cases/events.ts'
import type { Row } from './harness.ts'
import { tableOf } from './harness.ts'
import { setUpStand } from './stand.ts'

const CASES: Case[] = [...eventCases]

const args = process.argv.slice(2)
const only = args.includes('--only') ? (args[args.indexOf('--only') + 1] ?? '') : ''
const isForMachines = args.includes('--json')
const chosen = CASES.filter(({ name }) => name.startsWith(only))
if (chosen.length === 0) {
  console.error(`no bench is called "${only}"; there are: ${CASES.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

const stand = await setUpStand()
try {
  const rows: Row[] = []
  for (const { run } of chosen) rows.push(await run(stand))
  const peak = Math.round(stand.peakMemory() / 2 ** 20)
  if (isForMachines) console.log(JSON.stringify({ rows, peakMemoryMiB: peak }, null, 2))
  else console.log(`${tableOf(rows)}\n\nThe runtime of the service held ${peak} MiB at most.`)
  process.exitCode = rows.every(({ holds }) => holds) ? 0 : 1
} finally {
  await stand.stop()
}
