import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MiniflareOptions, V4WorkerOptions } from 'miniflare'
import { convertV4MiniflareOptions } from 'miniflare'
import type { BuiltWorker } from './build-worker.ts'
import { runtimePath } from './leftovers.ts'
import { outboundBindings } from './outbound.ts'

export const SERVICE = 'event-calendar'

interface RuntimeInput {
  worker: BuiltWorker
  dataDir: string
  /** 0 picks any free port. Used for migrations and the seed, which run before the public port opens. */
  port: number
  vars: Record<string, string>
  logLevel: string
  /** Whether this is a demo: its outbox may deliver emails to the service through Miniflare's trigger endpoint. */
  acceptsMail?: boolean
}

const OUTBOX_SCRIPT = fileURLToPath(new URL('outbox.worker.mjs', import.meta.url))
const QUIET_ABOUT_MAIL = ['warn', 'error', 'silent']

const outbox = (mailDir: string, logLevel: string): V4WorkerOptions => ({
  name: 'outbox',
  modules: true,
  modulesRoot: dirname(OUTBOX_SCRIPT),
  scriptPath: OUTBOX_SCRIPT,
  compatibilityDate: '2026-11-02',
  bindings: { LOGS_MAIL: !QUIET_ABOUT_MAIL.includes(logLevel) },
  serviceBindings: { MAIL_DIR: { disk: { path: mailDir, writable: true } } },
})

const ASSETS_SCRIPT = fileURLToPath(new URL('assets.worker.mjs', import.meta.url))

/**
 * Serves the assets from a separate Worker. With the assets router in front of it, the service would handle only a
 * fifth as many requests per second.
 */
const assetsOf = (settings: BuiltWorker['options']['assets'], webDir: string): V4WorkerOptions => ({
  name: 'assets',
  modules: true,
  modulesRoot: dirname(ASSETS_SCRIPT),
  scriptPath: ASSETS_SCRIPT,
  compatibilityDate: '2026-11-02',
  assets: { ...settings, directory: webDir, binding: 'ASSETS' },
})

const PACKAGE = fileURLToPath(new URL('../../package.json', import.meta.url))

/**
 * Gives each build its own version. ETags contain the version, so a response of one build is never reused for another.
 */
const versionOf = (scriptPath: string) => {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }
  return `${version}+${createHash('sha256').update(readFileSync(scriptPath)).digest('hex').slice(0, 8)}`
}

const printLine = ({ level, message }: { level: string; message: string }) => {
  const stream = level === 'error' || level === 'warn' ? process.stderr : process.stdout
  stream.write(`${message}\n`)
}

/** Miniflare starts a runtime again that was killed or crashed. Without this line, the log would not show it. */
const noteRestart = () =>
  printLine({
    level: 'error',
    message: JSON.stringify({
      level: 'error',
      at: new Date().toISOString(),
      message: 'the Workers runtime ended unexpectedly and was started again',
    }),
  })

/**
 * `unsafeDirectSockets` makes workerd itself listen. It handles several times as many requests per second as
 * Miniflare's entry Worker.
 */
export const runtimeOptions = ({
  worker,
  dataDir,
  port,
  vars,
  logLevel,
  acceptsMail = false,
}: RuntimeInput): MiniflareOptions => {
  const mailDir = join(dataDir, 'mail')
  mkdirSync(mailDir, { recursive: true })
  const { email, bindings, serviceBindings, assets, ...options } = worker.options
  const mailBindings = email?.send_email ?? []
  const converted = convertV4MiniflareOptions({
    workers: [
      {
        ...options,
        name: SERVICE,
        modules: true,
        modulesRoot: dirname(worker.scriptPath),
        scriptPath: worker.scriptPath,
        bindings: { ...bindings, VERSION: versionOf(worker.scriptPath), DATA_DIR: dataDir, ...vars },
        serviceBindings: {
          ...serviceBindings,
          ...outboundBindings,
          ...(worker.webDir === undefined ? {} : { ASSETS: 'assets' }),
          ...Object.fromEntries(mailBindings.map(({ name }) => [name, { name: 'outbox', entrypoint: 'Outbox' }])),
        },
        unsafeDirectSockets: [{ host: '127.0.0.1', port }],
      },
      outbox(mailDir, logLevel),
      ...(worker.webDir === undefined ? [] : [assetsOf(assets, worker.webDir)]),
    ],
  })
  return {
    ...converted,
    resourcePersistencePath: join(dataDir, 'state', 'v3'),
    unsafeTriggerHandlers: acceptsMail,
    logRequests: false,
    cf: false,
    telemetry: { enabled: false },
    handleStructuredLogs: printLine,
    unsafeHandleRuntimeRestart: noteRestart,
  }
}

/** Points TMPDIR into the data directory and empties it, because a killed runtime leaves files behind. */
const useOwnTemporaryDir = (dataDir: string) => {
  const path = join(dataDir, 'tmp')
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path)
  process.env.TMPDIR = path
}

export const prepareRuntime = (dataDir: string) => {
  useOwnTemporaryDir(dataDir)
  const { default: binary } = createRequire(createRequire(import.meta.url).resolve('miniflare'))('workerd') as {
    default: string
  }
  const path = runtimePath(dataDir)
  rmSync(path, { force: true })
  symlinkSync(binary, path)
  if (!existsSync(path)) throw new Error(`no runtime at ${binary}`)
  process.env.MINIFLARE_WORKERD_PATH = path
}
