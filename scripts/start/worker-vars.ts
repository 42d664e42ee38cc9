import { jwksUrlOf } from '../identity-provider.ts'
import { encryptionKeyOf } from './data-dir.ts'
import type { Settings } from './settings.ts'

/** What a deployment would set by variables and secrets. */
export const workerVars = (settings: Settings, dataDir: string): Record<string, string> => ({
  ENVIRONMENT: 'local',
  TOPOLOGY: 'single',
  PUBLIC_BASE_URL: settings.baseUrl,
  AUTH_ISSUER: settings.issuer,
  AUTH_JWKS_URL: jwksUrlOf(settings.issuer),
  AUTH_AUDIENCE: settings.baseUrl,
  AUTH_OPERATOR_CLAIM: 'operator',
  ALLOW_INSECURE_WEBHOOKS: 'true',
  RATE_LIMIT_SCALE: settings.rateLimitScale,
  LOG_LEVEL: settings.logLevel,
  ENCRYPTION_KEY: encryptionKeyOf(dataDir),
  ...settings.passedOn,
})

/** While only the seed can reach it, nothing it does counts against anyone or fills the log. */
export const seedingVars = (vars: Record<string, string>): Record<string, string> => ({
  ...vars,
  ENVIRONMENT: 'local',
  RATE_LIMIT_SCALE: '1000',
  LOG_LEVEL: vars.LOG_LEVEL === 'debug' ? 'debug' : 'warn',
})
