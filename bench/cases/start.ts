import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { figure, type Case } from '../../harness/results.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const WRANGLER = join(ROOT, 'node_modules/wrangler/bin/wrangler.js')
const MAX_MS = 60
/**
 * Other load on the machine can only make a start take longer, so the shortest of 5 is closest to the Worker's own
 * time.
 */
const STARTS = 5

const wrangler = (...args: string[]) =>
  execFileSync(process.execPath, [WRANGLER, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

const activeMs = (bundle: string) => {
  const report = wrangler('check', 'startup', '--worker', bundle, '--outfile', `${bundle}.cpuprofile`)
  const [, active] = /Active: ([\d.]+) ms/.exec(report) ?? []
  if (active === undefined) throw new Error(`wrangler reported no startup activity:\n${report}`)
  return Number(active)
}

/** Measures how long a new isolate takes before it can serve its first request. */
export const startCases: Case[] = [
  {
    name: 'start',
    run: async () => {
      const dir = realpathSync(mkdtempSync(join(tmpdir(), 'event-calendar-start-')))
      const bundle = join(dir, 'worker.bundle')
      try {
        wrangler('deploy', '--dry-run', '--env=', '--outfile', bundle)
        const shortest = Math.min(...Array.from({ length: STARTS }, () => activeMs(bundle)))
        return [figure(`start of an isolate, shortest of ${STARTS}`, shortest, 'ms', { most: MAX_MS })]
      } finally {
        rmSync(dir, { recursive: true, force: true })
      }
    },
  },
]
