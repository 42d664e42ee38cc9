import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/**
 * Limit for the bundle, whose size determines how long an upload takes and how long an isolate takes to start. The
 * benchmarks measure the start-up time itself, on an idle machine.
 */
const BUDGET_GZIPPED_KB = 600
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

console.log(`${gzippedKb.toFixed(0)} KB of ${BUDGET_GZIPPED_KB} KB gzipped, ${minifiedKb.toFixed(0)} KB minified`)
if (modules.length === 0) console.error('the build produced no module')
if (gzippedKb > BUDGET_GZIPPED_KB) console.error('the Worker exceeds its size budget')
process.exitCode = modules.length > 0 && gzippedKb <= BUDGET_GZIPPED_KB ? 0 : 1
