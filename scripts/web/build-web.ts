import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type OutputFile, type Plugin } from 'esbuild'
import type { Contract } from '../../web/docs/contract.ts'
import { listingOf } from '../../web/docs/listing.ts'
import { plainList } from '../../web/docs/plain-list.ts'

/** The scanner's package brings a version of its own of the decoder; the file and the code must be of one. */
const decoderOf = (root: string) => {
  const scanner = createRequire(resolve(root, 'package.json')).resolve('barcode-detector/ponyfill')
  return createRequire(scanner).resolve('zxing-wasm/reader/zxing_reader.wasm')
}

/** Beside the entries below, what pages load as it is: the file, and what it is called. */
const copiesOf = (root: string): Readonly<Record<string, string>> => ({
  [decoderOf(root)]: 'assets/decoder.wasm',
})

/** Stands in a script for the hash of all that was built, so that its bytes change whenever something does. */
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

/** `web/<page>/index.ts` becomes /assets/<page>.js, `web/<page>/index.css` /assets/<page>.css. */
const entriesOf = (root: string) =>
  globSync('web/*/index.{ts,tsx,css}', { cwd: root }).map((path) => ({
    in: join(root, path),
    out: `assets/${basename(dirname(path))}`,
  }))

/** The console comes in parts: what the first screen needs, and each screen when somebody goes there. */
const isInParts = ({ out }: { out: string }) => out === 'assets/console'
const PARTS = 'assets/console-parts'

/**
 * What comes later says that it stands on what came first. Without that, each set of screens that share something is a file
 * of its own, and the first screen waits for two dozen of them.
 */
const onTopOf = (first: string): Plugin => ({
  name: 'on-top-of',
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

/** Bundled first: it is made of the registry, whose modules draw markup that Node does not read by itself. */
const documentOf = async (root: string) => {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'scripts/openapi/openapi.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    tsconfig: join(root, 'tsconfig.worker.json'),
    write: false,
    logLevel: 'warning',
  })
  // A file of its own: whatever goes wrong in there is told with a line that one can read.
  const path = join(root, '.tmp', `openapi-${process.pid}.mjs`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, outputFiles[0]?.contents ?? '')
  try {
    const { openapiFile } = (await import(pathToFileURL(path).href)) as {
      openapiFile: () => { path: string; text: string }
    }
    return openapiFile()
  } finally {
    rmSync(path)
  }
}

/** Builds what browsers load into `outDir`, the directory of the static assets, and nothing that already is there. */
export const buildWeb = async (root: string, outDir: string) => {
  const entries = entriesOf(root)
  const outputFiles = (
    await Promise.all(
      [true, false].map((inParts) =>
        build({
          entryPoints: entries.filter((entry) => isInParts(entry) === inParts),
          outdir: outDir,
          bundle: true,
          splitting: inParts,
          plugins: inParts ? [onTopOf(resolve(root, 'web/console/app.tsx'))] : [],
          chunkNames: `${PARTS}/[name]-[hash]`,
          minify: true,
          // Scripts of this kind are always read as UTF-8, and letters of ten languages would be six times as long.
          charset: 'utf8',
          // Fonts lie beside the stylesheets, under the address that is written there.
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
  // Each part is named by what is in it: those of another build are nobody's.
  const built = new Set(outputFiles.map(({ path }) => path))
  for (const path of globSync(`${PARTS}/*`, { cwd: outDir })) {
    if (!built.has(join(outDir, path))) rmSync(join(outDir, path))
  }
  for (const path of globSync('web/static/**/*', { cwd: root })) {
    const from = join(root, path)
    if (statSync(from).isFile()) copyIfNew(from, join(outDir, path.slice('web/static/'.length)))
  }
  for (const [from, to] of Object.entries(copiesOf(root))) copyIfNew(from, join(outDir, to))
  const document = await documentOf(root)
  writeIfNew(join(outDir, document.path), Buffer.from(document.text))
  // The reference shows this much before anybody opens anything; the whole is ten times as large.
  const listing = listingOf(JSON.parse(document.text) as Contract)
  writeIfNew(join(outDir, 'assets/reference.json'), Buffer.from(JSON.stringify(listing)))
  writeIfNew(join(outDir, 'assets/operations.html'), Buffer.from(plainList(listing)))
}
