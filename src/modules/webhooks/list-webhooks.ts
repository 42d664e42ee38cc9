import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import type { WebhookListQuery } from './webhooks.schema.ts'
import { listWebhooks, listWebhooksWithEvents } from './webhooks.store.ts'
import { ownerOf, toWebhook, type OwnedCall } from './webhooks.ts'

export const listEventWebhooks = async (call: OwnedCall, deps: Deps) =>
  (await listWebhooks(deps.db, ownerOf(call))).map(toWebhook)

export const listCalendarWebhooks = async (
  { calendar, query }: Call<unknown, Parsed<typeof WebhookListQuery>, unknown, 'calendar'>,
  deps: Deps,
) => {
  const list = query.withEvents === true ? listWebhooksWithEvents : listWebhooks
  return (await list(deps.db, { calendarId: calendar.id, eventId: null })).map(toWebhook)
}
