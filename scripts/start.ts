import { fileURLToPath } from 'node:url'
import { readArguments } from './arguments.ts'
import { createLifecycle } from './start/lifecycle.ts'
import { readSettings } from './start/settings.ts'
import { StartError } from './start/start-error.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const HELP = `
npm start

Installs what serving needs, builds the Worker, brings the database up to date, fills a demo and serves it. It takes no
options; the settings are variables, or lines of .env: PORT, DATA_DIR and what README.md lists.
`

readArguments({ name: 'npm start', help: HELP, options: {} })
const lifecycle = createLifecycle()

try {
  const settings = readSettings(process.env)
  // Loads the runtime. Imported here so that invalid settings are reported without waiting for it.
  const { startService } = await import('./start/service.ts')
  await startService(ROOT, settings, lifecycle)
} catch (error) {
  if (!(await lifecycle.isWanted())) console.error(error instanceof StartError ? `npm start: ${error.message}` : error)
  await lifecycle.stop(1)
}
