import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const execute = promisify(execFile)
/** Largest size of the built file, gzipped. */
const MAX_GZIPPED_KB = 25

/**
 * Builds the TypeScript package into its `dist`: one JavaScript file without comments, and the declarations, which keep
 * them for editors. Then packs it. Returns the path of the tarball and the gzipped size in KB.
 */
export const buildTypescript = async (root: string, outDir: string) => {
  const folder = join(root, 'packages/sdk-typescript')
  const dist = join(folder, 'dist')
  rmSync(dist, { recursive: true, force: true })
  const file = join(dist, 'index.js')
  await build({
    entryPoints: [join(folder, 'src/index.ts')],
    outfile: file,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minifyWhitespace: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
  })
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  await execute(process.execPath, [compiler, '-p', folder, '--emitDeclarationOnly'])
  const kilobytes = gzipSync(readFileSync(file)).length / 1000
  if (kilobytes > MAX_GZIPPED_KB) throw new Error(`the SDK has ${kilobytes.toFixed(1)} KB of ${MAX_GZIPPED_KB} gzipped`)
  mkdirSync(outDir, { recursive: true })
  const { stdout } = await execute('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', outDir], {
    cwd: folder,
  })
  const [packed] = JSON.parse(stdout) as { filename: string }[]
  return { path: join(outDir, packed?.filename ?? ''), kilobytes }
}
