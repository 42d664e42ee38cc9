import { fileURLToPath } from 'node:url'
import { readArguments } from './arguments.ts'
import { createLifecycle } from './start/lifecycle.ts'
import { readSettings } from './start/settings.ts'
import { StartError } from './start/start-error.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const HELP = `
npm start

Installs packages, builds the Worker, migrates the database, adds demo data and serves it. It takes no options; settings
come from environment variables or .env: PORT, DATA_DIR and those listed in README.md.
`

readArguments({ name: 'npm start', help: HELP, options: {} })
const lifecycle = createLifecycle()

try {
  const settings = readSettings(process.env)
  // Loads the runtime. It is imported here so that invalid settings are reported without waiting for the import.
  const [{ startService }, { buildWorker }, { demoData }] = await Promise.all([
    import('./start/service.ts'),
    import('./start/build-worker.ts'),
    import('./start/demo.ts'),
  ])
  await startService(ROOT, settings, lifecycle, { build: buildWorker, demo: demoData })
} catch (error) {
  if (!(await lifecycle.isWanted())) console.error(error instanceof StartError ? `npm start: ${error.message}` : error)
  await lifecycle.stop(1)
}
