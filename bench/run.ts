import { availableParallelism, cpus, platform, release, totalmem } from 'node:os'
import { readArguments, refuseArguments } from '../scripts/arguments.ts'
import { changeCases } from './cases/changes.ts'
import { doorCases } from './cases/door.ts'
import { eventCases } from './cases/events.ts'
import { exportCases } from './cases/exports.ts'
import { guestCases } from './cases/guests.ts'
import { compareMillion } from './cases/million.ts'
import { moveCalendar } from './cases/moving.ts'
import { programCases } from './cases/programs.ts'
import { runnerCases } from './cases/runner.ts'
import { useSandboxes } from './cases/sandboxes.ts'
import { startCases } from './cases/start.ts'
import { webhookCases } from './cases/webhooks.ts'
import { holds, type Case, type Result } from '../harness/results.ts'
import { setUpStand } from './stand.ts'
import { tablesOf } from '../harness/table.ts'

const CASES: Case[] = [
  ...eventCases,
  ...guestCases,
  ...doorCases,
  ...exportCases,
  ...webhookCases,
  ...changeCases,
  ...programCases,
  ...runnerCases,
  ...startCases,
]
/** These take minutes each, so they run only if named. */
const ALONE: Readonly<Record<string, () => Promise<Result[]>>> = {
  million: compareMillion,
  moving: moveCalendar,
  sandboxes: useSandboxes,
}

const HELP = `
npm run bench -- [--only NAME] [--json]

Compares the service with a floor on the same machine, in about six minutes; bench/README.md describes the targets.

  --only  runs benches whose name starts with this: ${CASES.map(({ name }) => name).join(', ')};
          or ${Object.keys(ALONE).join(', ')}, which run only by name
  --json  prints JSON
`

const { values } = readArguments({
  name: 'npm run bench',
  help: HELP,
  options: { only: { type: 'string', default: '' }, json: { type: 'boolean', default: false } },
})
const chosen = CASES.filter(({ name }) => name.startsWith(values.only))
const alone = ALONE[values.only]
if (chosen.length === 0 && alone === undefined) refuseArguments('npm run bench', `no bench is called "${values.only}"`)

const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${release()}, Node ${process.version}`
const began = performance.now()
const secondsSince = (from: number) => Math.round((performance.now() - from) / 1_000)

// Progress goes to stderr, so that stdout can be redirected to a file.
const measure = async () => {
  console.error('building the Worker and writing 126,000 events and 260,000 guests …')
  const stand = await setUpStand()
  const results: Result[] = []
  try {
    for (const { name, run } of chosen) {
      const from = performance.now()
      results.push(...(await run(stand)))
      console.error(`${name}: ${secondsSince(from)} s`)
    }
  } finally {
    await stand.stop()
  }
  return results
}

const results = await (alone ?? measure)()
const seconds = secondsSince(began)
if (values.json) {
  const rows = results.map((result) => ({ ...result, holds: holds(result) }))
  console.log(JSON.stringify({ machine, seconds, results: rows }, null, 2))
} else {
  console.log(`\n${machine}; ${seconds} s\n\n${tablesOf(results)}`)
}
process.exitCode = results.every(holds) ? 0 : 1
