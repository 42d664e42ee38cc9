import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Miniflare } from 'miniflare'
import { settingErrors } from '../../src/platform/settings.ts'
import { backUpBeforeUpgrade, hasDueMigrations } from '../backup/before-upgrade.ts'
import type { BringMail } from '../identity/outbox.ts'
import { banner } from './banner.ts'
import type { BuiltWorker } from './build-worker.ts'
import { startCron } from './cron.ts'
import { identityKeyOf, keysOf, openDataDir } from './data-dir.ts'
import { noteDataVersion, refuseNewerData, RESTORING } from './data-version.ts'
import type { Demo } from './demo-file.ts'
import type { DemoData } from './demo.ts'
import { explainDiskError, requireSpace } from './disk.ts'
import { setupLink } from './identity.ts'
import { endLeftovers, endRuntimes, noteRun } from './leftovers.ts'
import type { Lifecycle } from './lifecycle.ts'
import { report } from './log.ts'
import { createRequestCounter, serveMetrics } from './metrics.ts'
import { migrate } from './migrate.ts'
import { requireFreePorts, takenPort } from './ports.ts'
import { prepareRuntime, runtimeOptions, SERVICE, VERSION } from './runtime.ts'
import type { Settings } from './settings.ts'
import { createPostman } from './smtp.ts'
import { StartError } from './start-error.ts'
import { step } from './steps.ts'

const HEALTHY_WITHIN_MS = 10_000

const claimDataDir = async ({ dataDir: path, port, issuer }: Settings, root: string): Promise<string> => {
  refuseNewerData(path, root, VERSION)
  if (existsSync(join(path, RESTORING)))
    throw new StartError(`a restore into DATA_DIR ${path} was interrupted; run it again`)
  requireSpace(path)
  const dataDir = openDataDir(path)
  await endLeftovers(dataDir)
  await requireFreePorts(issuer === null ? [port] : [port, port + 1])
  noteRun(dataDir)
  // The demo's data can be made again.
  if (issuer === null && hasDueMigrations(dataDir, root))
    await step(['Backing up before the upgrade', 'Backed up the data'], () => backUpBeforeUpgrade(dataDir, VERSION))
  noteDataVersion(dataDir, root, VERSION)
  return dataDir
}

const withKeys = ({ vars, hasIdentity }: Settings, dataDir: string): Settings['vars'] => {
  const complete = { ...vars, ...keysOf(dataDir) }
  const [fault] = settingErrors({ ...complete, IDENTITY: hasIdentity })
  if (fault !== undefined)
    throw new StartError(
      `${fault.says} The keys are stored in ${join(dataDir, 'encryption.key')} and in derivation.key next to it.`,
    )
  return complete
}

/** Turns off rate limits and info logs while only the seed can reach the service. */
const seedingVars = (vars: Settings['vars']): Settings['vars'] => ({
  ...vars,
  RATE_LIMIT_SCALE: '1000',
  LOG_LEVEL: vars['LOG_LEVEL'] === 'debug' ? 'debug' : 'warn',
})

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
    await sleep(200)
  }
}

/** A session token that no key has signed, so the Worker fetches the identity provider's keys and refuses it. */
const UNSIGNED = ['{"alg":"RS256","kid":"start"}', '{}', 'x']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.')
const KEYS_WITHIN_MS = 6_000

/**
 * Lets the Worker fetch the keys of the identity provider before others call it. Under their load the first fetch can
 * time out, and then nobody could sign in for some seconds. If it fails, the Worker logs why and fetches them later.
 */
const fetchIdentityKeys = (origin: string, proxyToken = '') =>
  fetch(`${origin}/api/calendars`, {
    headers: { authorization: `Bearer ${UNSIGNED}`, 'x-proxy-token': proxyToken },
    signal: AbortSignal.timeout(KEYS_WITHIN_MS),
  }).then(
    (answer) => answer.body?.cancel(),
    () => {},
  )

const pagesUrlOf = (vars: Settings['vars']) => (vars['PUBLIC_BASE_URL'] ?? '').replace(/\/api\/?$/, '')

const NOT_YET = 'The service is still starting.'

/** Delivers an email through Miniflare's trigger endpoint. Only the outbox in this process calls it. */
const bring = async (runtime: Miniflare, { from, to, raw }: Parameters<BringMail>[0]) => {
  const query = new URLSearchParams({ from, to, format: 'json' })
  const answer = await runtime.dispatchFetch(`http://127.0.0.1/cdn-cgi/local/email?${query.toString()}`, {
    method: 'POST',
    body: raw,
  })
  const { outcome, rejectReason } = (await answer.json()) as { outcome: string; rejectReason?: string }
  return rejectReason ?? (outcome === 'ok' ? null : 'The service failed to process the email.')
}

