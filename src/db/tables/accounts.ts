import { sql } from 'drizzle-orm'
import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Locale } from '../../kernel/vocabulary.ts'
import { flag, instant } from './columns.ts'

/**
 * What a user has chosen for themselves. Where another identity provider signs people in, the row is created with the
 * first choice, and users without one have no row. Where the service does, every user has one, from their sign-up.
 */
export const accounts = sqliteTable(
  'accounts',
  {
    /** `sub` of the session token: `acc_…` where the service signs people in itself. */
    userId: text('user_id').primaryKey(),
    /** Language of the workspace. Null: not chosen. */
    locale: text('locale').$type<Locale>(),
    /** Time at which the account is erased, 30 days after the user requested it; 0 once the erasure has started. */
    eraseAt: instant('erase_at'),
    /** How far the erasure has replaced the user's id: `<index in the list of columns>:<rowid>`. */
    progress: text('progress'),
    /** The columns below are set only where the service signs people in itself. */
    name: text('name'),
    isOperator: flag('is_operator').notNull().default(false),
    lastUsedAt: instant('last_used_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('accounts_to_erase')
      .on(table.eraseAt)
      .where(sql`erase_at is not null`),
    index('accounts_unused')
      .on(table.lastUsedAt)
      .where(sql`last_used_at is not null`),
  ],
)
