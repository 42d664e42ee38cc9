import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build as esbuild } from 'esbuild'

const migrationsIn = (root: string) =>
  globSync('*.sql', { cwd: join(root, 'migrations') })
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(join(root, 'migrations', name), 'utf8') }))

/** Bundles the sandbox Worker, with the migrations: a sandbox creates its tables while it runs. */
export const buildSandbox = async (root: string, outfile: string, minify: boolean) => {
  await esbuild({
    entryPoints: [join(root, 'src/sandbox/worker.ts')],
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
    plugins: [
      {
        name: 'migrations',
        setup(builder) {
          builder.onResolve({ filter: /^sandbox:migrations$/ }, () => ({ path: 'migrations', namespace: 'sandbox' }))
          builder.onLoad({ filter: /.*/, namespace: 'sandbox' }, () => ({
            contents: `export const migrations = ${JSON.stringify(migrationsIn(root))}`,
            loader: 'js',
          }))
        },
      },
    ],
  })
}
