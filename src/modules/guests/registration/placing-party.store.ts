import { sql } from 'drizzle-orm'
import { paramsOf } from '../../../db/statement.ts'
import type { Instant } from '../../../kernel/time.ts'
import type { GUEST_SOURCES, Locale, PayBy, PaymentChoice } from '../../../kernel/vocabulary.ts'
import type { QuotaValues } from '../../seats/index.ts'

/** Values bound by the statements that insert a party. */
export type PlacingParty = QuotaValues & {
  partyId: string
  eventId: string
  /** JSON array of `{id, ticketId, userId, firstName, lastName, email|null, searchText, qrCode, shortCodes, answers, price|null}`. */
  attendees: string
  /** JSON array of `AddonLine`. */
  addons: string
  size: number
  couponCode: string | null
  buyerFirstName: string
  buyerLastName: string
  buyerEmail: string
  buyerAnswers: string
  locale: Locale | null
  source: (typeof GUEST_SOURCES)[number]
  answersFit: 0 | 1
  moveId: string
  payBy: PayBy
  /** How the buyer chose to pay. Null if the calendar decides. */
  method: PaymentChoice | null
  now: Instant
}

export const param = paramsOf<PlacingParty>()

/** One row `a` per attendee. */
export const attendees = sql`json_each(${param('attendees')}) a`
export const of = (name: string) => sql.raw(`(a.value ->> '${name}')`)
export const theirTickets = sql`${attendees} join tickets t on t.event_id = e.id and t.id = ${of('ticketId')}`
