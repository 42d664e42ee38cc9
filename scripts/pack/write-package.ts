import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build as esbuild } from 'esbuild'
import type { Release } from '../host/release.ts'
import { buildWorker } from '../start/build-worker.ts'
import { OLDEST_READER } from '../start/data-version.ts'
import { bundleHost } from './bundle-host.ts'
import { writePapers } from './papers.ts'

/** Heap limits that keep Node at about 200 MB. workerd does the work; the host process only starts and watches it. */
const LAUNCHER = `#!/bin/sh
self=$(readlink -f "$0")
bin=\${self%/*}
exec "$bin/node" --max-old-space-size=96 --max-semi-space-size=8 "$bin/../app/host.mjs" "$@"
`

const workerdBinary = (root: string) => {
  const fromMiniflare = createRequire(createRequire(join(root, 'package.json')).resolve('miniflare'))
  return (fromMiniflare('workerd') as { default: string }).default
}

/** Copies a binary without its debug symbols. For both binaries together, this saves 50 MB. */
const copyStripped = (from: string, to: string) => {
  copyFileSync(from, to)
  execFileSync('strip', ['--strip-unneeded', to])
  chmodSync(to, 0o755)
}

/** Returns the source files that the Worker and the pages are bundled from. */
const sourcesOfWorker = async (root: string): Promise<string[]> => {
  const { metafile } = await esbuild({
    entryPoints: [
      join(root, 'src/worker.ts'),
      join(root, 'src/identity/worker.ts'),
      join(root, 'src/sandbox/worker.ts'),
      ...globSync('web/*/index.{ts,tsx}', { cwd: root }).map((path) => join(root, path)),
    ],
    outdir: join(root, 'dist'),
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*', 'sandbox:*', '/assets/*'],
    tsconfig: join(root, 'tsconfig.worker.json'),
    logLevel: 'silent',
  })
  return Object.keys(metafile.inputs)
}

const bytesIn = (dir: string) =>
  globSync('**/*', { cwd: dir }).reduce((sum, path) => {
    const { size } = statSync(join(dir, path))
    return sum + size
  }, 0)

/** Writes the package into `dist/` and returns its directory and size. */
export const writePackage = async (root: string): Promise<{ dir: string; bytes: number }> => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const platform = `${process.platform}-${process.arch}`
  const dir = join(root, 'dist', `event-calendar-${version}-${platform}`)
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(join(dir, 'bin'), { recursive: true })
  const built = await buildWorker(root, new AbortController().signal)
  for (const name of ['worker', 'identity', 'sandbox']) mkdirSync(join(dir, name))
  copyFileSync(built.identityPath, join(dir, 'identity/worker.js'))
  copyFileSync(built.sandboxPath, join(dir, 'sandbox/worker.js'))
  copyFileSync(built.scriptPath, join(dir, 'worker/worker.js'))
  cpSync(built.webDir ?? '', join(dir, 'worker/web'), { recursive: true })
  writeFileSync(join(dir, 'worker/options.json'), JSON.stringify(built.options, null, 2))
  copyStripped(process.execPath, join(dir, 'bin/node'))
  copyStripped(workerdBinary(root), join(dir, 'bin/workerd'))
  writeFileSync(join(dir, 'bin/event-calendar'), LAUNCHER, { mode: 0o755 })
  cpSync(join(root, 'migrations'), join(dir, 'migrations'), {
    recursive: true,
    filter: (path) => !path.endsWith('/meta'),
  })
  cpSync(join(root, 'deploy'), join(dir, 'deploy'), { recursive: true })
  const sources = await bundleHost(root, join(dir, 'app'))
  writePapers(root, dir, [...sources, ...(await sourcesOfWorker(root))])
  const release: Release = { version, platform, oldestReader: OLDEST_READER }
  writeFileSync(join(dir, 'release.json'), `${JSON.stringify(release, null, 2)}\n`)
  return { dir, bytes: bytesIn(dir) }
}
