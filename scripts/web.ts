import { fileURLToPath } from 'node:url'
import { buildWeb } from './web/build-web.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

await buildWeb(ROOT, process.env['WEB_DIR'] ?? `${ROOT}dist/web`)
