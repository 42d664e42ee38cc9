import {
  addons,
  calendars,
  checkpoints,
  coupons,
  documentSeries,
  events,
  parties,
  sellers,
  series,
  taxRates,
  tickets,
} from '../schema.ts'
import type { Archived } from './declaration.ts'
import { REASONS } from './reasons.ts'

/** The calendar and everything that guests register for. */
export const EVENT_TABLES: readonly Archived[] = [
  {
    table: calendars,
    of: 'self',
    columns:
      'id slug name description avatarUrl coverUrl timezone website locale accent contactEmail imprintUrl privacyUrl paymentInstructions currency refundPolicy serviceFee delayedPayments visibility feedTokenHash createdAt updatedAt',
    reads: { visibility: 'coalesce(visibility_before, visibility)' },
    without: {
      'plan suspendedAt suspensionReason createdBy': REASONS.OF_SERVICE,
      'eventCount longestEventMs contentChangedAt contentRevision': REASONS.DERIVED,
      'eraseAt visibilityBefore': REASONS.ERASURE,
      'linkKeyCipher personIdsByLinkKey': REASONS.SEALED,
    },
    order: 'id',
  },
  {
    table: taxRates,
    of: 'calendar',
    columns: 'id calendarId name rate category reason isDefault retiredAt createdAt',
    order: 'createdAt id',
  },
  {
    table: sellers,
    of: 'calendar',
    columns: 'calendarId mode details simplifiedUpTo simplifiedCurrency keepYears years updatedAt',
    order: 'calendarId',
  },
  {
    table: documentSeries,
    of: 'calendar',
    columns: 'calendarId series next',
    order: 'series',
  },
  {
    table: series,
    of: 'calendar',
    columns:
      'id calendarId slug template timezone startAt durationMinutes allDayDays rrule exdates rdates isDense madeUntil makeAt heldUpAt revision cancelledAt createdAt updatedAt',
    order: 'createdAt id',
    inside: { template: [taxRates] },
  },
  {
    table: events,
    of: 'calendar',
    columns:
      'id calendarId slug title description coverUrl coverAlt accent translations startAt endAt timezone allDay startDate endDate status visibility locationType location locationVisibility meetingUrl paymentInstructions refundPolicy serviceFee delayedPayments capacity requiresApproval waitlistEnabled waitlistMode offerMinutes waitlistRule maxOvertakes verifyEmail registrationOpensAt registrationClosesAt checkInOpensAt checkInClosesAt reentry registrationQuestions tags reminderMinutes sequence revision cancelledAt cancellationReason publishedAt seriesId recurrenceId overrides createdAt updatedAt',
    reads: { visibility: 'coalesce(visibility_before, visibility)' },
    without: { 'eraseAt visibilityBefore': REASONS.ERASURE },
    order: 'startAt id',
    inside: { seriesId: [series] },
  },
  {
    table: tickets,
    of: 'event',
    columns:
      'id eventId key name description translations type price currency priceMode suggestedPrice maxPrice taxRateId refundPolicy capacity minPerOrder maxPerOrder salesStartAt salesEndAt requiresApproval isHidden isPaused isPriceDoubted sortOrder createdAt updatedAt',
    order: 'sortOrder id',
    inside: { taxRateId: [taxRates] },
  },
  {
    table: addons,
    of: 'event',
    columns:
      'id eventId key name description translations price currency per ticketIds stock maxQuantity salesStartAt salesEndAt isPaused taxRateId sortOrder createdAt updatedAt',
    without: { taken: REASONS.DERIVED },
    order: 'sortOrder id',
    inside: { taxRateId: [taxRates], ticketIds: [tickets] },
  },
  {
    table: checkpoints,
    of: 'event',
    columns: 'id calendarId eventId name mode ticketIds opensAt closesAt limit createdAt updatedAt',
    order: 'createdAt id',
    inside: { ticketIds: [tickets] },
  },
  {
    table: coupons,
    of: 'calendar',
    columns:
      'id calendarId eventId ticketIds code codeFolded discountType percentOff amountOff currency maxRedemptions redeemedCount maxDiscountedSeats validFrom validUntil isActive createdAt updatedAt',
    order: 'id',
    inside: { eventId: [events], ticketIds: [tickets] },
  },
  {
    table: parties,
    of: 'event',
    columns:
      'id calendarId eventId buyerFirstName buyerLastName buyerEmail answers locale couponId linkVersion erasedAt createdAt updatedAt',
    order: 'id',
    inside: { couponId: [coupons] },
  },
]
