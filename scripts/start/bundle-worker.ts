import { join } from 'node:path'
import { build as esbuild, type BuildOptions } from 'esbuild'

/** Bundles a Worker with esbuild, resolving packages as workerd does. `entry` is relative to `root`. */
export const bundleWorker = async (root: string, entry: string, outfile: string, options: BuildOptions = {}) => {
  await esbuild({
    entryPoints: [join(root, entry)],
    outfile,
    bundle: true,
    format: 'esm',
    charset: 'utf8',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*'],
    tsconfig: join(root, 'tsconfig.worker.json'),
    logLevel: 'silent',
    ...options,
  })
}
