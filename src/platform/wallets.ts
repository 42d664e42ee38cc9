import type { Wallets } from '../deps.ts'
import type { Env } from './env.ts'

/** .env files hold PEM on a single line, with literal `\n`. */
const pem = (text = '') => text.replaceAll(String.raw`\n`, '\n')

/** Returns the configured wallets. `settingErrors` has already checked that each group of settings is complete. */
export const walletsOf = (env: Env): Wallets => ({
  apple: env.APPLE_PASS_TYPE_ID
    ? {
        passTypeId: env.APPLE_PASS_TYPE_ID,
        teamId: env.APPLE_PASS_TEAM_ID ?? '',
        pushUrl: env.APPLE_PASS_PUSH_URL ?? null,
        signer: {
          certificate: pem(env.APPLE_PASS_CERTIFICATE),
          authority: pem(env.APPLE_PASS_AUTHORITY),
          key: pem(env.APPLE_PASS_KEY),
        },
      }
    : null,
  google: env.GOOGLE_WALLET_ISSUER_ID
    ? {
        issuerId: env.GOOGLE_WALLET_ISSUER_ID,
        account: env.GOOGLE_WALLET_ACCOUNT ?? '',
        key: pem(env.GOOGLE_WALLET_KEY),
      }
    : null,
})
