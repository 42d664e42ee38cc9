import { sql, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import {
  addons,
  archiveParts,
  checkinActivity,
  couponRedemptions,
  coupons,
  documentSeries,
  eventCounts,
  importedEvents,
  checkpointCounts,
  checkpoints,
  events,
  eventsToWake,
  exportRuns,
  finishedJobs,
  guestActivity,
  guestCounts,
  orderActivity,
  guestChoices,
  orderAddons,
  orderSeats,
  orderTerms,
  paymentDifferences,
  paymentEvents,
  paymentReconciliations,
  polledWebhooks,
  postings,
  providerPostings,
  quoting,
  recipientCounts,
  recoveries,
  replyCounts,
  sellers,
  series,
  seriesCounts,
  taxRates,
  signingKeys,
  takenSlugs,
  tickets,
  webhooks,
} from '../schema.ts'
import type { Holding, PersonKind } from './holding.ts'
import { guestHoldings } from './of-guests.ts'
import { teamHoldings, mailAndAnswerHoldings } from './of-others.ts'
import { signInHoldings } from './of-sign-in.ts'

/**
 * Every table with personal data. Erasure, retention and the data export follow this list in order. Rows that are found
 * by the guest's address must come before the guest, because erasing the guest blanks the address.
 */
export const HOLDINGS: readonly Holding[] = [
  ...mailAndAnswerHoldings,
  ...guestHoldings,
  ...teamHoldings,
  ...signInHoldings,
]

/** Tables without personal data, with all their columns. */
export const NON_PERSONAL_COLUMNS: readonly (readonly [SQLiteTable, string])[] = [
  [takenSlugs, 'kind slug ownerId'],
  [archiveParts, 'archiveId number path rowCount bytes packed checksum method digest lease'],
  [finishedJobs, 'id calendarId eventId kind source counts rowCount digest isVerified createdAt'],
  [
    events,
    'id calendarId slug title description coverUrl coverAlt accent translations startAt endAt timezone allDay startDate endDate status visibility locationType location locationVisibility meetingUrl paymentInstructions refundPolicy serviceFee delayedPayments capacity requiresApproval waitlistEnabled waitlistMode offerMinutes waitlistRule maxOvertakes verifyEmail registrationOpensAt registrationClosesAt checkInOpensAt checkInClosesAt reentry registrationQuestions tags reminderMinutes sequence revision cancelledAt cancellationReason publishedAt seriesId recurrenceId overrides eraseAt visibilityBefore createdAt updatedAt',
  ],
  [
    series,
    'id calendarId slug template timezone startAt durationMinutes allDayDays rrule exdates rdates isDense madeUntil makeAt heldUpAt revision cancelledAt createdAt updatedAt',
  ],
  [seriesCounts, 'seriesId edge stretch status visibility dates'],
  [eventCounts, 'calendarId edge shift stretch status visibility events'],
  [importedEvents, 'calendarId sourceId objectId fields createdAt'],
  [eventsToWake, 'eventId'],
  [
    tickets,
    'id eventId key name description translations type price currency priceMode suggestedPrice maxPrice taxRateId refundPolicy capacity minPerOrder maxPerOrder salesStartAt salesEndAt requiresApproval isHidden isPaused isPriceDoubted sortOrder createdAt updatedAt',
  ],
  [checkpoints, 'id calendarId eventId name mode ticketIds opensAt closesAt limit createdAt updatedAt'],
  [checkpointCounts, 'place day inside'],
  [guestCounts, 'eventId ticketId status guests seats'],
  [guestActivity, 'eventId bucket ticketId calendarId status guests'],
  [checkinActivity, 'eventId bucket ticketId calendarId checkIns'],
  [orderActivity, 'eventId bucket ticketId calendarId currency status orders subtotal discount total refunded'],
  [
    coupons,
    'id calendarId eventId ticketIds code codeFolded discountType percentOff amountOff currency maxRedemptions redeemedCount maxDiscountedSeats validFrom validUntil isActive createdAt updatedAt',
  ],
  [couponRedemptions, 'couponId orderId createdAt'],
  [documentSeries, 'calendarId series next'],
  [postings, 'id calendarId eventId orderId orderNumber refundId accountId type method amount currency facts at'],
  [providerPostings, 'id calendarId accountId orderId type method amount currency at'],
  [sellers, 'calendarId mode details simplifiedUpTo simplifiedCurrency keepYears years updatedAt'],
  [taxRates, 'id calendarId name rate category reason isDefault retiredAt createdAt'],
  [
    addons,
    'id eventId key name description translations price currency per ticketIds stock taken maxQuantity salesStartAt salesEndAt isPaused taxRateId sortOrder createdAt updatedAt',
  ],
  [orderAddons, 'orderId guestId addonId per name quantity price isReleased'],
  [guestChoices, 'guestId price addons payBy'],
  [orderSeats, 'orderId guestId position ticketId ticketName price discount extras fee'],
  [
    orderTerms,
    'orderId accountId method paymentState holdUntil fee addonsTotal isFeeRefundable taxRates applicationFee received bank disputed policy',
  ],
  [recipientCounts, 'calendarId day recipients'],
  [
    quoting,
    'id changesAfter mailsAfter lettersAfter deliveriesAfter refundsAfter ordersAfter writesBefore expected summary details',
  ],
  [polledWebhooks, 'webhookId expiresAt'],
  [replyCounts, 'day outcome replies'],
  [paymentEvents, 'id type receivedAt'],
  [signingKeys, 'id publicKey privateKeyCipher startsAt endsAt'],
  [paymentDifferences, 'id kind eventId orderId amount currency status reason dueBy noticedAt settledAt'],
  [paymentReconciliations, 'id phase cursor since startedAt endedAt'],
  [
    webhooks,
    'id calendarId eventId form url events isActive disabledReason managedByKeys keyId consecutiveFailures secretCipher previousSecretCipher previousSecretUntil revision createdAt updatedAt',
  ],
  [
    recoveries,
    'id webhookId status since until statuses types matched sent succeeded failed deliveryId pickedAt passedAt passedRow nextTurnAt leaseUntil createdAt completedAt',
  ],
  [
    exportRuns,
    'id scheduledExportId calendarId status scheduledFor attempts leaseUntil rowCount bytes error startedAt completedAt fileExpiresAt createdAt',
  ],
]

export interface StoredFile {
  what: string
  prefix: string
  owners: readonly PersonKind[]
  reason: string
  days: number
}

export const EXPORT_FILES: StoredFile & {
  /** Condition over `export_runs` for runs whose files contain data about guest `g`. */
  ofGuest: SQL
} = {
  what: 'files of scheduled exports',
  prefix: 'exports/',
  owners: ['guest', 'buyer'],
  reason: 'to let recipients of the link download the file',
  days: 7,
  ofGuest: sql`export_runs.calendar_id = g.calendar_id and export_runs.scheduled_export_id in (
    select s.id from scheduled_exports s where s.calendar_id = g.calendar_id and s.dataset in ('GUESTS', 'ORDERS', 'CHECKINS')
      and (s.event_id is null or s.event_id = g.event_id))`,
}

/**
 * Returns the storage key for one attempt of an export run. Each attempt has its own file, so an attempt that lost its
 * lease never overwrites the file of another.
 */
export const exportFileKey = (runId: string, attempt: number) => `${EXPORT_FILES.prefix}${runId}/${attempt}`

/** Returns the storage key for runs that predate attempt counting. Their files are kept for as long as any others. */
export const exportFileKeyOnce = (runId: string) => `${EXPORT_FILES.prefix}${runId}`

export const exportFileKeys = ({ id, attempts }: { id: string; attempts: number }) => [
  exportFileKeyOnce(id),
  ...Array.from({ length: attempts }, (_, attempt) => exportFileKey(id, attempt + 1)),
]

export const ARCHIVE_FILES: StoredFile = {
  what: 'archives of calendars',
  prefix: 'archives/',
  owners: ['guest', 'buyer', 'member'],
  reason: 'to let an owner download the archive',
  days: 1,
}

export const RESTORE_FILES: StoredFile = {
  what: 'uploaded archives',
  prefix: 'restores/',
  owners: ['guest', 'buyer', 'member'],
  reason: 'to restore the calendar in them',
  days: 1,
}

export const FILES: readonly StoredFile[] = [EXPORT_FILES, ARCHIVE_FILES, RESTORE_FILES]
