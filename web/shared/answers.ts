import type { Parsed } from '../../src/kernel/lazily.ts'
import type { ApiKey } from '../../src/modules/api-keys/api-keys.schema.ts'
import type { Calendar } from '../../src/modules/calendars/calendars.schema.ts'
import type { History as Changes } from '../../src/modules/changes/changes.schema.ts'
import type { ListedCheckin } from '../../src/modules/checkins/checkins.schema.ts'
import type { Summary } from '../../src/modules/checkins/read-checkins.schema.ts'
import type { Checkpoint } from '../../src/modules/checkpoints/checkpoints.schema.ts'
import type { Announcement, MessageFailure, Reminder } from '../../src/modules/communications/communications.schema.ts'
import type { Coupon } from '../../src/modules/coupons/coupons.ts'
import type { WebhookDelivery } from '../../src/modules/deliveries/deliveries.schema.ts'
import type { CreatedDoorPass, DoorPass } from '../../src/modules/door-passes/door-passes.schema.ts'
import type { Event, NewEvent } from '../../src/modules/events/events.schema.ts'
import type { ExportRun, ScheduledExport } from '../../src/modules/exports/exports.schema.ts'
import type { Person } from '../../src/modules/guests/find-people.ts'
import type { GuestCounts, GuestMail, ManyResults } from '../../src/modules/guests/guest-table.schema.ts'
import type { Guest, GuestCurrent, Invited } from '../../src/modules/guests/guests.schema.ts'
import type { GuestParty } from '../../src/modules/guests/read-party.ts'
import type { Image } from '../../src/modules/images/images.schema.ts'
import type { Order, Refunded, SalesReport } from '../../src/modules/orders/orders.schema.ts'
import type { Draft, Preview as MailPreview, SentTest } from '../../src/modules/mails/draft.schema.ts'
import type { Recovery } from '../../src/modules/recoveries/recoveries.schema.ts'
import type { DryRun, Preview, Series } from '../../src/modules/series/series.schema.ts'
import type { Analytics, Statistics } from '../../src/modules/statistics/statistics.schema.ts'
import type { Quota } from '../../src/modules/statistics/read-quotas.ts'
import type { SalesByDay } from '../../src/modules/statistics/sales-by-day.ts'
import type { UserIdentity } from '../../src/modules/me/identify.ts'
import type { Attention } from '../../src/modules/me/look-ahead.ts'
import type { AcceptedInvitation, Invitation, ShownInvitation } from '../../src/modules/members/invitations.schema.ts'
import type { Member } from '../../src/modules/members/members.ts'
import type { NewTicket, Ticket } from '../../src/modules/tickets/tickets.schema.ts'
import type { Webhook } from '../../src/modules/webhooks/webhooks.schema.ts'

/** What the API answers, in the words of its own schemas: only types, so nothing of the service comes along. */
export interface One<Item> {
  data: Item
  message?: string
}

export interface PageOf<Item> {
  data: Item[]
  total: number
  page: number
  limit: number
  totalPages: number
}

export type { Role } from '../../src/kernel/vocabulary.ts'
export type Me = Parsed<typeof UserIdentity>
export type MyCalendar = Me['calendars'][number]
export type CalendarAnswer = Parsed<typeof Calendar>
export type EventAnswer = Parsed<typeof Event>
/** A question as it is written, new or again. */
export type QuestionGiven = NonNullable<Parsed<typeof NewEvent>['registrationQuestions']>[number]
export type EventGiven = Partial<Parsed<typeof NewEvent>>
export type Question = EventAnswer['registrationQuestions'][number]
export type TicketAnswer = Parsed<typeof Ticket>
export type TicketGiven = Parsed<typeof NewTicket>
/** Sessions are answered less than keys, unless they ask for the whole. */
export type GuestAnswer = Parsed<typeof GuestCurrent> & Partial<Parsed<typeof Guest>>
export type GuestCountsAnswer = Parsed<typeof GuestCounts>
export type GuestMailAnswer = Parsed<typeof GuestMail>
export type GuestPartyAnswer = Parsed<typeof GuestParty>
export type ManyResultsAnswer = Parsed<typeof ManyResults>
export type PersonAnswer = Parsed<typeof Person>
export type InvitedAnswer = Parsed<typeof Invited>
export type OrderAnswer = Parsed<typeof Order>
export type RefundedAnswer = Parsed<typeof Refunded>
export type SalesAnswer = Parsed<typeof SalesReport>
export type SalesByDayAnswer = Parsed<typeof SalesByDay>
export type CouponAnswer = Parsed<typeof Coupon>
export type AnnouncementAnswer = Parsed<typeof Announcement>
export type ReminderAnswer = Parsed<typeof Reminder>
export type LetterGiven = Draft
export type MailPreviewAnswer = Parsed<typeof MailPreview>
export type SentTestAnswer = Parsed<typeof SentTest>
export type MessageFailureAnswer = Parsed<typeof MessageFailure>
export type SummaryAnswer = Parsed<typeof Summary>
export type ListedCheckinAnswer = Parsed<typeof ListedCheckin>
export type CheckpointAnswer = Parsed<typeof Checkpoint>
export type DoorPassAnswer = Parsed<typeof DoorPass>
export type CreatedDoorPassAnswer = Parsed<typeof CreatedDoorPass>
export type SeriesAnswer = Parsed<typeof Series>
export type SeriesPreview = Parsed<typeof Preview>
export type DryRunAnswer = Parsed<typeof DryRun>
export type StatisticsAnswer = Parsed<typeof Statistics>
export type AnalyticsAnswer = Parsed<typeof Analytics>
export type QuotaAnswer = Parsed<typeof Quota>
export type AttentionAnswer = Parsed<typeof Attention>
export type ChangeAnswer = Parsed<typeof Changes>['data'][number]
export type ChangesAnswer = Parsed<typeof Changes>
export type ImageAnswer = Parsed<typeof Image>
export type MemberAnswer = Parsed<typeof Member>
export type InvitationAnswer = Parsed<typeof Invitation>
export type ShownInvitationAnswer = Parsed<typeof ShownInvitation>
export type AcceptedAnswer = Parsed<typeof AcceptedInvitation>
export type ApiKeyAnswer = Parsed<typeof ApiKey>
export type WebhookAnswer = Parsed<typeof Webhook>
export type DeliveryAnswer = Parsed<typeof WebhookDelivery>
export type DeliveryStatus = DeliveryAnswer['status']
export type AttemptAnswer = DeliveryAnswer['attemptLog'][number]
export type ScheduledExportAnswer = Parsed<typeof ScheduledExport>
export type ExportRunAnswer = Parsed<typeof ExportRun>
export type RecoveryAnswer = Parsed<typeof Recovery>
