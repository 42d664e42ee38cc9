import { configureGlobal } from 'fast-check'
import { inject } from 'vitest'

// Every run of the suite tries the same cases, so that it is red for what changed alone. Other cases: PROPERTY_SEED=7 npm test.
configureGlobal({ seed: inject('seed') })
