import type { Wallets } from '../deps.ts'
import type { Env } from './env.ts'

/** Files of settings hold a PEM text in one line. */
const pem = (text = '') => text.replaceAll(String.raw`\n`, '\n')

/** Which wallets tickets can be put into here; the settings of each come together or not at all. */
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
