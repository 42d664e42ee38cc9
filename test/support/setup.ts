import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { inject, vi } from 'vitest'

// The runtime outlives the file, so each file starts by emptying its storage and its modules' memory.
await reset()
vi.resetModules()
await applyD1Migrations(env.DB, inject('migrations'))
