import type { SchemaOutput } from '../../src/kernel/lazy.ts'
import type { Addon } from '../../src/modules/addons/addons.schema.ts'
import type { ApiKey } from '../../src/modules/api-keys/api-keys.schema.ts'
import type { AllowedAppAnswer as AllowedApp, App, AppAuthorization } from '../../src/modules/apps/apps.schema.ts'
import type { OperatedCalendar } from '../../src/modules/calendars/list-all-calendars.ts'
import type { Archive, NewArchive, Restore } from '../../src/modules/archives/archives.schema.ts'
import type { Calendar } from '../../src/modules/calendars/calendars.schema.ts'
import type { EventImportReport } from '../../src/modules/imports/event-import.schema.ts'
import type { GuestImportReport } from '../../src/modules/imports/imports.schema.ts'
import type { ReasonCode } from '../../src/modules/imports/report-sentences.ts'
import type { History as Changes } from '../../src/modules/changes/changes.schema.ts'
import type { ListedCheckin } from '../../src/modules/checkins/checkins.schema.ts'
import type { Summary } from '../../src/modules/checkins/read-checkins.schema.ts'
import type { Checkpoint } from '../../src/modules/checkpoints/checkpoints.schema.ts'
import type { Announcement, MessageFailure, Reminder } from '../../src/modules/communications/communications.schema.ts'
import type { Coupon } from '../../src/modules/coupons/coupons.ts'
import type { WebhookDelivery } from '../../src/modules/deliveries/deliveries.schema.ts'
import type { CalendarSeller, OrderDocument } from '../../src/modules/documents/documents.schema.ts'
import type { CreatedDoorPass, DoorPass } from '../../src/modules/door-passes/door-passes.schema.ts'
import type { Erasure } from '../../src/modules/erasures/erasures.schema.ts'
import type { Event, NewEvent } from '../../src/modules/events/events.schema.ts'
import type { ExportRun, ScheduledExport } from '../../src/modules/exports/exports.schema.ts'
import type { Person } from '../../src/modules/guests/find-people.ts'
import type { GuestCounts, GuestMail, ManyResults } from '../../src/modules/guests/guest-table.schema.ts'
import type { Guest, GuestCurrent, Invited } from '../../src/modules/guests/guests.schema.ts'
import type { GuestParty } from '../../src/modules/guests/read-party.ts'
import type { Image } from '../../src/modules/images/images.schema.ts'
import type { CalendarOrders } from '../../src/modules/orders/order-lists.schema.ts'
import type { Order, Refunded, SalesReport } from '../../src/modules/orders/orders.schema.ts'
import type { Draft, MessagePreview as MailPreview, SentTest } from '../../src/modules/mails/draft.schema.ts'
import type { BankLine, BankLines, Imported } from '../../src/modules/bank-lines/bank-lines.schema.ts'
import type { Payout, PayoutFile } from '../../src/modules/bank-lines/payouts.schema.ts'
import type { BankAccount } from '../../src/modules/payment-accounts/bank-accounts.schema.ts'
import type { MoneySummary } from '../../src/modules/postings/postings.schema.ts'
import type { ConnectedAccount, PaymentAccount } from '../../src/modules/payment-accounts/payment-accounts.schema.ts'
import type { Recovery } from '../../src/modules/recoveries/recoveries.schema.ts'
import type { Rehearsal } from '../../src/modules/rehearsals/rehearsals.schema.ts'
import type { Sandbox } from '../../src/modules/sandboxes/sandboxes.schema.ts'
import type { DryRun, SeriesPreview, Series } from '../../src/modules/series/series.schema.ts'
import type { Analytics, Statistics } from '../../src/modules/statistics/statistics.schema.ts'
import type { Quota } from '../../src/modules/statistics/read-quotas.ts'
import type { SalesByDay } from '../../src/modules/statistics/sales-by-day.ts'
import type { UserIdentity } from '../../src/modules/me/identify.ts'
import type { Attention } from '../../src/modules/me/look-ahead.ts'
import type {
  AcceptedInvitation,
  TeamInvitation,
  PublicInvitation,
} from '../../src/modules/members/invitations.schema.ts'
import type { Member } from '../../src/modules/members/members.ts'
import type { TaxRate } from '../../src/modules/tax-rates/tax-rates.schema.ts'
import type { TestAdvance, TestClock, TestEffects, TestMail, TestMailContent } from '../../src/sandbox/test-schema.ts'
import type { NewTicket, Ticket } from '../../src/modules/tickets/tickets.schema.ts'
import type { Webhook } from '../../src/modules/webhooks/webhooks.schema.ts'

export type { QuoteAnswer } from '../../src/kernel/quote.ts'

