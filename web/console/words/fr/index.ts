import type { ConsoleWords } from '../console-words.ts'
import { frame } from './frame.ts'
import { parts } from './parts.ts'
import { calendar } from './calendar.ts'
import { home } from './home.ts'
import { events } from './events.ts'
import { eventForm } from './event-form.ts'
import { series } from './series.ts'
import { people } from './people.ts'
import { money } from './money.ts'
import { bank } from './bank.ts'
import { numbers } from './numbers.ts'
import { team } from './team.ts'
import { history } from './history.ts'
import { settings } from './settings.ts'
import { share } from './share.ts'
import { join } from './join.ts'
import { developers } from './developers.ts'
import { keys } from './keys.ts'
import { webhooks } from './webhooks.ts'
import { deliveries } from './deliveries.ts'
import { exports } from './exports.ts'
import { overview } from './overview.ts'
import { eventFields } from './event-fields.ts'
import { editor } from './editor.ts'
import { tickets } from './tickets.ts'
import { questions } from './questions.ts'
import { preview } from './preview.ts'
import { guests } from './guests.ts'
import { guestSheet } from './guest-sheet.ts'
import { importing } from './importing.ts'
import { orders } from './orders.ts'
import { coupons } from './coupons.ts'
import { messages } from './messages.ts'
import { documents } from './documents.ts'
import { door } from './door.ts'
import { rehearsal } from './rehearsal.ts'
import { sandboxes } from './sandboxes.ts'
import { repeats } from './repeats.ts'
import { apps } from './apps.ts'
import { archive } from './archive.ts'
import { imports } from './imports.ts'
import { importReasons } from './import-reasons.ts'
import { erasure } from './erasure.ts'
import { operator } from './operator.ts'
import { refunds } from './refunds.ts'
import { paymentRules } from './payment-rules.ts'
import { refundRule } from './refund-rule.ts'
import { addons } from './addons.ts'
import { taxRates } from './tax-rates.ts'
import { terms } from './terms.ts'
import { errors } from './errors.ts'

export const words: ConsoleWords = {
  frame,
  parts,
  calendar,
  home,
  events,
  eventForm,
  series,
  people,
  money,
  bank,
  numbers,
  team,
  history,
  settings,
  share,
  join,
  developers,
  keys,
  webhooks,
  deliveries,
  exports,
  overview,
  eventFields,
  editor,
  tickets,
  questions,
  preview,
  guests,
  guestSheet,
  importing,
  orders,
  coupons,
  refunds,
  paymentRules,
  refundRule,
  addons,
  taxRates,
  messages,
  documents,
  door,
  rehearsal,
  sandboxes,
  repeats,
  terms,
  errors,
  apps,
  archive,
  imports,
  importReasons,
  erasure,
  operator,
}
