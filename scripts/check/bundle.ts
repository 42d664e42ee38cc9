import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

/** The minified Worker; what is larger starts too slowly. */
const BUDGET_KB = 600
const OUT_DIR = '.tmp/bundle'

rmSync(OUT_DIR, { recursive: true, force: true })
execFileSync('wrangler', ['deploy', '--dry-run', '--env=', '--outdir', OUT_DIR], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG: 'warn' },
})

const modules = globSync(`${OUT_DIR}/**/*.{js,mjs,wasm,bin,txt}`)
const inKb = (bytes: number) => bytes / 1000
const sizeKb = inKb(modules.reduce((sum, path) => sum + statSync(path).size, 0))
const gzippedKb = inKb(modules.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0))

console.log(`${sizeKb.toFixed(0)} KB of ${BUDGET_KB} KB minified, ${gzippedKb.toFixed(0)} KB gzipped`)
if (modules.length === 0) console.error('the build made no module')
if (sizeKb > BUDGET_KB) console.error('the Worker is over its budget')
process.exitCode = modules.length > 0 && sizeKb <= BUDGET_KB ? 0 : 1
