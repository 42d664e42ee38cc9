import type { JWK } from 'jose'

export interface Identity {
  issuer: string
  jwksUrl: string
  keysUrl: string
  audience: string
  operatorClaim: string
  signingKey: JWK
}

declare module 'vitest' {
  interface ProvidedContext {
    seed: number
    /** Number of stories that test/api/sandboxes/clock.test.ts tells. */
    sandboxSeeds: number
    archiveSeeds: number
    migrations: { name: string; queries: string[] }[]
    /** Routes whose access rules are stated in the tests of their own operations. */
    stated: string[]
    identity: Identity
    /** Origin of harness/receiver-farm.ts. */
    farm: string
    /** Origin of harness/judge.ts. */
    judge: string
    /** Origin of the fake Stripe, harness/stripe.ts. */
    stripe: string
  }
}
