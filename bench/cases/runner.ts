import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Miniflare } from 'miniflare'
import { runtimeOptions } from '../../scripts/start/runtime.ts'
import { freePort } from '../../harness/free-port.ts'
import { compare } from '../harness.ts'
import type { Case } from '../../harness/results.ts'
import { always } from '../rounds.ts'

const COMPATIBILITY_DATE = '2026-11-02'
const READY_WITHIN_MS = 30_000
const HELLO = fileURLToPath(new URL('../floors/hello.worker.mjs', import.meta.url))
const WRANGLER = fileURLToPath(new URL('../../node_modules/wrangler/bin/wrangler.js', import.meta.url))

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    async (answer) => (await answer.text()) === 'hello',
    () => false,
  )

const startWranglerDev = async (dir: string, port: number): Promise<ChildProcess> => {
  const config = join(dir, 'wrangler.json')
  writeFileSync(config, JSON.stringify({ name: 'hello', main: HELLO, compatibility_date: COMPATIBILITY_DATE }))
  const args = [WRANGLER, 'dev', '--config', config, '--ip', '127.0.0.1', '--port', String(port)]
  const child = spawn(process.execPath, [...args, '--log-level', 'error'], {
    cwd: dir,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const deadline = performance.now() + READY_WITHIN_MS
  while (child.exitCode === null && performance.now() < deadline) {
    if (await answers(port)) return child
    await sleep(100)
  }
  child.kill()
  throw new Error('wrangler dev did not start')
}

const startRunner = async (dir: string, port: number): Promise<Miniflare> => {
  const worker = { scriptPath: HELLO, options: { compatibilityDate: COMPATIBILITY_DATE } }
  const runtime = new Miniflare(runtimeOptions({ worker, dataDir: dir, port, vars: {}, logLevel: 'warn' }))
  await runtime.ready
  return runtime
}

/** Measures the runtime that `npm start` sets up, with a Worker that does nothing. */
export const runnerCases: Case[] = [
  {
    name: 'runner',
    run: async () => {
      const dir = realpathSync(mkdtempSync(join(tmpdir(), 'event-calendar-runner-')))
      const [port, floorPort] = [await freePort(), await freePort()]
      const runtime = await startRunner(dir, port)
      const development = await startWranglerDev(dir, floorPort)
      try {
        const compared = await compare(null, {
          name: 'runner of `npm start`, hello / `wrangler dev`',
          subject: { port, status: 200, next: always({ path: '/' }) },
          floor: { port: floorPort, status: 200, next: always({ path: '/' }) },
          bound: { least: 3 },
          connections: 8,
          rounds: 3,
        })
        return [compared]
      } finally {
        const ended = development.exitCode === null ? once(development, 'exit') : null
        development.kill('SIGTERM')
        await ended
        await runtime.dispose()
        rmSync(dir, { recursive: true, force: true })
      }
    },
  },
]
