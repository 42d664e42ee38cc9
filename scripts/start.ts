import { fileURLToPath } from 'node:url'
import { createLifecycle } from './start/lifecycle.ts'
import { startService } from './start/service.ts'
import { readSettings } from './start/settings.ts'
import { StartError } from './start/start-error.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const lifecycle = createLifecycle()

try {
  await startService(ROOT, readSettings(process.env), lifecycle)
} catch (error) {
  if (!lifecycle.stopping.aborted) console.error(error instanceof StartError ? `npm start: ${error.message}` : error)
  await lifecycle.stop(1)
}
