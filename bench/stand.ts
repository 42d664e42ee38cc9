import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Miniflare } from 'miniflare'
import { buildWorker } from '../scripts/start/build-worker.ts'
import { keysOf } from '../scripts/start/data-dir.ts'
import { runtimeOptions } from '../scripts/start/runtime.ts'
import { withDatabase } from '../harness/database.ts'
import { memoryOf } from '../harness/memory.ts'
import { freePort } from '../harness/free-port.ts'
import { startService } from '../harness/service.ts'
import { fill } from './fill.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FLOOR = fileURLToPath(new URL('floors/floor.worker.mjs', import.meta.url))
const DATABASE_ID = '00000000-0000-0000-0000-000000000000'
const D1 = join('state', 'v3', 'd1')
export const WITHOUT_LIMITS = { RATE_LIMIT_SCALE: '100000', LOG_LEVEL: 'warn' }

/** The service and the floor, both serving the same rows. */
export interface Stand {
  port: number
  floorPort: number
  dataDir: string
  /** Resident memory of the service's runtime in bytes: now, and the peak since `forgetPeak`. */
  memory(): number
  peakMemory(): number
  forgetPeak(): void
  /** Copies the filled database to a directory for another Worker. */
  copyRows(toDir: string): void
  stop(): Promise<void>
}

const fillDatabase = (dataDir: string) =>
  withDatabase(dataDir, (database) => {
    fill(database, Date.now())
    database.exec('pragma wal_checkpoint(truncate)')
  })

/**
 * Serves the Worker as it would be deployed, with the data in a directory and without queue consumers, so that no email
 * is sent.
 */
export const serveWithoutMailmen = async (dataDir: string, keysDir = dataDir) => {
  const built = await buildWorker(ROOT, new AbortController().signal)
  const port = await freePort()
  const vars = {
    ...WITHOUT_LIMITS,
    ENVIRONMENT: 'local',
    TOPOLOGY: 'single',
    PUBLIC_BASE_URL: `http://127.0.0.1:${port}/api`,
    ...keysOf(keysDir),
    AUTH_ISSUER: 'http://127.0.0.1:9/',
    AUTH_JWKS_URL: 'http://127.0.0.1:9/jwks',
    AUTH_AUDIENCE: 'nobody-signs-in',
  }
  const worker = { ...built, options: { ...built.options, queueConsumers: [] } }
  const runtime = new Miniflare(runtimeOptions({ worker, dataDir, port, vars, logLevel: 'warn' }))
  await runtime.ready
  return { port, stop: () => runtime.dispose() }
}

const startFloor = async (dataDir: string, port: number) => {
  const worker = {
    scriptPath: FLOOR,
    options: {
      compatibilityDate: '2026-11-02',
      d1Databases: { DB: DATABASE_ID },
      durableObjects: { DESK: { className: 'FloorDesk', useSQLite: true } },
    },
  }
  const runtime = new Miniflare(runtimeOptions({ worker, dataDir, port, vars: {}, logLevel: 'warn' }))
  await runtime.ready
  return runtime
}

/** Fills the database while no service is running. The floor serves a copy of it. */
export const setUpStand = async (): Promise<Stand> => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'event-calendar-bench-')))
  const [dataDir, floorDir, filledDir] = [join(root, 'service'), join(root, 'floor'), join(root, 'filled')]
  const first = await startService({ dataDir, env: WITHOUT_LIMITS })
  await first.stop()
  fillDatabase(dataDir)
  for (const dir of [floorDir, filledDir]) cpSync(join(dataDir, D1), join(dir, D1), { recursive: true })
  const floorPort = await freePort()
  const floor = await startFloor(floorDir, floorPort)
  const service = await startService({ dataDir, env: WITHOUT_LIMITS })
  const memory = memoryOf(dataDir)
  return {
    port: service.port,
    floorPort,
    dataDir,
    memory: memory.now,
    peakMemory: memory.peak,
    forgetPeak: memory.forgetPeak,
    copyRows: (toDir) => cpSync(join(filledDir, D1), join(toDir, D1), { recursive: true }),
    stop: async () => {
      await service.stop()
      await floor.dispose()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