/** Response types derived from the API schemas. Imports are type-only, which keeps service code out of the bundle. */
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
export type Me = SchemaOutput<typeof UserIdentity>
export type MyCalendar = Me['calendars'][number]
export type OperatedAnswer = SchemaOutput<typeof OperatedCalendar>
export type CalendarAnswer = SchemaOutput<typeof Calendar>
export type RehearsalAnswer = SchemaOutput<typeof Rehearsal>
export type SandboxAnswer = SchemaOutput<typeof Sandbox>
export type TestClockAnswer = SchemaOutput<typeof TestClock>
export type TestAdvanceAnswer = SchemaOutput<typeof TestAdvance>
export type TestEffectsAnswer = SchemaOutput<typeof TestEffects>
export type TestMailAnswer = SchemaOutput<typeof TestMail>
export type TestMailContentAnswer = SchemaOutput<typeof TestMailContent>
export type EventAnswer = SchemaOutput<typeof Event>
/** A question, new or edited, as the question form sends it. */
export type QuestionGiven = NonNullable<SchemaOutput<typeof NewEvent>['registrationQuestions']>[number]
export type EventGiven = Partial<SchemaOutput<typeof NewEvent>>
export type Question = EventAnswer['registrationQuestions'][number]
export type TicketAnswer = SchemaOutput<typeof Ticket>
export type AddonAnswer = SchemaOutput<typeof Addon>
export type MoneyAnswer = SchemaOutput<typeof MoneySummary>
export type SellerAnswer = SchemaOutput<typeof CalendarSeller>
export type DocumentAnswer = SchemaOutput<typeof OrderDocument>
export type TaxRateAnswer = SchemaOutput<typeof TaxRate>
export type TicketGiven = SchemaOutput<typeof NewTicket>
/** A session gets only the fields of `GuestCurrent`, unless its request has `whole=true`. */
export type GuestAnswer = SchemaOutput<typeof GuestCurrent> & Partial<SchemaOutput<typeof Guest>>
export type GuestCountsAnswer = SchemaOutput<typeof GuestCounts>
export type GuestMailAnswer = SchemaOutput<typeof GuestMail>
export type GuestPartyAnswer = SchemaOutput<typeof GuestParty>
export type ManyResultsAnswer = SchemaOutput<typeof ManyResults>
export type PersonAnswer = SchemaOutput<typeof Person>
export type InvitedAnswer = SchemaOutput<typeof Invited>
export type OrderAnswer = SchemaOutput<typeof Order>
export type BankAccountAnswer = SchemaOutput<typeof BankAccount>
export type BankLineAnswer = SchemaOutput<typeof BankLine>
export type BankLinesAnswer = SchemaOutput<typeof BankLines>
export type ImportedLinesAnswer = SchemaOutput<typeof Imported>
export type PayoutAnswer = SchemaOutput<typeof Payout>
export type PayoutFileAnswer = SchemaOutput<typeof PayoutFile>
export type PaymentAccountAnswer = SchemaOutput<typeof PaymentAccount>
export type ConnectedAccountAnswer = SchemaOutput<typeof ConnectedAccount>
export type CalendarOrdersAnswer = SchemaOutput<typeof CalendarOrders>
export type RefundedAnswer = SchemaOutput<typeof Refunded>
export type SalesAnswer = SchemaOutput<typeof SalesReport>
export type SalesByDayAnswer = SchemaOutput<typeof SalesByDay>
export type CouponAnswer = SchemaOutput<typeof Coupon>
export type AnnouncementAnswer = SchemaOutput<typeof Announcement>
export type ReminderAnswer = SchemaOutput<typeof Reminder>
export type LetterGiven = Draft
export type MailPreviewAnswer = SchemaOutput<typeof MailPreview>
export type SentTestAnswer = SchemaOutput<typeof SentTest>
export type MessageFailureAnswer = SchemaOutput<typeof MessageFailure>
export type SummaryAnswer = SchemaOutput<typeof Summary>
export type ListedCheckinAnswer = SchemaOutput<typeof ListedCheckin>
export type CheckpointAnswer = SchemaOutput<typeof Checkpoint>
export type DoorPassAnswer = SchemaOutput<typeof DoorPass>
export type CreatedDoorPassAnswer = SchemaOutput<typeof CreatedDoorPass>
export type SeriesAnswer = SchemaOutput<typeof Series>
export type SeriesPreview = SchemaOutput<typeof SeriesPreview>
export type DryRunAnswer = SchemaOutput<typeof DryRun>
export type StatisticsAnswer = SchemaOutput<typeof Statistics>
export type AnalyticsAnswer = SchemaOutput<typeof Analytics>
export type QuotaAnswer = SchemaOutput<typeof Quota>
export type AttentionAnswer = SchemaOutput<typeof Attention>
export type ChangeAnswer = SchemaOutput<typeof Changes>['data'][number]
export type ChangesAnswer = SchemaOutput<typeof Changes>
export type ArchiveAnswer = SchemaOutput<typeof Archive>
export type NewArchiveAnswer = SchemaOutput<typeof NewArchive>
export type RestoreAnswer = SchemaOutput<typeof Restore>
export type GuestImportAnswer = SchemaOutput<typeof GuestImportReport>
export type EventImportAnswer = SchemaOutput<typeof EventImportReport>
/** Codes of the sentences about a line of an import. */
export type ImportReasonCode = ReasonCode
export type ErasureAnswer = SchemaOutput<typeof Erasure>
export type ImageAnswer = SchemaOutput<typeof Image>
export type MemberAnswer = SchemaOutput<typeof Member>
export type InvitationAnswer = SchemaOutput<typeof TeamInvitation>
export type ShownInvitationAnswer = SchemaOutput<typeof PublicInvitation>
export type AcceptedAnswer = SchemaOutput<typeof AcceptedInvitation>
export type AppAnswer = SchemaOutput<typeof App>
export type AppAuthorizationAnswer = SchemaOutput<typeof AppAuthorization>
export type AllowedAppAnswer = SchemaOutput<typeof AllowedApp>
export type ApiKeyAnswer = SchemaOutput<typeof ApiKey>
export type WebhookAnswer = SchemaOutput<typeof Webhook>
export type DeliveryAnswer = SchemaOutput<typeof WebhookDelivery>
export type DeliveryStatus = DeliveryAnswer['status']
export type AttemptAnswer = DeliveryAnswer['attemptLog'][number]
export type ScheduledExportAnswer = SchemaOutput<typeof ScheduledExport>
export type ExportRunAnswer = SchemaOutput<typeof ExportRun>
export type RecoveryAnswer = SchemaOutput<typeof Recovery>
