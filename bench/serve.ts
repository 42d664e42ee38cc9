import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Miniflare } from 'miniflare'
import { runtimeOptions } from '../scripts/start/runtime.ts'
import { freePort } from '../test/support/host/free-port.ts'
import { requestsPerSecond } from './serve-load.ts'

const ROUNDS = 3
const ROUND_MS = 4_000
const WARM_UP_MS = 1_000
const CONNECTIONS = 8
const LEAST_RATIO = 3
const COMPATIBILITY_DATE = '2026-11-02'

const HELLO = fileURLToPath(new URL('hello.worker.mjs', import.meta.url))
const WRANGLER = fileURLToPath(new URL('../node_modules/wrangler/bin/wrangler.js', import.meta.url))

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    async (answer) => (await answer.text()) === 'hello',
    () => false,
  )

const startWranglerDev = async (dir: string, port: number): Promise<ChildProcess> => {
  const config = join(dir, 'wrangler.json')
  writeFileSync(config, JSON.stringify({ name: 'hello', main: HELLO, compatibility_date: COMPATIBILITY_DATE }))
  const args = [
    WRANGLER,
    'dev',
    '--config',
    config,
    '--ip',
    '127.0.0.1',
    '--port',
    String(port),
    '--log-level',
    'error',
  ]
  const child = spawn(process.execPath, args, { cwd: dir, stdio: ['ignore', 'ignore', 'inherit'] })
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (child.exitCode !== null) break
    if (await answers(port)) return child
    await sleep(100)
  }
  child.kill()
  throw new Error('wrangler dev did not come up')
}

const startRunner = async (dir: string, port: number): Promise<Miniflare> => {
  const worker = { scriptPath: HELLO, options: { compatibilityDate: COMPATIBILITY_DATE } }
  const runtime = new Miniflare(runtimeOptions({ worker, dataDir: dir, port, vars: {}, logLevel: 'warn' }))
  await runtime.ready
  return runtime
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'event-calendar-serve-')))
const ports = { 'wrangler dev': await freePort(), 'npm start': await freePort() }
const runtime = await startRunner(dir, ports['npm start'])
const development = await startWranglerDev(dir, ports['wrangler dev'])
try {
  const rates = { 'wrangler dev': [] as number[], 'npm start': [] as number[] }
  for (const name of ['wrangler dev', 'npm start'] as const) {
    await requestsPerSecond({ port: ports[name], connections: CONNECTIONS, forMs: WARM_UP_MS })
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ['wrangler dev', 'npm start'] as const) {
      rates[name].push(await requestsPerSecond({ port: ports[name], connections: CONNECTIONS, forMs: ROUND_MS }))
    }
  }
  const ratio = median(rates['npm start']) / median(rates['wrangler dev'])
  console.log(`a bare hello Worker, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${ROUND_MS / 1000} s`)
  for (const [name, values] of Object.entries(rates)) {
    const each = values.map((value) => Math.round(value)).join(' ')
    console.log(`  ${name.padEnd(14)}${String(Math.round(median(values))).padStart(8)} req/s   (${each})`)
  }
  console.log(`  ratio         ${ratio.toFixed(1).padStart(8)}   (at least ${LEAST_RATIO} expected)`)
  process.exitCode = ratio >= LEAST_RATIO ? 0 : 1
} finally {
  development.kill('SIGTERM')
  await runtime.dispose()
  await new Promise((resolve) => (development.exitCode === null ? development.once('exit', resolve) : resolve(null)))
  rmSync(dir, { recursive: true, force: true })
}
