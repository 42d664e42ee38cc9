import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { RefundRule } from '../../kernel/refund-policy.ts'
import type { ServiceFee } from '../../kernel/sums.ts'
import { CALENDAR_VISIBILITIES, DELAYED_PAYMENTS, PLANS, ROLES, type Locale } from '../../kernel/vocabulary.ts'
import { flag, instant, json, oneOf } from './columns.ts'

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
    /** Language of the calendar's pages and emails, unless the reader asks for another. */
    locale: text('locale').$type<Locale>().notNull().default('en'),
    /** Hue from `ACCENTS`; null derives it from the slug. */
    accent: integer('accent'),
    contactEmail: text('contact_email'),
    imprintUrl: text('imprint_url'),
    privacyUrl: text('privacy_url'),
    /** Offline payment instructions, in Markdown. */
    paymentInstructions: text('payment_instructions'),
    /** Default currency of new tickets and coupons. Null means the currency used in the calendar's time zone. */
    currency: text('currency'),
    /** What guests get back if they cancel; null refunds nothing. */
    refundPolicy: json<RefundRule>('refund_policy'),
    /** Service fee that buyers pay. Null means none. */
    serviceFee: json<ServiceFee>('service_fee'),
    /** `HOLD` or `OFF`: whether methods that pay days later are offered; null offers them. */
    delayedPayments: text('delayed_payments', { enum: DELAYED_PAYMENTS }),
    visibility: text('visibility', { enum: CALENDAR_VISIBILITIES }).notNull(),
    plan: text('plan', { enum: PLANS }).notNull(),
    /** Set by the operator of the service, with the reason in `suspension_reason`. */
    suspendedAt: instant('suspended_at'),
    suspensionReason: text('suspension_reason'),
    feedTokenHash: text('feed_token_hash').unique(),
    /**
     * The link key that a restored calendar brought with it, encrypted. Null derives the link key from `DERIVATION_KEY`
     * and the id.
     */
    linkKeyCipher: text('link_key_cipher'),
    /**
     * Whether the link key derives `usr_` ids. False for calendars created before link keys existed: `DERIVATION_KEY`
     * derives theirs, so that a person keeps their id.
     */
    personIdsByLinkKey: flag('person_ids_by_link_key').notNull().default(false),
    /** Number of published public events, and the longest duration of any event. Triggers maintain both. */
    eventCount: integer('event_count').notNull().default(0),
    longestEventMs: integer('longest_event_ms').notNull().default(0),
    /**
     * Time of the latest change that a public page of the calendar can show. Triggers update it when an event changes.
     */
    contentChangedAt: instant('content_changed_at').notNull(),
    /**
     * Increases with every commit that visitors can see (`seenBy: 'visitors'`). A cached public response is valid for
     * one revision only.
     */
    contentRevision: integer('content_revision').notNull().default(0),
    /** Time at which the calendar is erased; 0 once the erasure has started; null unless an owner requested it. */
    eraseAt: instant('erase_at'),
    /** Visibility before the calendar became `PRIVATE` because of `erase_at`. */
    visibilityBefore: text('visibility_before', { enum: CALENDAR_VISIBILITIES }),
    /** User whose quota the calendar counts towards, even after its owners change. */
    createdBy: text('created_by'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('calendars_created_by').on(table.createdBy),
    index('calendars_to_erase')
      .on(table.eraseAt)
      .where(sql`erase_at is not null`),
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
    /**
     * Name and address from the identity provider, stored for as long as the member allows it. The address is stored
     * only if the provider has verified it.
     */
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

/** Email invitations to become a member. A link is valid for one invitation, one `link_version` and one person. */
export const memberInvitations = sqliteTable(
  'member_invitations',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    /** Increases with every invitation email sent; the link in the previous email then stops working. */
    linkVersion: integer('link_version').notNull().default(0),
    /** Id of the commit that last emailed the invitation. The other statements of that commit are conditional on it. */
    moveId: text('move_id').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /**
     * User who opened the link, with the name and address from their sign-in. If they are not the invited person, an
     * owner must confirm them.
     */
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

/** Every slug ever assigned. No slug is assigned a second time, so a saved URL never leads to something else. */
export const takenSlugs = sqliteTable(
  'taken_slugs',
  {
    kind: text('kind', { enum: ['calendar', 'event'] }).notNull(),
    slug: text('slug').notNull(),
    ownerId: text('owner_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.slug] })],
)
