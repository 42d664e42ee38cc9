import { configureGlobal } from 'fast-check'
import { inject } from 'vitest'

// Every run tries the same cases, so that a failure means a change. For other cases: PROPERTY_SEED=7 npm test.
configureGlobal({ seed: inject('seed') })
