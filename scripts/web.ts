import { fileURLToPath } from 'node:url'
import { writeOperations } from './operations/gather.ts'
import { buildWeb } from './web/build-web.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

writeOperations(ROOT)
// `npm start` sets PAGES_BUILT_BY, because it builds the pages in parallel.
if (process.env['PAGES_BUILT_BY'] === undefined) await buildWeb(ROOT, `${ROOT}dist/web`)
