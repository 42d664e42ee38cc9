import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Miniflare } from 'miniflare'
import { settingErrors } from '../../src/platform/settings.ts'
import { backUpBeforeUpgrade, dueMigrations } from '../backup/before-upgrade.ts'
import type { BringMail } from '../identity/outbox.ts'
import { banner } from './banner.ts'
import type { BuiltWorker } from './build-worker.ts'
import { startCron } from './cron.ts'
import { identityKeyOf, keysOf, openDataDir } from './data-dir.ts'
import { noteDataVersion, refuseNewerData, RESTORING } from './data-version.ts'
import type { DemoData } from './demo.ts'
import { explainDiskError, requireSpace } from './disk.ts'
import { setupLink } from './identity.ts'
import { endLeftovers, endRuntimes, noteRun } from './leftovers.ts'
import type { Lifecycle } from './lifecycle.ts'
import { report } from './log.ts'
import { createRequestCounter, serveMetrics } from './metrics.ts'
import { requireFreePorts } from './ports.ts'
import { prepareRuntime, SERVICE, VERSION } from './runtime.ts'
import type { Settings } from './settings.ts'
import { createPostman } from './smtp.ts'
import { StartError } from './start-error.ts'
import { startRuntime } from './start-runtime.ts'
import { step } from './steps.ts'

const claimDataDir = async ({ dataDir: path, port, issuer }: Settings, root: string): Promise<string> => {
  refuseNewerData(path, root, VERSION)
  if (existsSync(join(path, RESTORING)))
    throw new StartError(`a restore into DATA_DIR ${path} was interrupted; run it again`)
  requireSpace(path)
  const dataDir = openDataDir(path)
  await endLeftovers(dataDir)
  await requireFreePorts(issuer === null ? [port] : [port, port + 1])
  noteRun(dataDir)
  // Demo data can be recreated.
  if (issuer === null && (dueMigrations(dataDir, root)?.length ?? 0) > 0)
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
  const { issuer } = settings
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
  const { metrics, backupDir, webhookNetworks } = settings
  const requests = metrics === null ? null : createRequestCounter()
  if (metrics !== null && requests !== null)
    lifecycle.onStop(await serveMetrics({ listener: metrics, dataDir, backupDir, requests }))
  prepareRuntime(dataDir)
  lifecycle.onStop(() => endRuntimes(dataDir))
  const { runtime, demo, serve } = await startRuntime({
    root,
    settings,
    lifecycle,
    worker,
    runtimeInput: {
      dataDir,
      vars,
      identityKey: settings.hasIdentity ? identityKeyOf(dataDir) : null,
      acceptsMail: issuer !== null,
      postman,
      requests,
      webhookNetworks,
      isStarting: () => running === null,
    },
    demo:
      tokens === null || demoData === undefined
        ? null
        : {
            isNoted: demoData.isDemoNoted(dataDir),
            prepare: (reachedAt) => demoData.prepareDemo({ settings, dataDir, tokens, reachedAt }),
          },
  })
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

/** Starts everything. The public port opens when the tables are migrated and demo.json is complete. */
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
