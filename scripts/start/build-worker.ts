import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { V4WorkerOptions } from 'miniflare'
import { writeOperations } from '../operations/gather.ts'
import { buildWeb } from '../web/build-web.ts'
import { buildIdentity } from './build-identity.ts'
import { buildSandbox } from './build-sandbox.ts'
import { bundleWorker } from './bundle-worker.ts'
import { StartError } from './start-error.ts'

export interface BuiltWorker {
  scriptPath: string
  /** The identity Worker, which runs unless AUTH_ISSUER is set. Absent for a Worker without sign-in. */
  identityPath?: string
  /** The sandbox Worker. Absent for a Worker without sandboxes. */
  sandboxPath?: string
  /** Static assets. Absent for a Worker without pages. */
  webDir?: string
  options: Partial<V4WorkerOptions>
}

const DAY_MS = 86_400_000
const INPUTS = [
  'src/**/*',
  'web/**/*',
  'scripts/openapi/**/*',
  'migrations/*.sql',
  'wrangler.toml',
  'tsconfig.json',
  'package-lock.json',
]

const fingerprint = (root: string) => {
  const hash = createHash('sha256')
  const files = globSync(INPUTS, { cwd: root }).filter((file) => statSync(join(root, file)).isFile())
  for (const file of files.toSorted())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}

const bundle = async (root: string, outDir: string, stopping: AbortSignal) => {
  const wrangler = join(root, 'node_modules', 'wrangler', 'bin', 'wrangler.js')
  try {
    await promisify(execFile)(process.execPath, [wrangler, 'deploy', '--dry-run', '--env=', '--outdir', outDir], {
      cwd: root,
      signal: stopping,
      // Without this, wrangler's custom build would build the pages a second time before bundling.
      env: {
        ...process.env,
        PAGES_BUILT_BY: 'start',
        WRANGLER_SEND_METRICS: 'false',
        WRANGLER_HIDE_BANNER: 'true',
        FORCE_COLOR: '0',
      },
    })
  } catch (error) {
    stopping.throwIfAborted()
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw new StartError(`the Worker failed to build:\n${stderr || stdout || String(error)}`)
  }
}

const workerOptions = async (root: string): Promise<BuiltWorker['options']> => {
  const { unstable_getMiniflareWorkerOptions } = await import('wrangler')
  const {
    modulesRules: _,
    rootPath: __,
    ...options
  } = unstable_getMiniflareWorkerOptions(join(root, 'wrangler.toml')).workerOptions
  return options
}

const dropOldBuilds = (dist: string, kept: string) => {
  for (const name of globSync('worker-*', { cwd: dist })) {
    const path = join(dist, name)
    if (path !== kept && Date.now() - statSync(path).mtimeMs > DAY_MS) rmSync(path, { recursive: true, force: true })
  }
}

const build = async (root: string, target: string, stopping: AbortSignal) => {
  const scratch = `${target}.${process.pid}.tmp`
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(scratch, { recursive: true })
  // The assets directory must exist before wrangler starts the build.
  mkdirSync(join(root, 'dist', 'web'), { recursive: true })
  const [options] = await Promise.all([
    workerOptions(root),
    bundle(root, scratch, stopping),
    buildWeb(root, join(scratch, 'web')),
    buildIdentity(root, join(scratch, 'identity.js'), true),
    buildSandbox(root, join(scratch, 'sandbox.js'), true),
  ])
  writeFileSync(join(scratch, 'options.json'), JSON.stringify(options, null, 2))
  try {
    renameSync(scratch, target)
  } catch (error) {
    rmSync(scratch, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
}

/**
 * Builds the bundle that a deployment would upload, with its bindings. Reuses the last build if no source has changed.
 */
export const buildWorker = async (
  root: string,
  stopping: AbortSignal,
): Promise<BuiltWorker & { identityPath: string; sandboxPath: string }> => {
  writeOperations(root)
  const dist = join(root, 'dist')
  const target = join(dist, `worker-${fingerprint(root)}`)
  if (!existsSync(target)) {
    await build(root, target, stopping)
    dropOldBuilds(dist, target)
  }
  return {
    scriptPath: join(target, 'worker.js'),
    identityPath: join(target, 'identity.js'),
    sandboxPath: join(target, 'sandbox.js'),
    webDir: join(target, 'web'),
    options: JSON.parse(readFileSync(join(target, 'options.json'), 'utf8')) as BuiltWorker['options'],
  }
}

/** Builds with esbuild directly and without minifying, which takes a tenth of the time. Used by `npm run dev`. */
export const buildWorkerQuickly = async (root: string, outDir: string): Promise<BuiltWorker> => {
  writeOperations(root)
  const scriptPath = join(outDir, 'worker.js')
  const webDir = join(outDir, 'web')
  await bundleWorker(root, 'src/worker.ts', scriptPath, { sourcemap: true })
  const identityPath = join(outDir, 'identity.js')
  const sandboxPath = join(outDir, 'sandbox.js')
  await Promise.all([
    buildWeb(root, webDir),
    buildIdentity(root, identityPath, false),
    buildSandbox(root, sandboxPath, false),
  ])
  return { scriptPath, identityPath, sandboxPath, webDir, options: await workerOptions(root) }
}
