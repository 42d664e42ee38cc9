import type { EnvironmentName } from './arguments.ts'

export interface Secret {
  name: string
  /** Null where the service cannot run without it. */
  without: string | null
  /** What writes the value to its standard output. */
  from: string
  note: string
}

export const SECRETS: readonly Secret[] = [
  {
    name: 'ENCRYPTION_KEY',
    without: null,
    from: 'openssl rand -base64 32',
    note: 'seals webhook secrets and derives manage links: keep a copy where you keep such things, it cannot be read back',
  },
  {
    name: 'STRIPE_SECRET_KEY',
    without: 'priced tickets are settled by hand (OFFLINE)',
    from: 'printf %s "$STRIPE_SECRET_KEY"',
    note: 'takes payments; needs STRIPE_WEBHOOK_SECRET beside it',
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    without: 'priced tickets are settled by hand (OFFLINE)',
    from: 'printf %s "$STRIPE_WEBHOOK_SECRET"',
    note: 'verifies what Stripe reports',
  },
]

export const commandFor = ({ name, from }: Secret, env: EnvironmentName): string =>
  `${from} | npx wrangler secret put ${name} --env ${env}`

/** One of the two Stripe secrets alone would take money and never hear that it came. */
export const problemsOfSecrets = (present: readonly string[], env: EnvironmentName): string[] => {
  const isMissing = ({ name }: Secret) => !present.includes(name)
  const stripe = SECRETS.filter(({ name }) => name.startsWith('STRIPE_'))
  const needed = SECRETS.filter(({ without }) => without === null)
  const wanted = stripe.some((secret) => !isMissing(secret)) ? [...needed, ...stripe] : needed
  return wanted.filter(isMissing).map((secret) => `the secret ${secret.name} is not set: ${commandFor(secret, env)}`)
}
