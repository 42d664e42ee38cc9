import { afterAll, afterEach } from 'vitest'
import { createTables } from './schema.ts'

await createTables()

// Validates every answer that a test received against the OpenAPI document.
const { refuseFaultyAnswers } = await import('./judged.ts')
afterEach(refuseFaultyAnswers)
afterAll(refuseFaultyAnswers)
