import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type OutputFile, type Plugin } from 'esbuild'
import type { Contract } from '../../web/docs/contract.ts'
import { listingOf } from '../../web/docs/listing.ts'
import { plainList } from '../../web/docs/plain-list.ts'

/**
 * Resolves the decoder from the scanner's own dependencies, because the .wasm file must match the version of its
 * JavaScript.
 */
const decoderOf = (root: string) => {
  const scanner = createRequire(resolve(root, 'package.json')).resolve('barcode-detector/ponyfill')
  return createRequire(scanner).resolve('zxing-wasm/reader/zxing_reader.wasm')
}

/** Files that the build copies unchanged, by source and path in `outDir`. */
const copiesOf = (root: string): Readonly<Record<string, string>> => ({
  [decoderOf(root)]: 'assets/decoder.wasm',
})

/**
 * Placeholder that the build replaces with a hash of all output. If any file changes, so do the service worker's bytes.
 */
const STAMP = '__BUILD__'

const stamped = (files: readonly OutputFile[]) => {
  const hash = createHash('sha256')
  for (const { contents } of files) hash.update(contents)
  const stamp = hash.digest('hex').slice(0, 12)
  return files.map(({ path, text, contents }) => ({
    path,
    contents: text.includes(STAMP) ? Buffer.from(text.replaceAll(STAMP, stamp)) : contents,
  }))
}

const writeIfNew = (path: string, content: Uint8Array) => {
  if (existsSync(path) && Buffer.from(content).equals(readFileSync(path))) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

const copyIfNew = (from: string, to: string) => {
  if (existsSync(to) && statSync(to).size === statSync(from).size && statSync(to).mtimeMs >= statSync(from).mtimeMs)
    return
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
}

/** Maps `web/<page>/index.ts` to /assets/<page>.js and `web/<page>/index.css` to /assets/<page>.css. */
const entriesOf = (root: string) =>
  globSync('web/*/index.{ts,tsx,css}', { cwd: root }).map((path) => ({
    in: join(root, path),
    out: `assets/${basename(dirname(path))}`,
  }))

/** Only the console is split: one bundle for the first screen and one chunk for each further screen. */
const isSplit = ({ out }: { out: string }) => out === 'assets/console'
const CHUNK_DIR = 'assets/console-parts'

/**
 * Makes every lazily imported screen import the first bundle. Otherwise esbuild would put each set of shared modules
 * into a file of its own, and the first screen would have to wait for two dozen files.
 */
const importFirst = (first: string): Plugin => ({
  name: 'import-first',
  setup: ({ onResolve, onLoad }) => {
    const later = new Set<string>()
    onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      if (kind === 'dynamic-import') later.add(resolve(resolveDir, path))
      return undefined
    })
    onLoad({ filter: /\.tsx?$/ }, ({ path }) =>
      later.has(path)
        ? { contents: `${readFileSync(path, 'utf8')}\nimport ${JSON.stringify(first)}\n`, loader: 'tsx' }
        : undefined,
    )
  },
})

interface BuiltText {
  path: string
  text: string
}

/**
 * Returns the OpenAPI document, whole and folded, and the files made from it. Bundles the generator before running it, because it imports the registry, whose modules contain JSX that Node cannot
 * load.
 */
export const documentsOf = async (root: string) => {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'scripts/openapi/openapi.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    tsconfig: join(root, 'tsconfig.worker.json'),
    write: false,
    logLevel: 'warning',
  })
  // Written to a file instead of being imported as a data: URL, so that stack traces show readable lines.
  const path = join(root, '.tmp', `openapi-${process.pid}.mjs`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, outputFiles[0]?.contents ?? '')
  try {
    const { openapiFiles } = (await import(pathToFileURL(path).href)) as {
      openapiFiles: () => Record<'whole' | 'folded' | 'sandboxes', BuiltText> & { inputs: BuiltText[] }
    }
    return openapiFiles()
  } finally {
    rmSync(path)
  }
}

/** Builds the browser code into `outDir`, the directory of static assets. Leaves unchanged files untouched. */
export const buildWeb = async (root: string, outDir: string) => {
  const entries = entriesOf(root)
  const outputFiles = (
    await Promise.all(
      [true, false].map((splits) =>
        build({
          entryPoints: entries.filter((entry) => isSplit(entry) === splits),
          outdir: outDir,
          bundle: true,
          splitting: splits,
          plugins: splits ? [importFirst(resolve(root, 'web/console/app.tsx'))] : [],
          chunkNames: `${CHUNK_DIR}/[name]-[hash]`,
          minify: true,
          // Browsers always decode module scripts as UTF-8, so nothing is escaped. Escapes would make the texts of ten
          // languages six times as large.
          charset: 'utf8',
          // Stylesheets refer to fonts by their final URL under /assets.
          external: ['/assets/*'],
          format: 'esm',
          target: ['chrome123', 'firefox128', 'safari17.5'],
          legalComments: 'none',
          tsconfig: join(root, 'tsconfig.web.json'),
          write: false,
          logLevel: 'warning',
        }),
      ),
    )
  ).flatMap((built) => built.outputFiles)
  for (const { path, contents } of stamped(outputFiles)) writeIfNew(path, contents)
  // Deletes chunks of earlier builds. Their names contain a content hash, so none is overwritten.
  const built = new Set(outputFiles.map(({ path }) => path))
  for (const path of globSync(`${CHUNK_DIR}/*`, { cwd: outDir })) {
    if (!built.has(join(outDir, path))) rmSync(join(outDir, path))
  }
  for (const path of globSync('web/static/**/*', { cwd: root })) {
    const from = join(root, path)
    if (statSync(from).isFile()) copyIfNew(from, join(outDir, path.slice('web/static/'.length)))
  }
  for (const [from, to] of Object.entries(copiesOf(root))) copyIfNew(from, join(outDir, to))
  const { whole, folded, sandboxes, inputs } = await documentsOf(root)
  for (const { path, text } of [whole, folded, sandboxes, ...inputs]) writeIfNew(join(outDir, path), Buffer.from(text))
  // The part of the OpenAPI document that the API reference shows before a reader opens an operation. The full document
  // is ten times as large.
  const listing = listingOf(JSON.parse(whole.text) as Contract)
  writeIfNew(join(outDir, 'assets/reference.json'), Buffer.from(JSON.stringify(listing)))
  writeIfNew(join(outDir, 'assets/operations.html'), Buffer.from(plainList(listing)))
}
