import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { holds, judge, reportOf } from './judge.ts'
import { recordHistory } from './record.ts'

const SECONDS_A_LIFE = 15
const OUT_DIR = '.tmp/histories'

const { values } = parseArgs({
  options: { seed: { type: 'string' }, seconds: { type: 'string' }, kills: { type: 'string' } },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const seconds = Number(values.seconds ?? 30)
const kills = Number(values.kills ?? Math.max(1, Math.floor(seconds / SECONDS_A_LIFE)))
if (![seed, seconds, kills].every((number) => Number.isFinite(number) && number >= 0)) {
  console.error('usage: npm run histories -- [--seed N] [--seconds N] [--kills N]')
  process.exit(2)
}

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
