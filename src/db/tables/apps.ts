import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { AGENT_LIMITS, APP_RESOURCES, APP_TOKEN_KINDS } from '../../kernel/vocabulary.ts'
import { calendars } from './calendars.ts'
import { instant, json } from './columns.ts'

const ofCalendar = () =>
  text('calendar_id')
    .notNull()
    .references(() => calendars.id, { onDelete: 'cascade' })

/**
 * The access that a member allowed an app: stored with the code, and with the grant once the app has exchanged the
 * code.
 */
const allowed = () => ({
  calendarId: ofCalendar(),
  userId: text('user_id').notNull(),
  /** The address of the app's metadata document. */
  clientId: text('client_id').notNull(),
  /** The name that the app gives itself. Not checked by anyone. */
  clientName: text('client_name').notNull(),
  scopes: json<string[]>('scopes').notNull(),
  resource: text('resource', { enum: APP_RESOURCES }).notNull(),
})

export const appCodes = sqliteTable(
  'app_codes',
  {
    hash: text('hash').primaryKey(),
    ...allowed(),
    redirectUri: text('redirect_uri').notNull(),
    /** `code_challenge` of PKCE, method S256. */
    challenge: text('challenge').notNull(),
    createdAt: instant('created_at').notNull(),
    /** A second use ends the grant that the first use created. */
    usedAt: instant('used_at'),
    grantId: text('grant_id'),
  },
  (table) => [index('app_codes_calendar').on(table.calendarId), index('app_codes_age').on(table.createdAt)],
)

/**
 * Access of one app to one calendar on behalf of one member. Triggers end it when the member leaves the calendar or its
 * last refresh token is deleted. When it ends, they deactivate its webhooks.
 */
export const appGrants = sqliteTable(
  'app_grants',
  {
    id: text('id').primaryKey(),
    ...allowed(),
    agentsMay: text('agents_may', { enum: AGENT_LIMITS }).notNull().default('ask'),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('app_grants_calendar').on(table.calendarId, table.userId),
    index('app_grants_ended').on(table.endedAt),
  ],
)

export const appTokens = sqliteTable(
  'app_tokens',
  {
    hash: text('hash').primaryKey(),
    grantId: text('grant_id')
      .notNull()
      .references(() => appGrants.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: APP_TOKEN_KINDS }).notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /**
     * First use. For an exchanged refresh token, the time moves forward once an access token from the exchange is used,
     * because that proves that the response arrived.
     */
    usedAt: instant('used_at'),
  },
  (table) => [index('app_tokens_grant').on(table.grantId, table.kind), index('app_tokens_expiry').on(table.expiresAt)],
)
