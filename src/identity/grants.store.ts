import type { Instant } from '../kernel/time.ts'
import { touchSession, type SignInSession } from './sessions.store.ts'

export interface CodeRow {
  sessionId: string
  redirectUri: string
  challenge: string
  nonce: string | null
  authenticatedAt: Instant
  createdAt: Instant
}

export const insertAuthorizationCode = (
  db: D1Database,
  hash: string,
  { redirectUri, challenge, nonce }: Pick<CodeRow, 'redirectUri' | 'challenge' | 'nonce'>,
  session: SignInSession,
  now: Instant,
) =>
  db.batch([
    db
      .prepare(
        `insert into authorization_codes (hash, session_id, redirect_uri, challenge, nonce, authenticated_at, created_at)
          values (?, ?, ?, ?, ?, ?, ?)`,
      )
      .bind(hash, session.id, redirectUri, challenge, nonce, session.authenticatedAt, now),
    ...touchSession(db, session, now),
  ])

const CODE_COLUMNS = `session_id as sessionId, redirect_uri as redirectUri, challenge, nonce,
  authenticated_at as authenticatedAt, created_at as createdAt`

/**
 * Marks the code as used. Of concurrent requests, only one gets the row. If the code was used before, ends its session,
 * because two parties have the code.
 */
export const useAuthorizationCode = async (db: D1Database, hash: string, now: Instant): Promise<CodeRow | null> => {
  const row = await db
    .prepare(`update authorization_codes set used_at = ? where hash = ? and used_at is null returning ${CODE_COLUMNS}`)
    .bind(now, hash)
    .first<CodeRow>()
  if (row === null) await endSessionOf(db, 'authorization_codes', hash, now)
  return row
}

const endSessionOf = (db: D1Database, table: 'authorization_codes' | 'refresh_tokens', hash: string, now: Instant) =>
  db
    .prepare(
      `update sign_in_sessions set ends_at = ? where ends_at > ? and id in (
        select session_id from ${table} where hash = ? and used_at is not null)`,
    )
    .bind(now, now, hash)
    .run()

export const insertRefreshToken = (
  db: D1Database,
  hash: string,
  session: SignInSession,
  authenticatedAt: Instant,
  now: Instant,
) =>
  db.batch([
    db
      .prepare('insert into refresh_tokens (hash, session_id, authenticated_at, created_at) values (?, ?, ?, ?)')
      .bind(hash, session.id, authenticatedAt, now),
    ...touchSession(db, session, now),
  ])

/** Marks the token as used. A second use ends its session, because either the user or a thief holds an old token. */
export const useRefreshToken = async (db: D1Database, hash: string, now: Instant) => {
  const row = await db
    .prepare(
      `update refresh_tokens set used_at = ? where hash = ? and used_at is null
        returning session_id as sessionId, authenticated_at as authenticatedAt`,
    )
    .bind(now, hash)
    .first<{ sessionId: string; authenticatedAt: Instant }>()
  if (row === null) await endSessionOf(db, 'refresh_tokens', hash, now)
  return row
}
