import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
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
    /** What the identity provider says of them, kept while they let it; the address only where it is verified. */
    name: text('name'),
    email: text('email'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.calendarId, table.userId] }),
    index('members_user').on(table.userId),
    oneOf('members_role', table.role, ROLES),
  ],
)

/** Who is asked by mail to become a member. The link that they get is of this row and its version, and for one person. */
export const memberInvitations = sqliteTable(
  'member_invitations',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    /** Rises with every mail: the link of the one before is dead. */
    linkVersion: integer('link_version').notNull().default(0),
    /** The commit that last mailed it: what else that commit writes is conditional on it. */
    moveId: text('move_id').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Who opened it, and what their sign-in says of them: somebody else than it was meant for waits for an owner. */
    claimedBy: text('claimed_by'),
    claimedName: text('claimed_name'),
    claimedEmail: text('claimed_email'),
    claimedAt: instant('claimed_at'),
    acceptedAt: instant('accepted_at'),
  },
  (table) => [
    index('member_invitations_move').on(table.moveId),
    uniqueIndex('member_invitations_open')
      .on(table.calendarId, table.email)
      .where(sql`accepted_at is null`),
    index('member_invitations_age').on(table.createdAt),
    oneOf('member_invitations_role', table.role, ROLES),
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
