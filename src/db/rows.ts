import type * as schema from './schema.ts'

export type CalendarRow = typeof schema.calendars.$inferSelect
export type MemberInvitationRow = typeof schema.memberInvitations.$inferSelect
export type ApiKeyRow = typeof schema.apiKeys.$inferSelect
export type AppGrantRow = typeof schema.appGrants.$inferSelect
export type CheckpointRow = typeof schema.checkpoints.$inferSelect
export type DoorPassRow = typeof schema.doorPasses.$inferSelect
export type EventRow = typeof schema.events.$inferSelect
export type SeriesRow = typeof schema.series.$inferSelect
export type TicketRow = typeof schema.tickets.$inferSelect
export type GuestRow = typeof schema.guests.$inferSelect
export type { RegistrationAnswer } from './tables/guests.ts'
export type { RegistrationQuestion } from './tables/events.ts'
export type PartyRow = typeof schema.parties.$inferSelect
export type AddonRow = typeof schema.addons.$inferSelect
export type OrderAddonRow = typeof schema.orderAddons.$inferSelect
export type OrderSeatRow = typeof schema.orderSeats.$inferSelect
export type OrderRow = typeof schema.orders.$inferSelect
export type OrderTermsRow = typeof schema.orderTerms.$inferSelect
export type BankAccountRow = typeof schema.bankAccounts.$inferSelect
export type BankLineRow = typeof schema.bankLines.$inferSelect
export type PaymentAccountRow = typeof schema.paymentAccounts.$inferSelect
export type RefundRow = typeof schema.refunds.$inferSelect
export type PostingRow = typeof schema.postings.$inferSelect
export type ProviderPostingRow = typeof schema.providerPostings.$inferSelect
export type DocumentRow = typeof schema.documents.$inferSelect
export type SellerRow = typeof schema.sellers.$inferSelect
export type DifferenceRow = typeof schema.paymentDifferences.$inferSelect
export type CouponRow = typeof schema.coupons.$inferSelect
export type WebhookRow = typeof schema.webhooks.$inferSelect
export type ImageRow = typeof schema.images.$inferSelect
export type MailRow = typeof schema.mails.$inferSelect
export type CommunicationRow = typeof schema.communications.$inferSelect
export type ScheduledExportRow = typeof schema.scheduledExports.$inferSelect
export type ExportRunRow = typeof schema.exportRuns.$inferSelect
export type ArchiveRow = typeof schema.archives.$inferSelect
export type FinishedJobRow = typeof schema.finishedJobs.$inferSelect
export type ArchivePartRow = typeof schema.archiveParts.$inferSelect
export type RestoreRow = typeof schema.restores.$inferSelect
export type ChangeRow = typeof schema.changes.$inferSelect
