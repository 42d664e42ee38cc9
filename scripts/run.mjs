#!/usr/bin/env node
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './run/ensure-installed.mjs'
import { whenNpmIsGone } from './run/when-npm-is-gone.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BIN = join(ROOT, 'node_modules', '.bin')

const script = (path) => ['node', join(ROOT, path)]

const TASKS = {
  check: script('scripts/check.ts'),
  start: script('scripts/start.ts'),
  dev: script('scripts/dev.ts'),
  token: script('scripts/token.ts'),
  deploy: script('scripts/deploy.ts'),
  provision: script('scripts/provision.ts'),
  bench: script('bench/run.ts'),
  histories: script('histories/run.ts'),
  mutants: script('mutants/run.ts'),
  test: ['vitest', 'run'],
  web: script('scripts/web.ts'),
}

const [task, ...args] = process.argv.slice(2)
const command = Object.hasOwn(TASKS, task ?? '') ? TASKS[task] : undefined
if (command === undefined) {
  console.error(`usage: node scripts/run.mjs <${Object.keys(TASKS).join('|')}> [arguments]`)
  process.exit(2)
}

await ensureInstalled(ROOT)

const [name, ...fixed] = command
const program = join(BIN, name)
if (!existsSync(program)) {
  console.error(`${program} is missing; delete node_modules and run the command again`)
  process.exit(1)
}

const child = spawn(program, [...fixed, ...args], {
  stdio: 'inherit',
  env: { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}`, RUN_BY: String(process.pid) },
})
child.on('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code ?? 1)
  if (task === 'start') spawnSync(join(BIN, 'node'), [join(ROOT, 'scripts/start/after-kill.ts')], { stdio: 'inherit' })
  process.exit(128 + constants.signals[signal])
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))

whenNpmIsGone(() => child.kill('SIGTERM'))
