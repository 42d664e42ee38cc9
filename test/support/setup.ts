import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, afterEach, inject, vi } from 'vitest'

// The runtime outlives the file, so each file starts by emptying its storage and its modules' memory.
await reset()
vi.resetModules()
await applyD1Migrations(env.DB, inject('migrations'))

// Every answer a test gets is one that the document promises.
const { refuseFaultyAnswers } = await import('./judged.ts')
afterEach(refuseFaultyAnswers)
afterAll(refuseFaultyAnswers)
