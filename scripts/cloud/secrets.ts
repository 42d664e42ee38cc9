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
 * Generates a key into a local file and uploads it. `set -C` makes a second run fail if the file exists, because a new
 * key would make everything sealed or derived with the first one unreadable.
 */
const kept =
  (name: string) =>
  (env: EnvironmentName): [string, string] => [
    `(umask 077; set -C; openssl rand -base64 32 > ${name}-key.${env}) && `,
    ` < ${name}-key.${env}`,
  ]

export const SECRETS: readonly Secret[] = [
  {
    name: 'ENCRYPTION_KEY',
    without: null,
    from: kept('encryption'),
    note: 'seals webhook secrets and kept answers: it cannot be read back, so move the copy to where you keep such things',
  },
  {
    name: 'DERIVATION_KEY',
    without: 'links are derived from ENCRYPTION_KEY, which then cannot be replaced',
    from: kept('derivation'),
    note: 'derives the links of guests, for ever; a service that has run without it must get its first ENCRYPTION_KEY here, or every link in a sent mail is dead',
  },
  {
    name: 'STRIPE_SECRET_KEY',
    without: 'priced tickets are settled by hand (OFFLINE)',
    note: 'takes payments; needs STRIPE_WEBHOOK_SECRET beside it',
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    without: 'priced tickets are settled by hand (OFFLINE)',
    note: 'verifies what Stripe reports',
  },
  {
    name: 'APPLE_PASS_KEY',
    without: 'tickets are no passes of Apple Wallet',
    note: 'signs passes; needs the other APPLE_PASS_ settings beside it',
  },
  {
    name: 'APPLE_PASS_PUSH_URL',
    without: 'passes of Apple Wallet change when their device asks',
    note: 'the relay to Apple, whose address holds its password',
  },
  {
    name: 'GOOGLE_WALLET_KEY',
    without: 'tickets are no passes of Google Wallet',
    note: 'signs passes; needs the other GOOGLE_WALLET_ settings beside it',
  },
]

export const commandFor = ({ name, from }: Secret, env: EnvironmentName): string => {
  const [before, behind] = from?.(env) ?? ['', '']
  return `${before}npx wrangler secret put ${name} --env ${env}${behind}`
}

/**
 * Requires both Stripe secrets if one is set. With only one of them the service would take payments and never receive
 * the webhooks that confirm them.
 */
export const problemsOfSecrets = (present: readonly string[], env: EnvironmentName): string[] => {
  const isMissing = ({ name }: Secret) => !present.includes(name)
  const stripe = SECRETS.filter(({ name }) => name.startsWith('STRIPE_'))
  const needed = SECRETS.filter(({ without }) => without === null)
  const wanted = stripe.some((secret) => !isMissing(secret)) ? [...needed, ...stripe] : needed
  return wanted.filter(isMissing).map((secret) => `the secret ${secret.name} is not set: ${commandFor(secret, env)}`)
}
