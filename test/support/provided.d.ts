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
    migrations: { name: string; queries: string[] }[]
    /** The ways in whose demands are stated in the tests of their own operations. */
    stated: string[]
    identity: Identity
    /** Origin of the receivers of webhooks. */
    farm: string
    /** Origin of who holds answers against the document. */
    judge: string
    /** Origin of a payment provider that speaks as Stripe does. */
    stripe: string
  }
}
