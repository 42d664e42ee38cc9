import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { delimiter, resolve } from 'node:path'
import { readArguments, refuseArguments } from './arguments.ts'

interface Step {
  name: string
  command: readonly [string, ...string[]]
  /** Whether to print the step's one-line output even if the step passes. */
  reports?: boolean
  /** Whether later steps read the files it writes, so that it also runs before those that are named alone. */
  prepares?: boolean
}

/**
 * Groups run one after another, because a later group often reports the mistakes of an earlier one in different words:
 * the first failure is the one to read first. The steps of a group run in parallel.
 */
const GROUPS: readonly (readonly Step[])[] = [
  [
    { name: 'operations', command: ['node', 'scripts/check/operations.ts'] },
    { name: 'layers', command: ['node', 'scripts/check/source-layers.ts'] },
    { name: 'isolation', command: ['node', 'scripts/check/isolation.ts'] },
    { name: 'migrations', command: ['node', 'scripts/check/migrations.ts'] },
    { name: 'format', command: ['oxfmt', '--check', '.'] },
    { name: 'words', command: ['node', 'scripts/check/words.ts'] },
    { name: 'prose', command: ['node', 'scripts/check/prose.ts'], reports: true },
  ],
  [{ name: 'clients', command: ['node', 'scripts/check/clients.ts'], prepares: true }],
  [
    { name: 'types', command: ['tsc', '-p', 'tsconfig.worker.json'] },
    { name: 'types (tools)', command: ['tsc', '-p', 'tsconfig.node.json'] },
    { name: 'types (pages)', command: ['tsc', '-p', 'tsconfig.web.json'] },
  ],
  [
    { name: 'bundle', command: ['node', 'scripts/check/bundle.ts'], reports: true },
    { name: 'document', command: ['node', 'scripts/check/document.ts'], reports: true },
    { name: 'lint', command: ['oxlint'] },
    { name: 'environments', command: ['node', 'scripts/check/environments.ts'] },
    { name: 'dead code', command: ['knip', '--no-config-hints'] },
  ],
]
/** Maximum number of lines shown for the first failed step and for each later one. A step named alone is shown whole. */
const MAX_LINES = { first: 30, later: 10 }
const NAMES = GROUPS.flat().map(({ name }) => name)
const HELP = `
npm run check -- [${[...new Set(NAMES.map((name) => name.split(' ')[0]))].join('|')}]...

Runs all checks that don't start the service. If a step fails, it runs the others too, lists all failed steps at the end
and exits with 1.
`

const PATH = [resolve('node_modules/.bin'), process.env['PATH']].join(delimiter)

const { positionals: wanted } = readArguments({ name: 'npm run check', help: HELP, options: {}, takesWords: true })
const unknown = wanted.find((word) => !NAMES.some((name) => name.startsWith(word)))
if (unknown !== undefined) refuseArguments('npm run check', `no step is called "${unknown}"`)

const isNamed = ({ name }: Step) => wanted.length === 0 || wanted.some((word) => name.startsWith(word))
const isWanted = (step: Step) => step.prepares || isNamed(step)
const startedAt = performance.now()
const failed: string[] = []

for (const group of GROUPS) {
  const queue = group.filter(isWanted)
  await Promise.all(Array.from({ length: availableParallelism() }, () => work(queue)))
}
const duration = secondsSince(startedAt)
console.log(failed.length === 0 ? `ok in ${duration}` : `failed after ${duration}: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1

async function work(queue: Step[]): Promise<void> {
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
    const from = performance.now()
    const { isOk, output } = await run(step)
    const note = isOk && step.reports ? `  ${output.trim()}` : ''
    console.log(`${isOk ? 'ok  ' : 'FAIL'}  ${step.name.padEnd(20)} ${secondsSince(from).padStart(7)}${note}`)
    if (isOk) continue
    console.log(shortened(output, step, failed.length === 0 ? MAX_LINES.first : MAX_LINES.later))
    failed.push(step.name)
  }
}

function shortened(output: string, { name }: Step, limit: number): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  if (lines.length <= limit || wanted.length > 0) return lines.join('\n')
  return [
    ...lines.slice(0, limit),
    `… and ${lines.length - limit} more lines: npm run check -- ${name.split(' ')[0]} | less`,
  ].join('\n')
}

function run({ command: [program, ...args] }: Step): Promise<{ isOk: boolean; output: string }> {
  return new Promise((finished) => {
    let output = ''
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, PATH } })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.on('error', ({ message }) => finished({ isOk: false, output: message }))
    child.on('close', (code) => finished({ isOk: code === 0, output }))
  })
}

function secondsSince(from: number): string {
  return `${((performance.now() - from) / 1000).toFixed(1)} s`
}
