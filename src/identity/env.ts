/** Bindings and settings of the identity Worker. */
export interface IdentityEnv {
  DB: D1Database
  MAILS: Queue<{ id: string }>
  ENVIRONMENT: string
  PUBLIC_BASE_URL: string
  /** Encrypts the signing keys. Only this Worker has it. */
  IDENTITY_KEY: string
  /** `open`, `invited` (default) or domains separated by spaces. */
  SIGN_UP?: string
  TRUST_PROXY?: string
  RATE_LIMIT_SCALE?: string
  LOG_LEVEL?: string
}
