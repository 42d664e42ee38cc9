import { mkdirSync, writeFileSync } from 'node:fs'
import { readArguments, refuseArguments } from '../scripts/arguments.ts'
import { holds, judge, reportOf } from './judge.ts'
import { recordHistory } from './record.ts'

const SECONDS_A_LIFE = 15
const OUT_DIR = '.tmp/histories'

const NAME = 'npm run histories'
const HELP = `
npm run histories -- [--seed N] [--seconds N] [--kills N]

Uses a service over 64 sockets at once, kills it on the way, and checks everything they saw against each rule.

  --seed     determines the requests and their order; random and printed by default
  --seconds  duration; 30 by default
  --kills    number of kills; one per ${SECONDS_A_LIFE} seconds by default
`

const { values } = readArguments({
  name: NAME,
  help: HELP,
  options: { seed: { type: 'string' }, seconds: { type: 'string' }, kills: { type: 'string' } },
})
for (const [name, value] of Object.entries(values)) {
  if (!/^\d+$/.test(value)) refuseArguments(NAME, `--${name} takes a whole number, not "${value}"`)
}
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const seconds = Number(values.seconds ?? 30)
const kills = Number(values.kills ?? Math.max(1, Math.floor(seconds / SECONDS_A_LIFE)))

console.log(`seed ${seed}, ${seconds} s, ${kills} SIGKILL`)
const history = await recordHistory({
  seed,
  seconds,
  answers: 0,
  kills,
  drains: true,
  report: (line) => console.log(line),
})
const rulings = judge(history)
console.log(reportOf(rulings))
if (!holds(rulings)) {
  mkdirSync(OUT_DIR, { recursive: true })
  const path = `${OUT_DIR}/${seed}.json`
  writeFileSync(path, JSON.stringify({ seed, seconds, kills, rulings, history }, null, 1))
  console.log(`complete history: ${path}`)
  process.exitCode = 1
}
