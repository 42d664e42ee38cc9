import { figure, holds as figureHolds, median, p99 } from '../harness/results.ts'
import { tablesOf } from '../harness/table.ts'
import { readArguments, refuseArguments } from '../scripts/arguments.ts'
import { openCompanions } from './companions/index.ts'
import { done, type History } from './history.ts'
import { COMPANION_RULES, holds, judge, reportOf } from './judge.ts'
import { SOCKETS } from './plan.ts'
import { recordHistory, type Life } from './record.ts'

const SHARE = 0.7
const MINUTES_A_LIFE = 5
const MAX_GROWTH = 1.1
/** Time after a start in which the service may still return 503 because a dependency is not ready. */
const COMING_UP_MS = 5_000

const NAME = 'npm run soak'
const HELP = `
npm run soak -- [--minutes N] [--seed N]

Uses a service over 64 sockets at ${SHARE * 100} % of its maximum rate, while some receivers never answer and the service is killed
every ${MINUTES_A_LIFE} minutes. Beside them, sandboxes live through a week, files of guests are imported, and agents draft and
delete events. Then checks everything they saw against each rule, and memory and failures.

  --minutes  duration; 30 by default
  --seed     determines the requests and their order; 1 by default
`
const { values } = readArguments({
  name: NAME,
  help: HELP,
  options: { minutes: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
})
for (const [name, value] of Object.entries(values)) {
  if (!/^[1-9]\d*$/.test(value)) refuseArguments(NAME, `--${name} takes a whole number, not "${value}"`)
}
const minutes = Number(values.minutes)

const lives: Life[] = []
const history = await recordHistory({
  seed: Number(values.seed),
  seconds: minutes * 60,
  answers: 0,
  kills: Math.ceil(minutes / MINUTES_A_LIFE) - 1,
  drains: true,
  share: SHARE,
  companions: openCompanions,
  lived: (life) => {
    lives.push(life)
    console.error(`${(life.to / 60_000).toFixed(1)} min: ${(life.memory / 2 ** 20).toFixed(0)} MiB`)
  },
  report: (line) => console.error(line),
})

/** A fault is a 5xx other than 503, or a 503 while the service was up. */
const isFault = ({ from, to, act }: History['entries'][number]) =>
  act.kind === 'answer' &&
  act.status >= 500 &&
  (act.status !== 503 || lives.some((life) => from > life.from + COMING_UP_MS && to < life.to))

const MAX_SHOWN = 5

const faults = history.entries.filter(isFault)
for (const { act, from } of faults.slice(0, MAX_SHOWN)) {
  if (act.kind === 'answer') console.error(`${act.status} to ${act.operation} at ${(from / 60_000).toFixed(1)} min`)
}
const answers = done(history, 'answer')
const delays = answers.filter(({ socket }) => socket < SOCKETS).map(({ from, to }) => to - from)
const [first, ...later] = lives.map(({ memory }) => memory / 2 ** 20)
const results = [
  figure('requests answered', answers.length, 'requests', { least: 1 }),
  figure('starts of the service', lives.length, '', {}),
  figure('p50', median(delays), 'ms', {}),
  figure('p99', p99(delays), 'ms', {}),
  figure('failures that are not 503 during a kill', faults.length, 'answers', { most: 0 }),
  figure('memory after the first life', first ?? Number.NaN, 'MiB', {}),
  figure(
    'highest memory at the end of a life / after its warm-up',
    Math.max(...lives.map(({ warm, memory }) => memory / warm)),
    'times',
    { most: MAX_GROWTH },
  ),
  ...(later.length > 0
    ? [
        figure('highest memory of a later life / first', Math.max(...later) / (first ?? 1), 'times', {
          most: MAX_GROWTH,
        }),
      ]
    : []),
]
const rulings = judge(history, COMPANION_RULES)
console.log(`${tablesOf(results)}\n\n${reportOf(rulings)}`)
process.exitCode = holds(rulings) && results.every(figureHolds) ? 0 : 1
