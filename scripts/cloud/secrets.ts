import type { EnvironmentName } from './arguments.ts'

export interface Secret {
  name: string
  /** What happens without the secret; null if the service cannot run without it. */
  without: string | null
  /** Shell text before and after the `wrangler secret put` command. */
  from?: (env: EnvironmentName) => [before: string, behind: string]
  note: string
}

/**
 * Generates a key into a local file and uploads it. `set -C` makes a second run fail if the file exists, because
 * everything sealed with or derived from the first key would become unreadable with a new one.
 */
const generatedKey =
  (name: string) =>
  (env: EnvironmentName): [string, string] => [
    `(umask 077; set -C; openssl rand -base64 32 > ${name}-key.${env}) && `,
    ` < ${name}-key.${env}`,
  ]

export const SECRETS: readonly Secret[] = [
  {
    name: 'ENCRYPTION_KEY',
    without: null,
    from: generatedKey('encryption'),
    note: 'encrypts webhook secrets and stored answers; Cloudflare cannot show it again, so move the copy to your secret store',
  },
  {
    name: 'DERIVATION_KEY',
    without: 'links are derived from ENCRYPTION_KEY, which can then never be replaced',
    from: generatedKey('derivation'),
    note: 'derives the links of guests and can never be replaced; if the service has run without it, use its first ENCRYPTION_KEY here, or every link in sent emails stops working',
  },
  {
    name: 'STRIPE_SECRET_KEY',
    without: 'priced tickets are paid offline (OFFLINE)',
    note: 'takes payments; also needs STRIPE_WEBHOOK_SECRET',
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    without: 'priced tickets are paid offline (OFFLINE)',
    note: 'verifies webhooks from Stripe',
  },
  {
    name: 'APPLE_PASS_KEY',
    without: 'tickets have no Apple Wallet pass',
    note: 'signs passes; also needs the other APPLE_PASS_ settings',
  },
  {
    name: 'APPLE_PASS_PUSH_URL',
    without: 'Apple Wallet passes update only when their device asks',
    note: 'URL of the relay to Apple, including its password',
  },
  {
    name: 'GOOGLE_WALLET_KEY',
    without: 'tickets have no Google Wallet pass',
    note: 'signs passes; also needs the other GOOGLE_WALLET_ settings',
  },
]

export const commandFor = ({ name, from }: Secret, env: EnvironmentName): string => {
  const [before, behind] = from?.(env) ?? ['', '']
  return `${before}npx wrangler secret put ${name} --env ${env}${behind}`
}

/**
 * If one of the two Stripe secrets is set, the other is required too. With only one of them the service would take
 * payments but never receive the webhooks that confirm them.
 */
export const problemsOfSecrets = (present: readonly string[], env: EnvironmentName): string[] => {
  const isMissing = ({ name }: Secret) => !present.includes(name)
  const stripe = SECRETS.filter(({ name }) => name.startsWith('STRIPE_'))
  const needed = SECRETS.filter(({ without }) => without === null)
  const wanted = stripe.some((secret) => !isMissing(secret)) ? [...needed, ...stripe] : needed
  return wanted.filter(isMissing).map((secret) => `the secret ${secret.name} is not set: ${commandFor(secret, env)}`)
}
