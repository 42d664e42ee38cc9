import { eq } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { accounts } from '../../db/schema.ts'
import { rowsOf } from '../../db/statement.ts'
import type { Database } from '../../db/database.ts'
import type { Instant } from '../../kernel/time.ts'
import type { Locale } from '../../kernel/vocabulary.ts'

const chosen = { locale: accounts.locale, eraseAt: accounts.eraseAt }

export const accountOf = (userId: string) =>
  rowsOf(chosen, new QueryBuilder().select(chosen).from(accounts).where(eq(accounts.userId, userId)))

export const setLocale = (db: Database, userId: string, locale: Locale | null, now: Instant) =>
  rowsOf(
    chosen,
    db
      .insert(accounts)
      .values({ userId, locale, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({ target: accounts.userId, set: { locale, updatedAt: now } })
      .returning(chosen),
  )
