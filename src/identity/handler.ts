import type { IdentityDeps } from './ports.ts'
import type { Signing } from './signing.ts'

export type Handler = (request: Request, deps: IdentityDeps, signing: Signing) => Promise<Response>
