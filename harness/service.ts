import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Demo } from '../scripts/start/demo-file.ts'
import { readDemo } from '../scripts/start/demo-file.ts'
import { copyFirstStart } from './first-start.ts'
import { freePort } from './free-port.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/**
 * Printed when the start is complete. A healthy response is not enough, because it may come from a process left over
 * from an earlier run that this start has yet to end.
 */
const READY_LINE = 'Event Calendar is running.'
const READY_WITHIN_MS = 150_000
const END_WITHIN_MS = 10_000

export interface ServiceInput {
  env?: Record<string, string>
  /** `stop` deletes a temporary directory, but keeps a directory given here. */
  dataDir?: string
  port?: number
  /** Whether to start in an empty directory instead of a copy of the first start's data. */
  isFirst?: boolean
}

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface RunningService {
  baseUrl: string
  port: number
  dataDir: string
  demo: Demo
  /** The process started here, which leads its process group. */
  pid: number
  /** The process that started the Workers runtime. */
  starterPid: number
  output(): string
  /** Sends SIGTERM. */
  stop(): Promise<Exit>
  /** Sends SIGKILL to the whole process group. The data stays. */
  kill(): Promise<Exit>
}

interface SpawnInput {
  env?: Record<string, string>
  dataDir: string
  port: number
  task?: 'start' | 'dev'
  /** Root of the source tree to run; this one by default. */
  root?: string
}

/** Spawns `npm start` in its own process group and does not wait for the service to become ready. */
export const spawnService = ({ env = {}, dataDir, port, task = 'start', root = ROOT }: SpawnInput) => {
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), task], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      END_WITH_PARENT: '1',
      // Ignores the developer's .env.
      ENV_FILE: '/dev/null',
      LOG_LEVEL: 'warn',
      ...env,
      DATA_DIR: dataDir,
      PORT: String(port),
    },
  })
  const { pid } = child
  if (pid === undefined) throw new Error('the service could not be spawned')
  const written = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text))
  const exited = new Promise<Exit>((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })))
  return { pid, exited, written }
}

const isHealthy = (baseUrl: string, proxyToken = '') =>
  fetch(`${baseUrl}/health`, { headers: { 'x-proxy-token': proxyToken } }).then(
    (answer) => answer.ok,
    () => false,
  )

const end = async (pid: number, signal: NodeJS.Signals, exited: Promise<Exit>): Promise<Exit> => {
  process.kill(signal === 'SIGKILL' ? -pid : pid, signal)
  const late = sleep(END_WITHIN_MS, null, { ref: false })
  const exit = await Promise.race([exited, late])
  if (exit !== null) return exit
  process.kill(-pid, 'SIGKILL')
  throw new Error(`the service did not end within ${END_WITHIN_MS} ms of ${signal}`)
}

const starterOf = (dataDir: string) =>
  (JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as { starter: number }).starter

/** Starts a service on a free port and resolves when it is ready. */
export const startService = async (input: ServiceInput = {}): Promise<RunningService> => {
  const dataDir = input.dataDir ?? mkdtempSync(join(tmpdir(), 'event-calendar-'))
  if (input.isFirst !== true) copyFirstStart(dataDir)
  const port = input.port ?? (await freePort())
  const baseUrl = `http://127.0.0.1:${port}/api`
  const { pid, exited, written } = spawnService({ env: input.env ?? {}, dataDir, port })
  const output = () => written.stdout + written.stderr

  let exit: Exit | undefined
  void exited.then((found) => (exit = found))
  const deadline = performance.now() + READY_WITHIN_MS
  while (!written.stdout.includes(READY_LINE) || !(await isHealthy(baseUrl, input.env?.['PROXY_TOKEN']))) {
    if (exit !== undefined) throw new Error(`the service exited with ${exit.code ?? exit.signal}:\n${output()}`)
    if (performance.now() > deadline) {
      await end(pid, 'SIGKILL', exited)
      throw new Error(`the service was not ready within ${READY_WITHIN_MS} ms:\n${output()}`)
    }
    await sleep(50)
  }

  return {
    baseUrl,
    port,
    dataDir,
    demo: readDemo(dataDir) as Demo,
    pid,
    starterPid: starterOf(dataDir),
    output,
    stop: async () => {
      const found = await end(pid, 'SIGTERM', exited)
      if (input.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
      return found
    },
    kill: () => end(pid, 'SIGKILL', exited),
  }
}
