import { sql } from 'drizzle-orm'
import { deliveries, deliveryAttempts } from '../schema.ts'
import { recordsAbout } from './buyers.ts'
import { blankAddress, erasingParam, guest, holding, unknown } from './holding.ts'

const KEPT_DAYS = 30

/** Removes personal data from the JSON in `data` or `body`. `json_replace` does not add fields that are missing. */
const withoutPerson = (column: string, at: string) =>
  sql`json_replace(${sql.raw(`deliveries.${column}`)}, ${sql.raw(`'${at}.guestEmail'`)}, ${blankAddress}, ${sql.raw(`'${at}.guestName'`)}, '',
    ${sql.raw(`'${at}.userId'`)}, ${erasingParam('userId')}, ${sql.raw(`'${at}.qrCode'`)}, ${erasingParam('qrCode')},
    ${sql.raw(`'${at}.registrationAnswers'`)}, json('[]'))`

const isUnfinished = (table: string) => sql.raw(`${table}.status in ('pending', 'retrying')`)

const isErasedDelivery = recordsAbout('deliveries.guest_id', "(deliveries.data ->> 'guestEmail')")

export const deliveriesHeld = holding({
  table: deliveries,
  what: 'deliveries to the organiser’s webhooks',
  reason: 'to send every delivery, and to show the organiser which deliveries were sent',
  kept: { days: KEPT_DAYS, from: 'created_at' },
  ofGuest: sql`deliveries.guest_id = g.id`,
  erases: isErasedDelivery,
  erasing: {
    alsoSet: sql`erased_at = ${erasingParam('now')}, next_attempt_at = null,
      completed_at = case when ${isUnfinished('deliveries')} then ${erasingParam('now')} else deliveries.completed_at end,
      status = case when ${isUnfinished('deliveries')} then 'cancelled' else deliveries.status end`,
  },
  alsoShown: ['eventType', 'createdAt'],
  persons: {
    data: guest('name, email address, code and answers', withoutPerson('data', '$'), { isJson: true }),
    body: guest('the same data as sent', withoutPerson('body', '$.data'), { isHidden: true }),
  },
  otherColumns:
    'id webhookId calendarId eventType seq guestId erasedAt status attempts responseCode nextAttemptAt leaseUntil retriedAt createdAt completedAt',
})

export const attemptsHeld = holding({
  table: deliveryAttempts,
  what: 'responses of webhook receivers',
  reason: 'to show the organiser why a delivery failed',
  kept: { until: 'the delivery is deleted' },
  ofGuest: sql`delivery_attempts.delivery_id in (select deliveries.id from deliveries where ${isErasedDelivery})`,
  persons: {
    error: guest('error text, which may repeat delivered data', unknown, { isHidden: true }),
    responseBody: guest('response body, which may repeat delivered data', unknown, { isHidden: true }),
  },
  otherColumns: 'deliveryId number at responseCode durationMs',
})
