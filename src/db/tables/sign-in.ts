import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { accounts } from './accounts.ts'
import { instant } from './columns.ts'

/**
 * Tables of the identity Worker. Their rows exist only where the service signs people in itself. Columns ending in
 * `_hash` hold SHA-256 or HMAC values, so nothing in the database signs anyone in.
 */

const ofAccount = () =>
  text('account_id')
    .notNull()
    .references(() => accounts.userId, { onDelete: 'cascade' })
const ofSession = () =>
  text('session_id')
    .notNull()
    .references(() => signInSessions.id, { onDelete: 'cascade' })

export const accountAddresses = sqliteTable(
  'account_addresses',
  {
    /** Lower case, with an ASCII domain. An address belongs to one account; an account may have several. */
    address: text('address').primaryKey(),
    accountId: ofAccount(),
    verifiedAt: instant('verified_at').notNull(),
  },
  (table) => [index('account_addresses_account').on(table.accountId, table.verifiedAt)],
)

/** Requested codes, for the limits per address and per caller. One row per request, of known and unknown addresses. */
export const signInRequests = sqliteTable(
  'sign_in_requests',
  {
    id: text('id').primaryKey(),
    addressHash: text('address_hash').notNull(),
    callerHash: text('caller_hash').notNull(),
    /** When the address was emailed that it has no account, which happens at most once a day. */
    notifiedAt: instant('notified_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('sign_in_requests_address').on(table.addressHash, table.createdAt),
    index('sign_in_requests_caller').on(table.callerHash, table.createdAt),
    index('sign_in_requests_age').on(table.createdAt),
  ],
)

/** The code itself is derived from the id with a key that only the identity Worker has. */
export const signInCodes = sqliteTable(
  'sign_in_codes',
  {
    /** Id of the request. */
    id: text('id').primaryKey(),
    addressHash: text('address_hash').notNull(),
    browserHash: text('browser_hash').notNull(),
    /** Account to which the code adds an address. Null if the code signs in. */
    accountId: text('account_id').references(() => accounts.userId, { onDelete: 'cascade' }),
    triesLeft: integer('tries_left').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('sign_in_codes_browser').on(table.browserHash, table.createdAt),
    // Without this index, SQLite would scan the table for each change to an account.
    index('sign_in_codes_account').on(table.accountId),
    index('sign_in_codes_age').on(table.createdAt),
  ],
)

export const passkeys = sqliteTable(
  'passkeys',
  {
    /** Credential id, base64url. */
    id: text('id').primaryKey(),
    accountId: ofAccount(),
    /** SubjectPublicKeyInfo, base64url. */
    publicKey: text('public_key').notNull(),
    /** COSE algorithm: -7 (ES256), -8 (EdDSA) or -257 (RS256). */
    algorithm: integer('algorithm').notNull(),
    counter: integer('counter').notNull(),
    /** Browser and system on which the passkey was created. */
    label: text('label').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('passkeys_account').on(table.accountId)],
)

/** Challenges that were answered, so that none works twice. A challenge expires after five minutes anyway. */
export const usedChallenges = sqliteTable(
  'used_challenges',
  { hash: text('hash').primaryKey(), createdAt: instant('created_at').notNull() },
  (table) => [index('used_challenges_age').on(table.createdAt)],
)

/** A browser in which a user is signed in. Tokens are valid only until the session ends. */
export const signInSessions = sqliteTable(
  'sign_in_sessions',
  {
    id: text('id').primaryKey(),
    accountId: ofAccount(),
    /** Hash of the cookie. */
    secretHash: text('secret_hash').notNull().unique(),
    /** Browser and system, such as `Firefox, Linux`. */
    device: text('device').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Time of the last sign-in. New tokens carry it as `auth_time`. */
    authenticatedAt: instant('authenticated_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    /** Extended with every use. Ending a session sets it to the current time. */
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [index('sign_in_sessions_account').on(table.accountId), index('sign_in_sessions_ended').on(table.endsAt)],
)

export const authorizationCodes = sqliteTable(
  'authorization_codes',
  {
    hash: text('hash').primaryKey(),
    sessionId: ofSession(),
    redirectUri: text('redirect_uri').notNull(),
    /** `code_challenge` of PKCE, method S256. */
    challenge: text('challenge').notNull(),
    nonce: text('nonce'),
    authenticatedAt: instant('authenticated_at').notNull(),
    createdAt: instant('created_at').notNull(),
    /** A second use ends the session. */
    usedAt: instant('used_at'),
  },
  (table) => [
    index('authorization_codes_session').on(table.sessionId),
    index('authorization_codes_age').on(table.createdAt),
  ],
)

export const refreshTokens = sqliteTable(
  'refresh_tokens',
  {
    hash: text('hash').primaryKey(),
    sessionId: ofSession(),
    /** Time of the sign-in from which the first token of the chain came. A later sign-in doesn't change it. */
    authenticatedAt: instant('authenticated_at').notNull(),
    createdAt: instant('created_at').notNull(),
    /** A second use ends the session. */
    usedAt: instant('used_at'),
  },
  (table) => [index('refresh_tokens_session').on(table.sessionId), index('refresh_tokens_age').on(table.createdAt)],
)

/** Setup links for the first operator, created by the start script or the deployment while there is no account. */
export const setupLinks = sqliteTable(
  'setup_links',
  { hash: text('hash').primaryKey(), createdAt: instant('created_at').notNull() },
  (table) => [index('setup_links_age').on(table.createdAt)],
)

export const signingKeys = sqliteTable('signing_keys', {
  /** `kid` of the tokens. */
  id: text('id').primaryKey(),
  /** JSON Web Key. */
  publicKey: text('public_key').notNull(),
  /** PKCS #8, sealed with the key of the identity Worker. */
  privateKeyCipher: text('private_key_cipher').notNull(),
  startsAt: instant('starts_at').notNull(),
  endsAt: instant('ends_at').notNull(),
})
