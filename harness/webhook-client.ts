import { callerOf } from './caller.ts'
import type { RunningService } from './service.ts'

export interface LoggedDelivery {
  id: string
  webhookId: string
  status: string
  attempts: number
  attemptLog: { responseCode: number | null }[]
}

export interface Recovery {
  status: string
  matched: number
  sent: number
  succeeded: number
  failed: number
}

/** Returns functions that manage webhooks as the owner of the Pro demo calendar. */
export const webhookClient = (service: Pick<RunningService, 'baseUrl' | 'demo'>) => {
  const call = callerOf(service)
  const { calendars, events } = service.demo
  const log = `GET /calendars/${calendars.pro}/webhook-deliveries`

  return {
    addWebhook: async (url: string) =>
      (await call(`POST /calendars/${calendars.pro}/webhooks`, { url, events: ['event.updated'] })).data.id,
    /** Updates the demo event, which triggers `event.updated`. */
    changeEvent: (title: string) => call(`PATCH /events/${events.pro.id}`, { title, suppressNotifications: true }),
    /** Starts a recovery, which resends the missed events, and returns its id. */
    recover: async (webhookId: string) => {
      const path = `/calendars/${calendars.pro}/webhooks/${webhookId}/recoveries`
      const { data } = await call(`POST ${path}`, { since: new Date(0).toISOString() })
      return data.id
    },
    recoveryOf: async (webhookId: string, id: string) =>
      (await call<{ data: Recovery }>(`GET /calendars/${calendars.pro}/webhooks/${webhookId}/recoveries/${id}`)).data,
    countOf: async (status: string) => (await call<{ total: number }>(`${log}?limit=1&status=${status}`)).total,
    deliveries: async () => {
      const all: LoggedDelivery[] = []
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const found = await call<{ data: LoggedDelivery[]; totalPages: number }>(`${log}?limit=100&page=${page}`)
        all.push(...found.data)
        pages = found.totalPages
      }
      return all
    },
  }
}
