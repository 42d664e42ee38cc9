import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, afterEach, inject, vi } from 'vitest'

// The runtime is reused between files, so each file starts by clearing storage and module state.
await reset()
vi.resetModules()
await applyD1Migrations(env.DB, inject('migrations'))

// Validates every answer that a test received against the OpenAPI document.
const { refuseFaultyAnswers } = await import('./judged.ts')
afterEach(refuseFaultyAnswers)
afterAll(refuseFaultyAnswers)
