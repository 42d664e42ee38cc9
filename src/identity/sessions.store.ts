import { DAY_MS, type Instant } from '../kernel/time.ts'

/** A session ends after 30 days without use, and after 90 days in any case. */
const IDLE_MS = 30 * DAY_MS
const MAX_AGE_MS = 90 * DAY_MS
export const SESSION_COOKIE_SECONDS = IDLE_MS / 1_000

export interface SignInSession {
  id: string
  accountId: string
  authenticatedAt: Instant
}

/** Accounts whose erasure has started can no longer be used. */
const LIVE = 's.ends_at > ? and coalesce(a.erase_at, 1) <> 0'
const JOINED = 'sign_in_sessions s join accounts a on a.user_id = s.account_id'
const COLUMNS = 's.id, s.account_id as accountId, s.authenticated_at as authenticatedAt'

export const findSession = (db: D1Database, secretHash: string, now: Instant) =>
  db
    .prepare(`select ${COLUMNS} from ${JOINED} where s.secret_hash = ? and ${LIVE}`)
    .bind(secretHash, now)
    .first<SignInSession>()

export const findSessionById = (db: D1Database, id: string, now: Instant) =>
  db.prepare(`select ${COLUMNS} from ${JOINED} where s.id = ? and ${LIVE}`).bind(id, now).first<SignInSession>()

const usedAccount = (db: D1Database, accountId: string, now: Instant) =>
  db.prepare('update accounts set last_used_at = ? where user_id = ?').bind(now, accountId)

export interface NewSession extends SignInSession {
  secretHash: string
  device: string
}

export const insertSession = (
  db: D1Database,
  { id, accountId, secretHash, device, authenticatedAt: now }: NewSession,
) =>
  db.batch([
    db
      .prepare(
        `insert into sign_in_sessions (id, account_id, secret_hash, device, created_at, authenticated_at, last_used_at, ends_at)
          values (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .bind(id, accountId, secretHash, device, now, now, now, now + IDLE_MS),
    usedAccount(db, accountId, now),
  ])

/** Renews the sign-in of a session, with a new cookie. Tokens issued before keep their `auth_time`. */
export const renewSession = (db: D1Database, { id, accountId, secretHash, authenticatedAt: now }: NewSession) =>
  db.batch([
    db
      .prepare(
        `update sign_in_sessions set secret_hash = ?, authenticated_at = ?, last_used_at = ?,
          ends_at = min(?, created_at + ${MAX_AGE_MS}) where id = ? and ends_at > ?`,
      )
      .bind(secretHash, now, now, now + IDLE_MS, id, now),
    usedAccount(db, accountId, now),
  ])

export const touchSession = (db: D1Database, { id, accountId }: SignInSession, now: Instant) => [
  db
    .prepare(
      `update sign_in_sessions set last_used_at = ?, ends_at = min(?, created_at + ${MAX_AGE_MS}) where id = ? and ends_at > ?`,
    )
    .bind(now, now + IDLE_MS, id, now),
  usedAccount(db, accountId, now),
]

export const endSession = (db: D1Database, id: string, now: Instant) =>
  db.prepare('update sign_in_sessions set ends_at = ? where id = ? and ends_at > ?').bind(now, id, now).run()

/** Ends a session only if it belongs to the account, so that users can't end someone else's session by its id. */
export const endOwnSession = (db: D1Database, accountId: string, id: string, now: Instant) =>
  db
    .prepare('update sign_in_sessions set ends_at = ? where id = ? and account_id = ? and ends_at > ?')
    .bind(now, id, accountId, now)
    .run()

export interface ListedSession {
  id: string
  device: string
  lastUsedAt: Instant
}

export const sessionsOf = async (db: D1Database, accountId: string, now: Instant) => {
  const { results } = await db
    .prepare(
      `select id, device, last_used_at as lastUsedAt from sign_in_sessions
        where account_id = ? and ends_at > ? order by last_used_at desc limit 50`,
    )
    .bind(accountId, now)
    .all<ListedSession>()
  return results
}
