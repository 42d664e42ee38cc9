import { globSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readArguments } from './arguments.ts'
import { createLifecycle } from './start/lifecycle.ts'
import { readSettings } from './start/settings.ts'
import { StartError } from './start/start-error.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const WATCHED = ['src', 'web', 'scripts/openapi', 'examples/quick-starts']
/** Debounce interval: an editor writes a file in several steps. */
const SETTLED_AFTER_MS = 100

const HELP = `
npm run dev

Runs \`npm start\` and reloads on every change of a watched file. If a change doesn't build, it prints the error and keeps
serving the previous build. It takes no options; the settings are those of \`npm start\`.
`

readArguments({ name: 'npm run dev', help: HELP, options: {} })
const builds = join(ROOT, '.tmp', `dev-${process.pid}`)
let made = 0
/** Builds into a new directory each time, because the service keeps running the previous build if a new one fails. */
const build = async () => {
  const { buildWorkerQuickly } = await import('./start/build-worker.ts')
  return buildWorkerQuickly(ROOT, join(builds, String((made += 1))))
}
const lifecycle = createLifecycle()
process.on('exit', () => rmSync(builds, { recursive: true, force: true }))

/**
 * Watches each directory separately, because a recursive `fs.watch` loses track of a file that an editor replaces by
 * renaming.
 */
const watchAll = (onChange: (file: string) => void) => {
  const watched = new Set<string>()
  const look = () => {
    const dirs = WATCHED.flatMap((dir) => [dir, ...globSync(`${dir}/**/`, { cwd: ROOT })])
    for (const dir of dirs.filter((one) => !watched.has(one))) {
      watched.add(dir)
      watch(join(ROOT, dir), { signal: lifecycle.stopping }, (_event, name) => {
        onChange(join(dir, name ?? ''))
        look()
      }).on('error', () => watched.delete(dir))
    }
  }
  look()
}

try {
  const settings = readSettings(process.env)
  const [{ startService }, { demoData }] = await Promise.all([import('./start/service.ts'), import('./start/demo.ts')])
  const service = await startService(ROOT, settings, lifecycle, { build, demo: demoData })
  let served = service.worker
  const reload = async (file: string) => {
    const from = performance.now()
    const next = await build()
    try {
      await service.serve(next)
    } catch (error) {
      await service.serve(served)
      throw error
    }
    served = next
    console.log(`${file}: reloaded in ${((performance.now() - from) / 1_000).toFixed(1)} s`)
  }

  let changed: string | null = null
  let isReloading = false
  const goOn = async () => {
    if (isReloading || changed === null) return
    isReloading = true
    const file = changed
    changed = null
    await reload(file).catch((error: unknown) => {
      if (!lifecycle.stopping.aborted)
        console.error(`${(error as Error).message}\n${file}: the previous build keeps running`)
    })
    isReloading = false
    await goOn()
  }
  let settled: NodeJS.Timeout | undefined
  watchAll((file) => {
    changed = file
    clearTimeout(settled)
    settled = setTimeout(() => void goOn(), SETTLED_AFTER_MS)
  })
  console.log(`  Watching ${WATCHED.join(', ')}.\n`)
} catch (error) {
  if (!(await lifecycle.isWanted()))
    console.error(error instanceof StartError ? `npm run dev: ${error.message}` : error)
  await lifecycle.stop(1)
}
