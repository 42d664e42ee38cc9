import { resolve } from 'node:path'
import { StartError } from './start-error.ts'

/** What the Worker understands beyond what the starter itself decides. */
const PASSED_ON = [
  'DEFAULT_PLAN',
  'DEPRECATED_AT',
  'ENVIRONMENT',
  'PUBLIC_SITE_URL',
  'STRIPE_API_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SUNSET_AT',
  'TRUST_PROXY',
] as const

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent']
const HIGHEST_PORT = 65_534

export interface Settings {
  port: number
  dataDir: string
  origin: string
  baseUrl: string
  issuer: string
  rateLimitScale: string
  logLevel: string
  passedOn: Record<string, string>
}

const portFrom = (value: string) => {
  const port = Number(value)
  if (Number.isInteger(port) && port >= 1 && port <= HIGHEST_PORT) return port
  throw new StartError(`PORT must be a whole number from 1 to ${HIGHEST_PORT}, not "${value}"`)
}

const scaleFrom = (value: string) => {
  const scale = Number(value)
  if (value.trim() !== '' && Number.isFinite(scale) && scale > 0) return String(scale)
  throw new StartError(`RATE_LIMIT_SCALE must be a positive number, not "${value}"`)
}

const logLevelFrom = (value: string) => {
  if (LOG_LEVELS.includes(value)) return value
  throw new StartError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${value}"`)
}

export const readSettings = (env: NodeJS.ProcessEnv): Settings => {
  const port = portFrom(env.PORT || '8787')
  const origin = `http://127.0.0.1:${port}`
  return {
    port,
    dataDir: resolve(env.DATA_DIR || '.data'),
    origin,
    baseUrl: `${origin}/api`,
    issuer: `http://127.0.0.1:${port + 1}`,
    rateLimitScale: scaleFrom(env.RATE_LIMIT_SCALE || '1'),
    logLevel: logLevelFrom(env.LOG_LEVEL || 'info'),
    passedOn: Object.fromEntries(
      PASSED_ON.flatMap((name) => {
        const value = env[name]
        return value ? [[name, value]] : []
      }),
    ),
  }
}
