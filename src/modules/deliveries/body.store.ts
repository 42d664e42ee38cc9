import { sql } from 'drizzle-orm'
import { calendars, deliveries, webhooks } from '../../db/schema.ts'

const createdAt = sql`strftime('%Y-%m-%dT%H:%M:%S', ${deliveries.createdAt} / 1000, 'unixepoch')
  || printf('.%03dZ', ${deliveries.createdAt} % 1000)`

/** Only the target form tells the calendar. */
const calendarSlug = sql`coalesce((
  select '"calendarSlug":' || json_quote(${calendars.slug}) || ',' from ${webhooks}
  join ${calendars} on ${calendars.id} = ${webhooks.calendarId}
  where ${webhooks.id} = ${deliveries.webhookId} and ${webhooks.form} = 'target'), '')`

/** The body of a delivery, made in the database so that the claim writes it in the same statement, once. */
export const bodyInSql = sql<string>`coalesce(${deliveries.body}, '{"id":' || json_quote(${deliveries.id})
  || ',"type":' || json_quote(${deliveries.eventType}) || ',"createdAt":"' || ${createdAt} || '",'
  || ${calendarSlug} || '"data":' || ${deliveries.data} || '}')`
