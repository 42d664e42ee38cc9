import type { Instant } from '../kernel/time.ts'

export interface Passkey {
  id: string
  accountId: string
  publicKey: string
  algorithm: number
  counter: number
}

const MAX_PASSKEYS = 20

export const findPasskey = (db: D1Database, id: string) =>
  db
    .prepare(
      'select id, account_id as accountId, public_key as publicKey, algorithm, counter from passkeys where id = ?',
    )
    .bind(id)
    .first<Passkey>()

/** Marks the challenge as answered. Returns false if it was answered before. */
export const spendChallenge = async (db: D1Database, hash: string, now: Instant) =>
  (await db
    .prepare('insert into used_challenges (hash, created_at) values (?, ?) on conflict do nothing returning hash')
    .bind(hash, now)
    .first()) !== null

/** Stores the new counter. Fails if a concurrent sign-in has stored the same or a higher one. */
export const usePasskey = async (db: D1Database, id: string, counter: number, now: Instant) =>
  (await db
    .prepare(
      `update passkeys set counter = ?2, last_used_at = ?3
        where id = ?1 and (counter < ?2 or (counter = 0 and ?2 = 0)) returning id`,
    )
    .bind(id, counter, now)
    .first()) !== null

export const insertPasskey = async (db: D1Database, passkey: Passkey, label: string, now: Instant) =>
  (await db
    .prepare(
      `insert into passkeys (id, account_id, public_key, algorithm, counter, label, created_at)
        select ?1, ?2, ?3, ?4, ?5, ?6, ?7 where (select count(*) from passkeys where account_id = ?2) < ${MAX_PASSKEYS}
        on conflict (id) do nothing returning id`,
    )
    .bind(passkey.id, passkey.accountId, passkey.publicKey, passkey.algorithm, passkey.counter, label, now)
    .first()) !== null

export const removePasskey = (db: D1Database, accountId: string, id: string) =>
  db.prepare('delete from passkeys where id = ? and account_id = ?').bind(id, accountId).run()

export interface ListedPasskey {
  id: string
  label: string
  createdAt: Instant
  lastUsedAt: Instant | null
}

export const passkeysOf = async (db: D1Database, accountId: string) => {
  const { results } = await db
    .prepare(
      `select id, label, created_at as createdAt, last_used_at as lastUsedAt from passkeys
        where account_id = ? order by created_at`,
    )
    .bind(accountId)
    .all<ListedPasskey>()
  return results
}

/**
 * Queues an email to every address of the account. The cause is unique, so each refused passkey response is reported
 * once.
 */
export const insertNotices = async (db: D1Database, accountId: string, kind: string, cause: string, now: Instant) => {
  const { results } = await db
    .prepare(
      `insert into mails (id, calendar_id, kind, recipient, data, cause, status, next_attempt_at, created_at)
        select 'mail_' || lower(hex(randomblob(11))), '', ?2, e.address, json_object('locale', a.locale),
          ?2 || ':' || ?3 || ':' || e.address, 'pending', ?4, ?4
        from account_addresses e join accounts a on a.user_id = e.account_id where e.account_id = ?1
        on conflict (cause) do nothing returning id`,
    )
    .bind(accountId, kind, cause, now)
    .all<{ id: string }>()
  return results.map(({ id }) => id)
}
