import * as z from 'zod'
import { lazily } from '../kernel/lazily.ts'
import { migrationOf, Migration } from './migration.ts'
import { openapiOf } from './openapi.ts'
import { one, open, operation, raw, type Operation } from './operation.ts'

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
      // Made at the first request and kept: the registry does not change while the isolate lives.
      run: async (_call, { config }) =>
        new Response((document ??= JSON.stringify(openapiOf(registry(), config))), {
          headers: { 'Content-Type': 'application/json' },
        }),
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
