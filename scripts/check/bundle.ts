import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { buildIdentity } from '../start/build-identity.ts'
import { buildSandbox } from '../start/build-sandbox.ts'

/**
 * Limit for the bundle, whose size determines how long an upload takes and how long an isolate takes to start. The
 * benchmarks measure the start-up time itself, on an idle machine.
 */
const BUDGET_GZIPPED_KB = 650
/** Limit for the identity Worker. */
const IDENTITY_BUDGET_GZIPPED_KB = 120
/** Limit for the sandbox Worker, which contains the service, the migrations and what replaces external systems. */
const SANDBOX_BUDGET_GZIPPED_KB = 720
const OUT_DIR = '.tmp/bundle'

rmSync(OUT_DIR, { recursive: true, force: true })
execFileSync('wrangler', ['deploy', '--dry-run', '--env=', '--outdir', OUT_DIR], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG: 'warn' },
})

const modules = globSync(`${OUT_DIR}/**/*.{js,mjs,wasm,bin,txt}`)
const inKb = (bytes: number) => bytes / 1000
const minifiedKb = inKb(modules.reduce((sum, path) => sum + statSync(path).size, 0))
const gzippedKb = inKb(modules.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0))

await buildIdentity('.', `${OUT_DIR}-identity.js`, true)
const identityKb = inKb(gzipSync(readFileSync(`${OUT_DIR}-identity.js`)).length)
await buildSandbox('.', `${OUT_DIR}-sandbox.js`, true)
const sandboxKb = inKb(gzipSync(readFileSync(`${OUT_DIR}-sandbox.js`)).length)

console.log(
  `${gzippedKb.toFixed(0)} KB of ${BUDGET_GZIPPED_KB} KB gzipped, ${minifiedKb.toFixed(0)} KB minified; identity ${identityKb.toFixed(0)} of ${IDENTITY_BUDGET_GZIPPED_KB} KB; sandbox ${sandboxKb.toFixed(0)} of ${SANDBOX_BUDGET_GZIPPED_KB} KB`,
)
if (modules.length === 0) console.error('the build produced no module')
if (gzippedKb > BUDGET_GZIPPED_KB) console.error('the Worker exceeds its size budget')
if (identityKb > IDENTITY_BUDGET_GZIPPED_KB) console.error('the identity Worker exceeds its size budget')
if (sandboxKb > SANDBOX_BUDGET_GZIPPED_KB) console.error('the sandbox Worker exceeds its size budget')
const isSmall =
  gzippedKb <= BUDGET_GZIPPED_KB && identityKb <= IDENTITY_BUDGET_GZIPPED_KB && sandboxKb <= SANDBOX_BUDGET_GZIPPED_KB
process.exitCode = modules.length > 0 && isSmall ? 0 : 1
