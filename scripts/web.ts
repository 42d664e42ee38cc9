import { fileURLToPath } from 'node:url'
import { writeOperations } from './operations/gather.ts'
import { buildWeb } from './web/build-web.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

writeOperations(ROOT)
// `npm start` builds the pages in parallel and sets PAGES_BUILT_BY.
if (process.env['PAGES_BUILT_BY'] === undefined) await buildWeb(ROOT, `${ROOT}dist/web`)
