import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { build } from 'esbuild'

/**
 * Miniflare is CommonJS and reads its own Workers from files next to it, so the bundle needs `require` and `__dirname`.
 */
const BANNER = `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const __dirname = import.meta.dirname
const __filename = import.meta.filename`

/**
 * Replaces the `workerd` package, which locates the binary in `node_modules` and fails if it is not there. The host names
 * the binary itself.
 */
const workerdStub = (root: string) => {
  const installed = createRequire(createRequire(join(root, 'package.json')).resolve('miniflare'))('workerd') as {
    compatibilityDate: string
    version: string
  }
  return `export default process.env.WORKERD
export const compatibilityDate = ${JSON.stringify(installed.compatibilityDate)}
export const version = ${JSON.stringify(installed.version)}`
}

/**
 * Bundles the command `event-calendar` into `app/host.mjs`, next to the files that it reads. Returns the paths of the
 * bundled sources.
 */
export const bundleHost = async (root: string, appDir: string): Promise<string[]> => {
  mkdirSync(appDir, { recursive: true })
  const miniflare = createRequire(join(root, 'package.json')).resolve('miniflare')
  const { metafile } = await build({
    entryPoints: [join(root, 'scripts/host/main.ts')],
    outfile: join(appDir, 'host.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    minify: true,
    keepNames: true,
    // Only Miniflare's image binding uses sharp, and the service has none.
    external: ['sharp'],
    banner: { js: BANNER },
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
    tsconfig: join(root, 'tsconfig.node.json'),
    plugins: [
      {
        name: 'workerd',
        setup(builder) {
          builder.onResolve({ filter: /^workerd$/ }, () => ({ path: 'workerd', namespace: 'packed' }))
          builder.onLoad({ filter: /.*/, namespace: 'packed' }, () => ({ contents: workerdStub(root), loader: 'js' }))
        },
      },
    ],
  })
  // Miniflare's synchronous calls run in a thread whose code requires undici by name.
  await build({
    entryPoints: [createRequire(miniflare).resolve('undici')],
    outfile: join(appDir, 'node_modules/undici/index.js'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  })
  writeFileSync(join(appDir, 'ca.pem'), `${rootCertificates.join('\n')}\n`)
  cpSync(join(dirname(miniflare), 'workers'), join(appDir, 'workers'), { recursive: true })
  for (const name of ['outbox.worker.mjs', 'smtp.worker.mjs', 'assets.worker.mjs'])
    cpSync(join(root, 'scripts/start', name), join(appDir, name))
  return Object.keys(metafile.inputs)
}
