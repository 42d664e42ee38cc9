import { join } from 'node:path'
import { Miniflare } from 'miniflare'
import { startIdentityProvider } from '../identity-provider.ts'
import { banner } from './banner.ts'
import { buildWorker } from './build-worker.ts'
import { startCron } from './cron.ts'
import { openDataDir } from './data-dir.ts'
import { prepareDemo, signInDemoUsers } from './demo.ts'
import { endLeftovers, endRuntimes, noteRun } from './leftovers.ts'
import type { Lifecycle } from './lifecycle.ts'
import { migrate } from './migrate.ts'
import { requireFreePorts, takenPort } from './ports.ts'
import { prepareRuntime, runtimeOptions, SERVICE } from './runtime.ts'
import type { Settings } from './settings.ts'
import { seedingVars, workerVars } from './worker-vars.ts'

export const claimDataDir = async (settings: Settings): Promise<string> => {
  const dataDir = openDataDir(settings.dataDir)
  await endLeftovers(dataDir)
  await requireFreePorts([settings.port, settings.port + 1])
  noteRun(dataDir)
  return dataDir
}

export const signInService = async (settings: Settings, dataDir: string, lifecycle: Lifecycle) => {
  const provider = await startIdentityProvider({
    issuer: settings.issuer,
    audience: settings.baseUrl,
    origins: [settings.origin, `http://localhost:${settings.port}`],
    dataDir,
  })
  lifecycle.onStop(provider.close)
  return signInDemoUsers(settings.issuer)
}

const openPublicPort = async (runtime: Miniflare, options: Parameters<typeof runtimeOptions>[0]) => {
  try {
    await runtime.setOptions(runtimeOptions(options))
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_ADDRESS_IN_USE' ? takenPort(options.port) : error
  }
}

/**
 * The public port opens last: whoever reaches the service finds its tables migrated and demo.json complete.
 */
export const startService = async (root: string, settings: Settings, lifecycle: Lifecycle) => {
  const dataDir = await claimDataDir(settings)
  const [worker, tokens] = await Promise.all([
    buildWorker(root, lifecycle.stopping),
    signInService(settings, dataDir, lifecycle),
  ])
  lifecycle.stopping.throwIfAborted()

  const vars = workerVars(settings, dataDir)
  const shared = { worker, dataDir, logLevel: settings.logLevel }
  prepareRuntime(dataDir)
  lifecycle.onStop(() => endRuntimes(dataDir))
  const runtime = new Miniflare(runtimeOptions({ ...shared, port: 0, vars: seedingVars(vars) }))
  lifecycle.onStop(() => runtime.dispose())
  await runtime.ready
  await migrate(await runtime.getD1Database('DB', SERVICE), join(root, 'migrations'))
  const { origin } = await runtime.unsafeGetDirectURL(SERVICE)
  const demo = await prepareDemo({ settings, dataDir, tokens, baseUrl: `${origin}/api` })
  lifecycle.stopping.throwIfAborted()

  await openPublicPort(runtime, { ...shared, port: settings.port, vars })
  const stopCron = startCron(runtime)
  lifecycle.onStop(async () => stopCron())
  console.log(banner(demo, dataDir))
}
