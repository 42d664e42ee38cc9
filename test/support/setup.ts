import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, afterEach, inject, vi } from 'vitest'
import { readSchema, writeSchema, type Schema } from './schema.ts'

// The runtime is reused between files, so each file starts by clearing storage and module state.
await reset()
vi.resetModules()

// A runtime runs the 75 migrations once, for its first file. Their schema takes a tenth of the time to create.
const runtime = globalThis as { migratedSchema?: Schema }
if (runtime.migratedSchema === undefined) {
  await applyD1Migrations(env.DB, inject('migrations'))
  runtime.migratedSchema = await readSchema(env.DB)
  await reset()
}
await writeSchema(env.DB, runtime.migratedSchema)

// Validates every answer that a test received against the OpenAPI document.
const { refuseFaultyAnswers } = await import('./judged.ts')
afterEach(refuseFaultyAnswers)
afterAll(refuseFaultyAnswers)
