import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleWorker } from './bundle-worker.ts'

/** The source of the module `sandbox:migrations`. */
export const migrationsModule = (root: string) => {
  const migrations = globSync('*.sql', { cwd: join(root, 'migrations') })
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(join(root, 'migrations', name), 'utf8') }))
  return `export const migrations = ${JSON.stringify(migrations)}`
}

/** Bundles the sandbox Worker, with the migrations: a sandbox creates its tables while it runs. */
export const buildSandbox = async (root: string, outfile: string, minify: boolean) => {
  await bundleWorker(root, 'src/sandbox/worker.ts', outfile, {
    minify,
    plugins: [
      {
        name: 'migrations',
        setup(builder) {
          builder.onResolve({ filter: /^sandbox:migrations$/ }, () => ({ path: 'migrations', namespace: 'sandbox' }))
          builder.onLoad({ filter: /.*/, namespace: 'sandbox' }, () => ({
            contents: migrationsModule(root),
            loader: 'js',
          }))
        },
      },
    ],
  })
}
