import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { delimiter, resolve } from 'node:path'

interface Step {
  name: string
  command: readonly [string, ...string[]]
  /** The step's own output is one line that is worth reading when all is well. */
  reports?: boolean
}

const STEPS: readonly Step[] = [
  { name: 'bundle', command: ['node', 'scripts/check/bundle.ts'], reports: true },
  { name: 'document', command: ['node', 'scripts/check/document.ts'], reports: true },
  { name: 'lint', command: ['oxlint'] },
  { name: 'environments', command: ['node', 'scripts/check/environments.ts'] },
  { name: 'dead code', command: ['knip', '--no-config-hints'] },
  { name: 'migrations', command: ['node', 'scripts/check/migrations.ts'] },
  { name: 'types', command: ['tsc', '-p', 'tsconfig.worker.json'] },
  { name: 'types of the tools', command: ['tsc', '-p', 'tsconfig.node.json'] },
  { name: 'types of the pages', command: ['tsc', '-p', 'tsconfig.web.json'] },
  { name: 'layers', command: ['node', 'scripts/check/source-layers.ts'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
]

const PATH = [resolve('node_modules/.bin'), process.env['PATH']].join(delimiter)

const wanted = process.argv.slice(2)
if (!wanted.every((word) => STEPS.some(({ name }) => name.startsWith(word)))) {
  console.error(`usage: npm run check -- [${STEPS.map(({ name }) => name.split(' ')[0]).join('|')}]...`)
  process.exit(2)
}
const queue = STEPS.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)))
const startedAt = performance.now()
let failures = 0

await Promise.all(Array.from({ length: availableParallelism() }, work))
console.log(`${failures === 0 ? 'ok' : `${failures} failed`} in ${secondsSince(startedAt)}`)
process.exitCode = failures === 0 ? 0 : 1

async function work(): Promise<void> {
  for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
    const from = performance.now()
    const { isOk, output } = await run(step)
    const note = isOk && step.reports ? `  ${output.trim()}` : ''
    console.log(`${isOk ? 'ok  ' : 'FAIL'}  ${step.name.padEnd(20)} ${secondsSince(from).padStart(7)}${note}`)
    if (isOk) continue
    failures += 1
    console.log(output.trimEnd())
  }
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
