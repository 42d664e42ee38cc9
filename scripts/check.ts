import { spawn, type ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { delimiter, resolve } from 'node:path'
import { readArguments, refuseArguments } from './arguments.ts'

interface Step {
  name: string
  command: readonly [string, ...string[]]
  /** Whether to print the step's one-line output even if the step passes. */
  reports?: boolean
}

/**
 * Groups run one after another, because a later group would mostly report the same mistakes in different words. The
 * steps of a group run in parallel.
 */
const GROUPS: readonly (readonly Step[])[] = [
  [
    { name: 'operations', command: ['node', 'scripts/check/operations.ts'] },
    { name: 'layers', command: ['node', 'scripts/check/source-layers.ts'] },
    { name: 'migrations', command: ['node', 'scripts/check/migrations.ts'] },
    { name: 'format', command: ['oxfmt', '--check', '.'] },
    { name: 'prose', command: ['node', 'scripts/check/prose.ts'], reports: true },
  ],
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
/** Maximum number of lines shown for a failed step, unless the step was named on the command line. */
const MAX_LINES = 30
const NAMES = GROUPS.flat().map(({ name }) => name)
const HELP = `
npm run check -- [${[...new Set(NAMES.map((name) => name.split(' ')[0]))].join('|')}]...

Runs all checks that don't start the service. Stops at the first step that fails.
`

const PATH = [resolve('node_modules/.bin'), process.env['PATH']].join(delimiter)

const { positionals: wanted } = readArguments({ name: 'npm run check', help: HELP, options: {}, takesWords: true })
const unknown = wanted.find((word) => !NAMES.some((name) => name.startsWith(word)))
if (unknown !== undefined) refuseArguments('npm run check', `no step is called "${unknown}"`)

const isWanted = ({ name }: Step) => wanted.length === 0 || wanted.some((word) => name.startsWith(word))
const startedAt = performance.now()
const running = new Set<ChildProcess>()
let failed: Step | null = null

for (const group of GROUPS) {
  const queue = group.filter(isWanted)
  if (failed === null) await Promise.all(Array.from({ length: availableParallelism() }, () => work(queue)))
}
console.log(failed === null ? `ok in ${secondsSince(startedAt)}` : `failed after ${secondsSince(startedAt)}`)
process.exitCode = failed === null ? 0 : 1

async function work(queue: Step[]): Promise<void> {
  for (let step = queue.shift(); step !== undefined && failed === null; step = queue.shift()) {
    const from = performance.now()
    const { isOk, output } = await run(step)
    if (failed !== null) return
    const note = isOk && step.reports ? `  ${output.trim()}` : ''
    console.log(`${isOk ? 'ok  ' : 'FAIL'}  ${step.name.padEnd(20)} ${secondsSince(from).padStart(7)}${note}`)
    if (isOk) continue
    failed = step
    for (const child of running) child.kill()
    console.log(shortened(output, step))
  }
}

function shortened(output: string, { name }: Step): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  if (lines.length <= MAX_LINES) return lines.join('\n')
  const more = `… and ${lines.length - MAX_LINES} more lines: npm run check -- ${name.split(' ')[0]} | less`
  return wanted.length > 0 ? lines.join('\n') : [...lines.slice(0, MAX_LINES), more].join('\n')
}

function run({ command: [program, ...args] }: Step): Promise<{ isOk: boolean; output: string }> {
  return new Promise((finished) => {
    let output = ''
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, PATH } })
    running.add(child)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.on('error', ({ message }) => finished({ isOk: false, output: message }))
    child.on('close', (code) => {
      running.delete(child)
      finished({ isOk: code === 0, output })
    })
  })
}

function secondsSince(from: number): string {
  return `${((performance.now() - from) / 1000).toFixed(1)} s`
}
