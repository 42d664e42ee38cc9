import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { CALENDAR_VISIBILITIES, PLANS, ROLES, type Locale } from '../../kernel/vocabulary.ts'
import { instant, oneOf } from './columns.ts'

export const calendars = sqliteTable(
  'calendars',
  {
    id: text('id').primaryKey(),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    description: text('description'),
    avatarUrl: text('avatar_url'),
    coverUrl: text('cover_url'),
    timezone: text('timezone').notNull(),
    website: text('website'),
    /** The language of its pages and mails, unless a reader asks for another. */
    locale: text('locale').$type<Locale>().notNull().default('en'),
    /** A hue of ACCENTS; null for the one that follows from the slug. */
    accent: integer('accent'),
    contactEmail: text('contact_email'),
    imprintUrl: text('imprint_url'),
    privacyUrl: text('privacy_url'),
    /** How to pay offline, in Markdown. */
    paymentInstructions: text('payment_instructions'),
    visibility: text('visibility', { enum: CALENDAR_VISIBILITIES }).notNull(),
    plan: text('plan', { enum: PLANS }).notNull(),
    /** Set by the operator of the service, and why. */
    suspendedAt: instant('suspended_at'),
    suspensionReason: text('suspension_reason'),
    feedTokenHash: text('feed_token_hash').unique(),
    /** Published public events and the longest duration among all events; triggers keep both. */
    eventCount: integer('event_count').notNull().default(0),
    longestEventMs: integer('longest_event_ms').notNull().default(0),
    /** Rises with every change that an open page of the calendar can show; triggers keep it for events. */
    contentChangedAt: instant('content_changed_at').notNull(),
    /** Rises with every commit that visitors see something of; what is kept of open answers is told by it. */
    contentRevision: integer('content_revision').notNull().default(0),
    /** Whose quota it counts against, whoever its owners are. */
    createdBy: text('created_by'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('calendars_created_by').on(table.createdBy),
    oneOf('calendars_visibility', table.visibility, CALENDAR_VISIBILITIES),
    oneOf('calendars_plan', table.plan, PLANS),
  ],
)

export const members = sqliteTable(
  'members',
  {
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    userId: text('user_id').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.calendarId, table.userId] }),
    index('members_user').on(table.userId),
    oneOf('members_role', table.role, ROLES),
  ],
)

/** Every slug ever given out: an address that people saved must never come to mean something else. */
export const takenSlugs = sqliteTable(
  'taken_slugs',
  {
    kind: text('kind', { enum: ['calendar', 'event'] }).notNull(),
    slug: text('slug').notNull(),
    ownerId: text('owner_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.slug] })],
)
