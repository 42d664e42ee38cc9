import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { AGENT_LIMITS, KEY_MODES } from '../../kernel/vocabulary.ts'
import { calendars } from './calendars.ts'
import { flag, instant, json, oneOf } from './columns.ts'

export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    prefix: text('prefix').notNull(),
    hash: text('hash').notNull().unique(),
    scopes: json<string[]>('scopes').notNull(),
    mode: text('mode', { enum: KEY_MODES }).notNull(),
    isActive: flag('is_active').notNull(),
    agentsMay: text('agents_may', { enum: AGENT_LIMITS }).notNull().default('confirm'),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    expiresAt: instant('expires_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('api_keys_calendar').on(table.calendarId), oneOf('api_keys_mode', table.mode, KEY_MODES)],
)
