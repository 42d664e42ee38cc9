import { fileURLToPath } from 'node:url'
import { writeOperations } from './operations/gather.ts'
import { buildWeb } from './web/build-web.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

writeOperations(ROOT)
await buildWeb(ROOT, process.env['WEB_DIR'] ?? `${ROOT}dist/web`)
