import { DAY_MS, type Instant } from '../kernel/time.ts'

export interface KeyRow {
  id: string
  publicKey: string
  privateKeyCipher: string
  startsAt: Instant
  endsAt: Instant
}

export const findKey = (db: D1Database, now: Instant) =>
  db
    .prepare(
      `select id, private_key_cipher as privateKeyCipher, ends_at as endsAt from signing_keys
        where ends_at > ? order by starts_at desc, id limit 1`,
    )
    .bind(now)
    .first<Pick<KeyRow, 'id' | 'privateKeyCipher' | 'endsAt'>>()

/** Adds the key unless another request has just added one, and deletes keys whose tokens have all expired. */
export const addKey = (db: D1Database, { id, publicKey, privateKeyCipher, startsAt, endsAt }: KeyRow) =>
  db.batch([
    db
      .prepare(
        `insert into signing_keys (id, public_key, private_key_cipher, starts_at, ends_at)
          select ?, ?, ?, ?, ? where not exists (select 1 from signing_keys where ends_at > ?)`,
      )
      .bind(id, publicKey, privateKeyCipher, startsAt, endsAt, startsAt),
    db.prepare('delete from signing_keys where ends_at < ?').bind(startsAt - DAY_MS),
  ])

export const retireKey = (db: D1Database, id: string, now: Instant) =>
  db.prepare('update signing_keys set ends_at = ? where id = ?').bind(now, id).run()

export const publicKeys = async (db: D1Database, since: Instant) => {
  const { results } = await db
    .prepare('select public_key as publicKey from signing_keys where ends_at > ? order by starts_at desc')
    .bind(since)
    .all<Pick<KeyRow, 'publicKey'>>()
  return results.map(({ publicKey }) => JSON.parse(publicKey) as JsonWebKey)
}
