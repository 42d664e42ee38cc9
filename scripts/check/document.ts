import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { buildWeb } from '../web/build-web.ts'

/** Redocly and Spectral lint the OpenAPI document with their public rule sets. A warning fails the check. */
const DOCUMENT = 'dist/web/assets/openapi.json'
const DOCUMENTS = [DOCUMENT, 'dist/web/assets/openapi.sandboxes.json']

await buildWeb('.', 'dist/web')
const document = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as { paths: Record<string, object> }

const run = promisify(execFile)
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/**
 * Runs a linter and returns its JSON report. The exit code reflects only errors, so the check reads warnings from the
 * report.
 */
const lintReport = async <Verdict>(program: string, ...args: string[]) => {
  const { stdout } = await run(program, args, { env, maxBuffer: 2 ** 28 }).catch((error: unknown) => {
    const { stdout: found = '' } = error as { stdout?: string }
    if (found === '') throw error
    return { stdout: found }
  })
  return JSON.parse(stdout) as Verdict
}

interface Redocly {
  problems: { ruleId: string; message: string; location: { pointer?: string }[] }[]
}
type Spectral = { code: string; message: string; path: string[] }[]

const reports = await Promise.all(
  DOCUMENTS.map((file) =>
    Promise.all([
      lintReport<Redocly>('redocly', 'lint', file, '--format=json'),
      lintReport<Spectral>('spectral', 'lint', file, '--format=json', '--quiet'),
    ]),
  ),
)
/** OpenAPI can't describe a response that depends on a header of the request, so nothing refers to this schema. */
const UNREFERRED = 'components/schemas/QuoteResult'
const found = reports.flatMap(([redocly, spectral]) => [
  ...redocly.problems.map(
    ({ ruleId, message, location }) => `redocly ${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
  ),
  ...spectral.map(({ code, message, path }) => `spectral ${code}: ${message} ${path.join('/')}`),
])
const faults = found.filter((fault) => !fault.includes('unused-component') || !fault.endsWith(UNREFERRED))
for (const fault of faults) console.log(fault)
const operations = Object.values(document.paths).reduce((sum, item) => sum + Object.keys(item).length, 0)
console.log(`${operations} operations`)
process.exitCode = faults.length === 0 ? 0 : 1
