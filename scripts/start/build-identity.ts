import { join } from 'node:path'
import { build as esbuild } from 'esbuild'

/** Bundles the identity Worker. */
export const buildIdentity = async (root: string, outfile: string, minify: boolean) => {
  await esbuild({
    entryPoints: [join(root, 'src/identity/worker.ts')],
    outfile,
    bundle: true,
    minify,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*'],
    tsconfig: join(root, 'tsconfig.worker.json'),
    logLevel: 'silent',
  })
}
