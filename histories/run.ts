import { mkdirSync, writeFileSync } from 'node:fs'
import { readArguments, refuseArguments } from '../scripts/arguments.ts'
import { holds, judge, reportOf } from './judge.ts'
import { recordHistory } from './record.ts'

const SECONDS_A_LIFE = 15
const OUT_DIR = '.tmp/histories'

const NAME = 'npm run histories'
const HELP = `
npm run histories -- [--seed N] [--seconds N] [--kills N]

Lets 64 sockets at once use a service of its own, kills it on the way, and judges rule by rule what was seen.

  --seed     what is done, and when; any number if left out, and it is printed
  --seconds  for how long; 30 if left out
  --kills    how often the service is killed; once in ${SECONDS_A_LIFE} seconds if left out
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
  console.log(`the whole history: ${path}`)
  process.exitCode = 1
}
