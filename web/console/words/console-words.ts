import type { FrameWords } from './en/frame.ts'
import type { PartsWords } from './en/parts.ts'
import type { CalendarWords } from './en/calendar.ts'
import type { HomeWords } from './en/home.ts'
import type { EventsWords } from './en/events.ts'
import type { EventFormWords } from './en/event-form.ts'
import type { SeriesWords } from './en/series.ts'
import type { PeopleWords } from './en/people.ts'
import type { MoneyWords } from './en/money.ts'
import type { BankWords } from './en/bank.ts'
import type { NumbersWords } from './en/numbers.ts'
import type { TeamWords } from './en/team.ts'
import type { HistoryWords } from './en/history.ts'
import type { SettingsWords } from './en/settings.ts'
import type { ShareWords } from './en/share.ts'
import type { JoinWords } from './en/join.ts'
import type { DevelopersWords } from './en/developers.ts'
import type { KeysWords } from './en/keys.ts'
import type { WebhooksWords } from './en/webhooks.ts'
import type { DeliveriesWords } from './en/deliveries.ts'
import type { ExportsWords } from './en/exports.ts'
import type { OverviewWords } from './en/overview.ts'
import type { EventFieldsWords } from './en/event-fields.ts'
import type { EditorWords } from './en/editor.ts'
import type { TicketsWords } from './en/tickets.ts'
import type { QuestionsWords } from './en/questions.ts'
import type { RefundsWords } from './en/refunds.ts'
import type { PaymentRulesWords } from './en/payment-rules.ts'
import type { RefundRuleWords } from './en/refund-rule.ts'
import type { AddonsWords } from './en/addons.ts'
import type { TaxRatesWords } from './en/tax-rates.ts'
import type { PreviewWords } from './en/preview.ts'
import type { GuestsWords } from './en/guests.ts'
import type { GuestSheetWords } from './en/guest-sheet.ts'
import type { ImportingWords } from './en/importing.ts'
import type { OrdersWords } from './en/orders.ts'
import type { CouponsWords } from './en/coupons.ts'
import type { MessagesWords } from './en/messages.ts'
import type { DocumentsWords } from './en/documents.ts'
import type { DoorWords } from './en/door.ts'
import type { RehearsalWords } from './en/rehearsal.ts'
import type { SandboxesWords } from './en/sandboxes.ts'
import type { RepeatsWords } from './en/repeats.ts'
import type { TermsWords } from './en/terms.ts'
import type { AppsWords } from './en/apps.ts'
import type { ArchiveWords } from './en/archive.ts'
import type { ImportWords } from './en/imports.ts'
import type { ErasureWords } from './en/erasure.ts'
import type { OperatorWords } from './en/operator.ts'
import type { ErrorsWords } from './errors.ts'
import type { ImportReasonsWords } from './import-reasons.ts'
import type { AreaName } from './loaded.ts'

/** All words of the workspace. Each language has one such list, in its own chunk. */
export interface ConsoleWords extends Record<AreaName, object> {
  frame: FrameWords
  parts: PartsWords
  calendar: CalendarWords
  home: HomeWords
  events: EventsWords
  eventForm: EventFormWords
  series: SeriesWords
  people: PeopleWords
  money: MoneyWords
  bank: BankWords
  numbers: NumbersWords
  team: TeamWords
  history: HistoryWords
  settings: SettingsWords
  share: ShareWords
  join: JoinWords
  developers: DevelopersWords
  keys: KeysWords
  webhooks: WebhooksWords
  deliveries: DeliveriesWords
  exports: ExportsWords
  overview: OverviewWords
  eventFields: EventFieldsWords
  editor: EditorWords
  tickets: TicketsWords
  questions: QuestionsWords
  preview: PreviewWords
  guests: GuestsWords
  guestSheet: GuestSheetWords
  importing: ImportingWords
  orders: OrdersWords
  coupons: CouponsWords
  refunds: RefundsWords
  paymentRules: PaymentRulesWords
  refundRule: RefundRuleWords
  addons: AddonsWords
  taxRates: TaxRatesWords
  messages: MessagesWords
  documents: DocumentsWords
  door: DoorWords
  rehearsal: RehearsalWords
  sandboxes: SandboxesWords
  repeats: RepeatsWords
  terms: TermsWords
  errors: ErrorsWords
  apps: AppsWords
  archive: ArchiveWords
  imports: ImportWords
  importReasons: ImportReasonsWords
  erasure: ErasureWords
  operator: OperatorWords
}
