import { DAY_MS, HOUR_MS, MINUTE_MS, type Instant } from '../kernel/time.ts'
import type { Locale } from '../kernel/vocabulary.ts'

const CODE_MS = 10 * MINUTE_MS
const TRIES = 5
const PER_ADDRESS = { hour: 5, day: 20 }
const PER_CALLER = { hour: 20 }

export interface CodeRequest {
  id: string
  mailId: string
  address: string
  addressHash: string
  callerHash: string
  browserHash: string
  /** Account to which the code adds the address, or null to sign in. */
  accountId: string | null
  locale: Locale
  now: Instant
}

/**
 * Writes a request, its code and its email in one batch, unless a limit is reached. The insert itself counts the rows,
 * so concurrent requests can't exceed a limit. This doesn't check whether the address has an account, which happens
 * when the email is composed. A response therefore takes the same time for known and unknown addresses.
 */
export const insertRequest = async (db: D1Database, request: CodeRequest, scale: number): Promise<boolean> => {
  const { id, mailId, address, addressHash, callerHash, browserHash, accountId, locale, now } = request
  const made = 'exists (select 1 from sign_in_requests where id = ?1)'
  const [inserted] = await db.batch<{ id: string }>([
    db
      .prepare(
        `insert into sign_in_requests (id, address_hash, caller_hash, created_at) select ?1, ?2, ?3, ?4
          where (select count(*) from sign_in_requests where address_hash = ?2 and created_at > ?5) < ?7
            and (select count(*) from sign_in_requests where address_hash = ?2 and created_at > ?6) < ?8
            and (select count(*) from sign_in_requests where caller_hash = ?3 and created_at > ?5) < ?9 returning id`,
      )
      .bind(
        id,
        addressHash,
        callerHash,
        now,
        now - HOUR_MS,
        now - DAY_MS,
        PER_ADDRESS.hour * scale,
        PER_ADDRESS.day * scale,
        PER_CALLER.hour * scale,
      ),
    db
      .prepare(
        `insert into sign_in_codes (id, address_hash, browser_hash, account_id, tries_left, created_at)
          select ?1, ?2, ?3, ?4, ${TRIES}, ?5 where ${made}`,
      )
      .bind(id, addressHash, browserHash, accountId, now),
    db
      .prepare(
        `insert into mails (id, calendar_id, kind, recipient, data, cause, status, next_attempt_at, created_at)
          select ?2, '', 'sign-in-code', ?3, ?4, 'sign-in-code:' || ?1, 'pending', ?5, ?5 where ${made}`,
      )
      .bind(id, mailId, address, JSON.stringify({ requestId: id, locale }), now),
  ])
  return inserted?.results.length === 1
}

/** Counts an attempt before the code is compared, so concurrent guesses can't exceed the number of attempts. */
export const takeTry = (
  db: D1Database,
  { addressHash, browserHash, accountId }: Pick<CodeRequest, 'addressHash' | 'browserHash' | 'accountId'>,
  now: Instant,
) =>
  db
    .prepare(
      `update sign_in_codes set tries_left = tries_left - 1
        where tries_left > 0 and id = (select id from sign_in_codes where browser_hash = ?1 and address_hash = ?2
          and account_id is ?3 and created_at > ?4 order by created_at desc, id limit 1) returning id`,
    )
    .bind(browserHash, addressHash, accountId, now - CODE_MS)
    .first<{ id: string }>()

/** Deletes the code. Returns false if another request has used it. */
export const spendCode = async (db: D1Database, id: string) =>
  (await db.prepare('delete from sign_in_codes where id = ? returning id').bind(id).first()) !== null

export const findCode = (db: D1Database, id: string, now: Instant) =>
  db
    .prepare('select account_id as accountId from sign_in_codes where id = ? and created_at > ? and tries_left > 0')
    .bind(id, now - CODE_MS)
    .first<{ accountId: string | null }>()

/**
 * Whether this request's email may say that the address has no account: once a day, and again when that email is
 * retried.
 */
export const claimNotice = async (db: D1Database, id: string, now: Instant) => {
  const row = await db
    .prepare(
      `update sign_in_requests set notified_at = coalesce(notified_at, ?2) where id = ?1 and (notified_at is not null
        or not exists (select 1 from sign_in_requests o where o.address_hash = sign_in_requests.address_hash and o.notified_at > ?3))
        returning id`,
    )
    .bind(id, now, now - DAY_MS)
    .first()
  return row !== null
}
