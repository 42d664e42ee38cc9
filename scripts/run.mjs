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
/** Settings for this clone. Shell variables override them. */
const ENV_FILE = process.env.ENV_FILE ?? join(ROOT, '.env')

const script = (path) => ['node', ...(existsSync(ENV_FILE) ? [`--env-file=${ENV_FILE}`] : []), join(ROOT, path)]

/** `npm start` needs only a fifth of the packages. `needs: 'all'` also installs those for checks and tests. */
const TASKS = {
  start: { run: script('scripts/start.ts') },
  dev: { run: script('scripts/dev.ts') },
  token: { run: script('scripts/token.ts') },
  provision: { run: script('scripts/provision.ts') },
  web: { run: script('scripts/web.ts') },
  setup: { run: script('scripts/setup.ts'), needs: 'all' },
  doctor: { run: script('scripts/doctor.ts') },
  deploy: { run: script('scripts/deploy.ts'), needs: 'all' },
  pack: { run: script('scripts/pack.ts') },
  sdk: { run: script('scripts/sdk.ts'), needs: 'all' },
  check: { run: script('scripts/check.ts'), needs: 'all' },
  test: { run: ['vitest', 'run'], needs: 'all' },
  bench: { run: script('bench/run.ts'), needs: 'all' },
  histories: { run: script('histories/run.ts'), needs: 'all' },
  soak: { run: script('histories/soak.ts'), needs: 'all' },
  storm: { run: script('bench/storm.ts'), needs: 'all' },
  mutants: { run: script('mutants/run.ts'), needs: 'all' },
  judges: { run: script('scripts/judges.ts'), needs: 'all' },
}

const [task, ...args] = process.argv.slice(2)
if (!Object.hasOwn(TASKS, task ?? '')) {
  console.error(`usage: node scripts/run.mjs <${Object.keys(TASKS).join('|')}> [arguments]`)
  process.exit(2)
}
const { run, needs = 'service' } = TASKS[task]

// Sends SIGTERM to this process, so that its signal handlers end the current step, even an install.
whenNpmIsGone(() => process.kill(process.pid, 'SIGTERM'))

await ensureInstalled(ROOT, needs)

const [name, ...fixed] = run
const program = join(BIN, name)
if (!existsSync(program)) {
  console.error(`${program} is missing; delete node_modules and run the command again`)
  process.exit(1)
}

const child = spawn(program, [...fixed, ...args], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}`,
    RUN_BY: String(process.pid),
    // Without this, wrangler would load .env into every build and every test.
    CLOUDFLARE_LOAD_DEV_VARS_FROM_DOT_ENV: 'false',
  },
})
child.on('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code ?? 1)
  if (task === 'start') {
    spawnSync(join(BIN, 'node'), script('scripts/start/after-kill.ts').slice(1), { stdio: 'inherit' })
  }
  process.exit(128 + constants.signals[signal])
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
