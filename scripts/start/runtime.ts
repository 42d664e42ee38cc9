import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MiniflareOptions, V4WorkerOptions } from 'miniflare'
import { convertV4MiniflareOptions } from 'miniflare'
import type { BuiltWorker } from './build-worker.ts'
import { IDENTITY, identityWorker } from './identity.ts'
import { SANDBOX, sandboxWorker } from './sandbox.ts'
import { runtimePath } from './leftovers.ts'
import { logLine } from './log.ts'
import type { RequestCounter } from './metrics.ts'
import { outboundBindings } from './outbound.ts'
import type { Postman } from './smtp.ts'
import packageFile from '../../package.json' with { type: 'json' }

export const SERVICE = 'event-calendar'
export const VERSION = packageFile.version

export interface RuntimeInput {
  worker: BuiltWorker
  dataDir: string
  /** 0 picks any free port. Used for migrations and the seed, which run before the public port opens. */
  port: number
  host?: string
  vars: Record<string, string>
  /** Key of the identity Worker. Null: another provider signs people in. */
  identityKey?: string | null
  logLevel: string
  /** Sends email through a mail server. Without it, emails become files in `mail`. */
  postman?: Postman | null
  /** Whether this is a demo: its outbox may deliver emails to the service through Miniflare's trigger endpoint. */
  acceptsMail?: boolean
  /** Counts the requests in the log for `/metrics`. */
  requests?: RequestCounter | null
  /** Private networks that webhooks may reach. */
  webhookNetworks?: readonly string[]
  /** Whether the service is starting. Until it serves, the log shows only warnings and errors between the steps. */
  isStarting?: () => boolean
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

const SMTP_SCRIPT = fileURLToPath(new URL('smtp.worker.mjs', import.meta.url))

/** Miniflare passes each call of `POSTMAN` to a function in this process. */
const smtp = (postman: Postman): V4WorkerOptions => ({
  name: 'smtp',
  modules: true,
  modulesRoot: dirname(SMTP_SCRIPT),
  scriptPath: SMTP_SCRIPT,
  compatibilityDate: '2026-11-02',
  serviceBindings: {
    POSTMAN: async (request) => {
      const { searchParams } = new URL(request.url)
      const raw = Buffer.from(await request.arrayBuffer())
      const answer = await postman.send(searchParams.get('from') ?? '', searchParams.get('to') ?? '', raw)
      return Response.json(answer)
    },
  },
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

/**
 * Gives each build its own version. ETags contain the version, so a response of one build is never reused for another.
 */
const versionOf = (scriptPath: string) =>
  `${VERSION}+${createHash('sha256').update(readFileSync(scriptPath)).digest('hex').slice(0, 8)}`

const printLine =
  (requests: RequestCounter | null, isStarting: () => boolean) =>
  ({ level, message }: { level: string; message: string }) => {
    if (isStarting() && message.startsWith('{"level":"info"')) return
    const stream = level === 'error' || level === 'warn' ? process.stderr : process.stdout
    stream.write(`${message}\n`)
    requests?.see(message)
  }

/** Miniflare starts a runtime again that was killed or crashed. Without this line, the log would not show it. */
const noteRestart = () => logLine('error', 'the Workers runtime ended unexpectedly and was started again')

/**
 * `unsafeDirectSockets` makes workerd itself listen. It handles several times as many requests per second as
 * Miniflare's entry Worker.
 */
export const runtimeOptions = ({
  worker,
  dataDir,
  port,
  host = '127.0.0.1',
  vars,
  identityKey = null,
  logLevel,
  postman = null,
  acceptsMail = false,
  requests = null,
  webhookNetworks = [],
  isStarting = () => false,
}: RuntimeInput): MiniflareOptions => {
  const mailDir = join(dataDir, 'mail')
  mkdirSync(mailDir, { recursive: true })
  const { email, bindings, serviceBindings, assets, ...options } = worker.options
  const mailBindings = email?.send_email ?? []
  const ownVars = { ...bindings, ...vars }
  const { sandboxPath } = worker
  const sandboxes =
    sandboxPath === undefined
      ? []
      : [sandboxWorker({ scriptPath: sandboxPath, options, vars: ownVars, networks: webhookNetworks })]
  const mailer = postman === null ? { name: 'outbox', entrypoint: 'Outbox' } : { name: 'smtp', entrypoint: 'Smtp' }
  const converted = convertV4MiniflareOptions({
    workers: [
      {
        ...options,
        name: SERVICE,
        modules: true,
        modulesRoot: dirname(worker.scriptPath),
        scriptPath: worker.scriptPath,
        bindings: {
          ...bindings,
          VERSION: versionOf(worker.scriptPath),
          DATA_DIR: dataDir,
          MAIL_BY_SMTP: String(postman !== null),
          ...vars,
        },
        serviceBindings: {
          ...serviceBindings,
          ...outboundBindings(webhookNetworks),
          ...(identityKey === null ? {} : { IDENTITY }),
          ...(sandboxPath === undefined ? {} : { SANDBOX }),
          ...(worker.webDir === undefined ? {} : { ASSETS: 'assets' }),
          ...Object.fromEntries(mailBindings.map(({ name }) => [name, mailer])),
        },
        unsafeDirectSockets: [{ host, port }],
      },
      postman === null ? outbox(mailDir, logLevel) : smtp(postman),
      ...(identityKey === null ? [] : [identityWorker({ worker, vars, identityKey })]),
      ...(worker.webDir === undefined ? [] : [assetsOf(assets, worker.webDir)]),
      // Last, because Miniflare copies the code of each Worker again for every Worker after it.
      ...sandboxes,
    ],
  })
  return {
    ...converted,
    resourcePersistencePath: join(dataDir, 'state', 'v3'),
    unsafeTriggerHandlers: acceptsMail,
    logRequests: false,
    cf: false,
    telemetry: { enabled: false },
    handleStructuredLogs: printLine(requests, isStarting),
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

const installedWorkerd = () => {
  const { default: binary } = createRequire(createRequire(import.meta.url).resolve('miniflare'))('workerd') as {
    default: string
  }
  return binary
}

/** `WORKERD` names the binary where no packages are installed. */
export const prepareRuntime = (dataDir: string) => {
  useOwnTemporaryDir(dataDir)
  const binary = process.env.WORKERD ?? installedWorkerd()
  const path = runtimePath(dataDir)
  rmSync(path, { force: true })
  symlinkSync(binary, path)
  if (!existsSync(path)) throw new Error(`no runtime at ${binary}`)
  process.env.MINIFLARE_WORKERD_PATH = path
}
