import { and, asc, eq, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import { guard, unless, type Judged } from '../../db/guard.ts'
import type { BankAccountRow } from '../../db/rows.ts'
import { bankAccounts } from '../../db/schema.ts'
import { rowsFrom, rowsOf, statement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'
import { MAX_BANK_ACCOUNTS } from './bank-accounts.schema.ts'

export const listAccountsAtBanks = (db: Database, calendarId: string): Promise<BankAccountRow[]> =>
  db
    .select()
    .from(bankAccounts)
    .where(eq(bankAccounts.calendarId, calendarId))
    .orderBy(asc(bankAccounts.createdAt), asc(bankAccounts.id))

const ofCalendar = (calendarId: string, id: string) =>
  and(eq(bankAccounts.id, id), eq(bankAccounts.calendarId, calendarId))

export const findBankAccount = async (db: Database, calendarId: string, id: string) => {
  const found = rowsOf(bankAccounts, new QueryBuilder().select().from(bankAccounts).where(ofCalendar(calendarId, id)))
  return (await rowsFrom(db, found))[0] ?? null
}

/**
 * Conditions on calendar `c`. With two active accounts in a currency, it would be unclear which one receives the money.
 */
export const mayAddBankAccount = ({ currency, isActive }: Pick<BankAccountRow, 'currency' | 'isActive'>) =>
  guard([
    unless(
      'bank_account_limit_reached',
      sql`(select count(*) from bank_accounts b where b.calendar_id = c.id) < ${sql.raw(String(MAX_BANK_ACCOUNTS))}`,
    ),
    unless(
      'bank_account_exists',
      sql`${Number(!isActive)} or not exists (select 1 from bank_accounts b
        where b.calendar_id = c.id and b.currency = ${currency} and b.is_active = 1)`,
    ),
  ])

export const addBankAccount = (account: BankAccountRow, rule: ReturnType<typeof mayAddBankAccount>) => {
  const calendar = sql`calendars c where c.id = ${account.calendarId}`
  const { id, holder, iban, bic, currency, tolerance, bankClosesHours, bankDays, createdBy, createdAt } = account
  return {
    why: statement<Judged>(sql`select ${rule.why} as why from ${calendar}`),
    made: rowsOf(
      bankAccounts,
      statement(sql`
        insert into bank_accounts (id, calendar_id, holder, iban, bic, currency, tolerance, bank_closes_hours, bank_days,
          is_active, csv_columns, created_by, created_at, updated_at)
        select ${id}, c.id, ${holder}, ${iban}, ${bic}, ${currency}, ${tolerance}, ${bankClosesHours}, ${bankDays},
          ${Number(account.isActive)}, ${account.csvColumns === null ? null : JSON.stringify(account.csvColumns)}, ${createdBy}, ${createdAt}, ${createdAt} from ${calendar} and ${rule.holds}
        returning *`),
    ),
  }
}

export const isAdded = (id: string) => sql`exists (select 1 from bank_accounts b where b.id = ${id})`

/**
 * Changes nothing if the account would become the second active one in its currency, or if its destination differs from
 * `seen`: the request may then need a recent sign-in.
 */
export const changeBankAccount = (db: Database, seen: BankAccountRow, changes: Partial<BankAccountRow>) => {
  const { calendarId, id, currency, iban, holder, isActive } = seen
  return rowsOf(
    bankAccounts,
    db
      .update(bankAccounts)
      .set(changes)
      .where(
        and(
          ofCalendar(calendarId, id),
          sql`iban = ${iban} and holder = ${holder} and is_active = ${Number(isActive)}`,
          sql`(${Number(changes.isActive !== true)} or not exists (select 1 from bank_accounts b
            where b.calendar_id = ${calendarId} and b.currency = ${currency} and b.is_active = 1 and b.id <> ${id}))`,
        ),
      )
      .returning(),
  )
}

/** True if this update, made at `now`, set the account's IBAN. */
export const isChanged = (id: string, iban: string, now: Instant) =>
  sql`exists (select 1 from bank_accounts b where b.id = ${id} and b.iban = ${iban} and b.updated_at = ${now})`

export const removeBankAccount = (calendarId: string, id: string) =>
  statement<{ id: string }>(
    sql`delete from bank_accounts where id = ${id} and calendar_id = ${calendarId} returning id`,
  )
