import type { Instant } from '../kernel/time.ts'
import type { Locale } from '../kernel/vocabulary.ts'

export interface Account {
  id: string
  name: string | null
  isOperator: boolean
  /** The address that was verified first. */
  address: string
}

export const findAccount = async (db: D1Database, id: string): Promise<Account | null> => {
  const row = await db
    .prepare(
      `select a.user_id as id, a.name, a.is_operator as isOperator, e.address from accounts a
        join account_addresses e on e.account_id = a.user_id
        where a.user_id = ? and coalesce(a.erase_at, 1) <> 0 order by e.verified_at, e.address limit 1`,
    )
    .bind(id)
    .first<Omit<Account, 'isOperator'> & { isOperator: number }>()
  return row === null ? null : { ...row, isOperator: row.isOperator === 1 }
}

/** Returns the account of the address. Without one, `isInvited` says whether a calendar has invited the address. */
export const findByAddress = (db: D1Database, address: string, now: Instant) =>
  db
    .prepare(
      `select (select a.user_id from account_addresses e join accounts a on a.user_id = e.account_id
          where e.address = ?1 and coalesce(a.erase_at, 1) <> 0) as accountId,
        exists (select 1 from account_addresses e where e.address = ?1) as isTaken,
        exists (select 1 from member_invitations i
          where i.email = ?1 and i.accepted_at is null and i.expires_at > ?2) as isInvited`,
    )
    .bind(address, now)
    .first<{ accountId: string | null; isTaken: number; isInvited: number }>()

interface NewAccount {
  id: string
  address: string
  name: string | null
  locale: Locale
  now: Instant
}

const insertFirstAddress = (db: D1Database, { id, address, now }: NewAccount) =>
  db
    .prepare(
      `insert into account_addresses (address, account_id, verified_at)
        select ?1, ?2, ?3 where exists (select 1 from accounts where user_id = ?2)`,
    )
    .bind(address, id, now)

/** Creates an account unless another request has just created one with the address. */
export const createAccount = (db: D1Database, account: NewAccount) =>
  db.batch([
    db
      .prepare(
        `insert into accounts (user_id, locale, name, last_used_at, created_at, updated_at)
          select ?1, ?2, ?3, ?4, ?4, ?4 where not exists (select 1 from account_addresses where address = ?5)`,
      )
      .bind(account.id, account.locale, account.name, account.now, account.address),
    insertFirstAddress(db, account),
  ])

/** Uses up the setup link and creates the operator's account in one batch, provided no account exists. */
export const createFirstAccount = async (db: D1Database, account: NewAccount, linkHash: string, since: Instant) => {
  const [created] = await db.batch<{ id: string }>([
    db
      .prepare(
        `insert into accounts (user_id, locale, name, is_operator, last_used_at, created_at, updated_at)
          select ?1, ?2, ?3, 1, ?4, ?4, ?4 where not exists (select 1 from account_addresses)
            and exists (select 1 from setup_links where hash = ?5 and created_at > ?6) returning user_id as id`,
      )
      .bind(account.id, account.locale, account.name, account.now, linkHash, since),
    insertFirstAddress(db, account),
    db.prepare('delete from setup_links where exists (select 1 from account_addresses)'),
  ])
  return created?.results.length === 1
}

export const setName = (db: D1Database, id: string, name: string | null, now: Instant) =>
  db.prepare('update accounts set name = ?, updated_at = ? where user_id = ?').bind(name, now, id).run()

export const addressesOf = async (db: D1Database, accountId: string) => {
  const { results } = await db
    .prepare('select address from account_addresses where account_id = ? order by verified_at, address')
    .bind(accountId)
    .all<{ address: string }>()
  return results.map(({ address }) => address)
}

const MAX_ADDRESSES = 5

/** Adds the address, unless another account has it or the account has `MAX_ADDRESSES`. */
export const addAddress = async (db: D1Database, accountId: string, address: string, now: Instant) => {
  const added = await db
    .prepare(
      `insert into account_addresses (address, account_id, verified_at)
        select ?1, ?2, ?3 where (select count(*) from account_addresses where account_id = ?2) < ${MAX_ADDRESSES}
        on conflict (address) do nothing returning address`,
    )
    .bind(address, accountId, now)
    .first()
  return added !== null
}

/** Removes the address, unless it is the account's last. */
export const removeAddress = (db: D1Database, accountId: string, address: string) =>
  db
    .prepare(
      `delete from account_addresses where account_id = ?1 and address = ?2
        and (select count(*) from account_addresses where account_id = ?1) > 1`,
    )
    .bind(accountId, address)
    .run()
