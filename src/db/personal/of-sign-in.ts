import {
  accountAddresses,
  authorizationCodes,
  passkeys,
  refreshTokens,
  setupLinks,
  signInCodes,
  signInRequests,
  signInSessions,
  usedChallenges,
} from '../schema.ts'
import { holding, member } from './holding.ts'

const MINUTES_PER_DAY = 24 * 60
const minutes = (count: number, from: string) =>
  ({ days: count / MINUTES_PER_DAY, from, inWords: `for ${count} minutes` }) as const

/** Data of people who sign in at the service itself. Erasing the account deletes all of it. */
export const signInHoldings = [
  holding({
    table: accountAddresses,
    what: 'addresses of accounts',
    reason: 'to sign the user in by email',
    kept: { until: 'the user removes the address or the account is erased' },
    persons: { address: member('email address'), accountId: member('account') },
    otherColumns: 'verifiedAt',
  }),
  holding({
    table: signInRequests,
    what: 'requests for a sign-in code',
    reason: 'to limit the codes per address and per caller',
    kept: { days: 1, from: 'created_at' },
    persons: { addressHash: member('address, as an HMAC'), callerHash: member('IP address, as an HMAC') },
    otherColumns: 'id notifiedAt createdAt',
  }),
  holding({
    table: signInCodes,
    what: 'sign-in codes',
    reason: 'to check the code that the user enters',
    kept: minutes(10, 'created_at'),
    persons: { addressHash: member('address, as an HMAC'), accountId: member('account that gets the address') },
    otherColumns: 'id browserHash triesLeft createdAt',
  }),
  holding({
    table: passkeys,
    what: 'passkeys',
    reason: 'to sign the user in without an email',
    kept: { until: 'the user removes the passkey or the account is erased' },
    persons: {
      id: member('credential id'),
      accountId: member('account'),
      publicKey: member('public key'),
      label: member('browser and system on which it was created'),
    },
    otherColumns: 'algorithm counter createdAt lastUsedAt',
  }),
  holding({
    table: usedChallenges,
    what: 'challenges that a passkey has answered',
    reason: 'to accept each answer once',
    kept: minutes(10, 'created_at'),
    persons: {},
    otherColumns: 'hash createdAt',
  }),
  holding({
    table: signInSessions,
    what: 'browsers in which a user is signed in',
    reason: 'to keep the user signed in, and to show them where they are',
    kept: { days: 30, from: 'ends_at', inWords: 'for 30 days after the session ends' },
    persons: { accountId: member('account'), device: member('browser and system') },
    otherColumns: 'id secretHash createdAt authenticatedAt lastUsedAt endsAt',
  }),
  holding({
    table: authorizationCodes,
    what: 'authorization codes',
    reason: 'to exchange each code for tokens once',
    kept: { days: 1, from: 'created_at' },
    persons: {},
    otherColumns: 'hash sessionId redirectUri challenge nonce authenticatedAt createdAt usedAt',
  }),
  holding({
    table: refreshTokens,
    what: 'refresh tokens, as hashes',
    reason: 'to notice a token that is used twice',
    kept: { days: 30, from: 'created_at' },
    persons: {},
    otherColumns: 'hash sessionId authenticatedAt createdAt usedAt',
  }),
  holding({
    table: setupLinks,
    what: 'links to set up the first account',
    reason: 'to let the operator sign in before there is an account',
    kept: { days: 1 / 24, from: 'created_at', inWords: 'for 1 hour' },
    persons: {},
    otherColumns: 'hash createdAt',
  }),
]
