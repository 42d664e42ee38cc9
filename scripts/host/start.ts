import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLifecycle } from '../start/lifecycle.ts'
import { writeProgressAsJson } from '../start/log.ts'
import { readSettings } from '../start/settings.ts'
import { StartError } from '../start/start-error.ts'
import type { BuiltWorker } from '../start/build-worker.ts'
import { packageEnv, refuseExamples, refuseRoot } from './environment.ts'
import { startNightlyBackups } from './nightly.ts'
import { packageDir } from './release.ts'

/**
 * Certificate bundles of Debian, Red Hat and SUSE. workerd refuses to start without certificates, and images such as
 * debian:bookworm-slim have none. Node's own list is in the package for these.
 */
const SYSTEM_CERTIFICATES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
]

/** The Worker in the package, built by `npm run pack`. */
const packedWorker = async (root: string): Promise<BuiltWorker> => ({
  scriptPath: join(root, 'worker/worker.js'),
  identityPath: join(root, 'identity/worker.js'),
  sandboxPath: join(root, 'sandbox/worker.js'),
  webDir: join(root, 'worker/web'),
  options: JSON.parse(readFileSync(join(root, 'worker/options.json'), 'utf8')) as BuiltWorker['options'],
})

const ownSettings = (env: NodeJS.ProcessEnv) => {
  const settings = readSettings(env)
  if (settings.vars['ENVIRONMENT'] === 'production') refuseRoot(env)
  return settings
}

/** Runs until a signal ends the process, so it never returns. */
export const start = async (): Promise<number> => {
  const lifecycle = createLifecycle()
  writeProgressAsJson()
  try {
    refuseExamples(process.env)
    const env = packageEnv(process.env, 'start')
    const settings = ownSettings(env)
    startNightlyBackups(env)
    process.env.WORKERD ??= join(packageDir, 'bin/workerd')
    if (!SYSTEM_CERTIFICATES.some((path) => existsSync(path)))
      process.env.SSL_CERT_FILE ??= join(packageDir, 'app/ca.pem')
    // Miniflare exits immediately on a signal, so the lifecycle must listen first.
    const { startService } = await import('../start/service.ts')
    await startService(packageDir, settings, lifecycle, { build: packedWorker })
  } catch (error) {
    if (!(await lifecycle.isWanted()))
      console.error(error instanceof StartError ? `event-calendar start: ${error.message}` : error)
    await lifecycle.stop(1)
  }
  return new Promise(() => {})
}
