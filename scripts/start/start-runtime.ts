import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Miniflare, type MiniflareOptions } from 'miniflare'
import { dueMigrations } from '../backup/before-upgrade.ts'
import type { BuiltWorker } from './build-worker.ts'
import type { Demo } from './demo-file.ts'
import type { Lifecycle } from './lifecycle.ts'
import { migrate } from './migrate.ts'
import { refuseTakenPort } from './ports.ts'
import { runtimeOptions, SERVICE, type RuntimeInput } from './runtime.ts'
import type { Settings } from './settings.ts'
import { StartError } from './start-error.ts'
import { step } from './steps.ts'

const HEALTHY_WITHIN_MS = 10_000

const complaintOf = async (origin: string, proxyToken = ''): Promise<string | null> => {
  try {
    const answer = await fetch(`${origin}/api/health`, { headers: { 'x-proxy-token': proxyToken } })
    return answer.ok ? null : `${answer.status} ${await answer.text()}`
  } catch (error) {
    return String((error as Error).cause ?? error)
  }
}

/** The socket opens before the service is ready, so poll `/api/health`. */
const untilHealthy = async (origin: string, stopping: AbortSignal, proxyToken?: string) => {
  const giveUpAt = performance.now() + HEALTHY_WITHIN_MS
  for (;;) {
    const complaint = await complaintOf(origin, proxyToken)
    stopping.throwIfAborted()
    if (complaint === null) return
    if (performance.now() > giveUpAt) throw new StartError(`GET ${origin}/api/health is failing: ${complaint}`)
    await sleep(50)
  }
}

/** A session token that no key has signed, so the Worker fetches the identity provider's keys and refuses it. */
const UNSIGNED = ['{"alg":"RS256","kid":"start"}', '{}', 'x']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.')
const KEYS_WITHIN_MS = 6_000

/**
 * Makes the Worker fetch the identity provider's keys before the first caller. Under load, the first fetch can time
 * out, and no one could sign in for some seconds. If it fails, the Worker logs the reason and fetches them later.
 */
const fetchIdentityKeys = (origin: string, proxyToken = '') =>
  fetch(`${origin}/api/calendars`, {
    headers: { authorization: `Bearer ${UNSIGNED}`, 'x-proxy-token': proxyToken },
    signal: AbortSignal.timeout(KEYS_WITHIN_MS),
  }).then(
    (answer) => answer.body?.cancel(),
    () => {},
  )

interface StartRuntimeInput {
  root: string
  settings: Settings
  lifecycle: Lifecycle
  worker: BuiltWorker
  runtimeInput: Omit<RuntimeInput, 'worker' | 'port' | 'host' | 'logLevel'>
  /** Null without demo data. */
  demo: {
    /** Whether an earlier start noted all of it. */
    isNoted: boolean
    /** Creates what is missing or outdated, through the API at this address. */
    prepare: (reachedAt: string) => Promise<Demo>
  } | null
}

interface RunningRuntime {
  runtime: Miniflare
  demo: Demo | null
  /** Serves another build on the same data. */
  serve(worker: BuiltWorker): Promise<void>
}

/**
 * Starts the runtime, which serves when this resolves. Data that lack a migration or demo data are prepared while the
 * public port is closed, on a free port. That takes two starts of the runtime, so prepared data are served directly.
 */
export const startRuntime = async (input: StartRuntimeInput): Promise<RunningRuntime> => {
  const { root, settings, lifecycle, worker, runtimeInput, demo } = input
  const { port, origin } = settings
  const { dataDir, vars } = runtimeInput
  const logLevel = vars['LOG_LEVEL'] ?? ''
  const open = async (options: MiniflareOptions) => {
    const runtime = new Miniflare(options)
    lifecycle.ownSignals()
    lifecycle.onStop(() => runtime.dispose())
    await runtime.ready.catch((error: unknown) => refuseTakenPort(error, port))
    return runtime
  }
  const servingOptions = (built: BuiltWorker) =>
    runtimeOptions({ ...runtimeInput, logLevel, worker: built, port, host: settings.listen })
  const untilServing = async () => {
    await untilHealthy(origin, lifecycle.stopping, vars['PROXY_TOKEN'])
    await fetchIdentityKeys(origin, vars['PROXY_TOKEN'])
  }
  const serve = async (runtime: Miniflare, built: BuiltWorker) => {
    await runtime.setOptions(servingOptions(built)).catch((error: unknown) => refuseTakenPort(error, port))
    await untilServing()
  }

  const startPrepared = async () => {
    const runtime = await open(servingOptions(worker))
    await untilServing()
    const checked =
      demo && (await step(['Checking the demo data', 'Checked the demo data'], () => demo.prepare(`${origin}/api`)))
    return { runtime, demo: checked }
  }
  const prepareAndStart = async () => {
    const runtime = await step(['Migrating the database', 'Migrated the database'], async () => {
      // Only the seed can reach the service yet, and it sends more requests than the limits allow.
      const unlimited = { ...vars, RATE_LIMIT_SCALE: '1000' }
      const opened = await open(runtimeOptions({ ...runtimeInput, logLevel, worker, port: 0, vars: unlimited }))
      await migrate(await opened.getD1Database('DB', SERVICE), join(root, 'migrations'))
      return opened
    })
    const { origin: inside } = await runtime.unsafeGetDirectURL(SERVICE)
    const added = demo && (await step(['Adding demo data', 'Added demo data'], () => demo.prepare(`${inside}/api`)))
    lifecycle.stopping.throwIfAborted()
    await serve(runtime, worker)
    return { runtime, demo: added }
  }

  const isPrepared = dueMigrations(dataDir, root)?.length === 0 && demo?.isNoted !== false
  const started = await (isPrepared ? startPrepared() : prepareAndStart())
  return { ...started, serve: (built) => serve(started.runtime, built) }
}