interface Running {
  worker: BuiltWorker
  /** Serves another build on the same data. */
  serve(worker: BuiltWorker): Promise<void>
}

interface Parts {
  build: (root: string, stopping: AbortSignal) => Promise<BuiltWorker>
  /** Absent where the service never runs as a demo. */
  demo?: DemoData
}

const startAll = async (
  root: string,
  settings: Settings,
  lifecycle: Lifecycle,
  { build, demo: demoData }: Parts,
): Promise<Running> => {
  const { stopping } = lifecycle
  const { port, origin, issuer } = settings
  const dataDir = await claimDataDir(settings, root)
  const vars = withKeys(settings, dataDir)
  let running: Miniflare | null = null
  const [worker, tokens] = await Promise.all([
    step(['Building the Worker', 'Built the Worker'], () => build(root, stopping)),
    issuer === null || demoData === undefined
      ? null
      : demoData.startSignIn({
          issuer,
          settings,
          dataDir,
          lifecycle,
          bringMail: async (mail) => (running === null ? NOT_YET : bring(running, mail)),
        }),
  ])
  stopping.throwIfAborted()

  const postman = settings.smtp === null ? null : createPostman(settings.smtp)
  if (postman !== null) lifecycle.onStop(postman.close)
  const identityKey = settings.hasIdentity ? identityKeyOf(dataDir) : null
  const { metrics, backupDir, webhookNetworks } = settings
  const requests = metrics === null ? null : createRequestCounter()
  if (metrics !== null && requests !== null)
    lifecycle.onStop(await serveMetrics({ listener: metrics, dataDir, backupDir, requests }))
  const acceptsMail = issuer !== null
  const shared = {
    dataDir,
    identityKey,
    logLevel: vars['LOG_LEVEL'] ?? '',
    acceptsMail,
    postman,
    requests,
    webhookNetworks,
  }
  prepareRuntime(dataDir)
  lifecycle.onStop(() => endRuntimes(dataDir))
  const runtime = await step(['Migrating the database', 'Migrated the database'], async () => {
    const made = new Miniflare(
      // Uses level `warn`, because the seed's log lines would clutter the progress output.
      runtimeOptions({ ...shared, logLevel: 'warn', worker, port: 0, vars: seedingVars(vars) }),
    )
    lifecycle.ownSignals()
    lifecycle.onStop(() => made.dispose())
    await made.ready
    await migrate(await made.getD1Database('DB', SERVICE), join(root, 'migrations'))
    return made
  })

  let demo: Demo | null = null
  if (tokens !== null && demoData !== undefined) {
    demo = await step(['Adding demo data', 'Added demo data'], async () => {
      const { origin: inside } = await runtime.unsafeGetDirectURL(SERVICE)
      return demoData.prepareDemo({ settings, dataDir, tokens, reachedAt: `${inside}/api` })
    })
  }
  stopping.throwIfAborted()

  const serve = async (built: BuiltWorker) => {
    try {
      await runtime.setOptions(runtimeOptions({ ...shared, worker: built, port, host: settings.listen, vars }))
    } catch (error) {
      throw (error as { code?: string }).code === 'ERR_ADDRESS_IN_USE' ? takenPort(port) : error
    }
    await untilHealthy(origin, stopping, vars['PROXY_TOKEN'])
    await fetchIdentityKeys(origin, vars['PROXY_TOKEN'])
  }
  await serve(worker)
  running = runtime
  const stopCron = startCron(runtime, lifecycle.isWanted)
  lifecycle.onStop(async () => stopCron())
  const link = settings.hasIdentity
    ? await setupLink(await runtime.getD1Database('DB', SERVICE), pagesUrlOf(vars))
    : null
  const said = banner({ settings, dataDir, demo, link })
  report(said, 'Event Calendar is running.', { open: pagesUrlOf(vars), ...(link === null ? {} : { setUp: link }) })
  return { worker, serve }
}

/** Starts everything. The public port opens last, when the tables are migrated and demo.json is complete. */
export const startService = async (
  root: string,
  settings: Settings,
  lifecycle: Lifecycle,
  parts: Parts,
): Promise<Running> => {
  try {
    return await startAll(root, settings, lifecycle, parts)
  } catch (error) {
    throw explainDiskError(error, settings.dataDir)
  }
}
