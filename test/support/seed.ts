import { configureGlobal, interruptAfterTimeLimit } from 'fast-check'
import { inject } from 'vitest'

// Every run of the suite tries the same cases, so that it is red for what changed alone. Other cases: PROPERTY_SEED=7 npm test.
// To look for a smaller case may take minutes that no time limit of a test ends.
configureGlobal({ seed: inject('seed'), plugins: [interruptAfterTimeLimit(90_000, { failOnInterrupt: true })] })
