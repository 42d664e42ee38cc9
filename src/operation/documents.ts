import * as z from 'zod'
import { lazily } from '../kernel/lazily.ts'
import { migrationOf, Migration } from './migration.ts'
import { one, open, operation, raw, type Operation } from './operation.ts'

/** The document is made of the registry when the Worker is built, and read from its assets. */
export const OPENAPI_FILE = '/assets/openapi.json'

/** The base URL in that file, for which each deployment puts its own. */
export const BUILT_FOR = 'https://base-url.invalid/api'

const Document = lazily(() => z.looseObject({ openapi: z.string() }))

/** The operations that describe all others, themselves included. */
export const documentsOf = (registry: () => readonly Operation[]): Operation[] => {
  let document: string | null = null
  return [
    operation({
      id: 'system.openapi',
      summary: 'The machine-readable contract, OpenAPI 3.1',
      subject: 'none',
      routes: [open('GET /v1/openapi.json')],
      answer: raw({ 'application/json': Document }),
      run: async (_call, { readBuilt, config }) => {
        document ??= (await readBuilt(OPENAPI_FILE)).replaceAll(BUILT_FOR, config.baseUrl)
        return new Response(document, { headers: { 'Content-Type': 'application/json' } })
      },
    }),
    operation({
      id: 'system.migration',
      summary: 'Which versioned path replaces which unversioned one',
      subject: 'none',
      routes: [open('GET /v1/migration')],
      answer: one(Migration),
      run: async (_call, { config }) => migrationOf(registry(), config),
    }),
  ]
}
