import type { RunningService } from './service.ts'

export interface LoggedDelivery {
  id: string
  webhookId: string
  status: string
  attempts: number
  attemptLog: { responseCode: number | null }[]
}

/** What the owner of the demo calendar on Pro does with webhooks. */
export const webhookClient = (service: Pick<RunningService, 'baseUrl' | 'demo'>) => {
  const { calendars, tokens, events } = service.demo
  const calendar = `/calendars/${calendars.pro}`

  const call = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const answer = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${tokens.owner}`, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    return JSON.parse(text) as Body
  }

  return {
    addWebhook: async (url: string) =>
      (await call<{ data: { id: string } }>('POST', `${calendar}/webhooks`, { url, events: ['event.updated'] })).data
        .id,
    /** Every webhook of the calendar hears of it. */
    changeEvent: (title: string) => call('PATCH', `/events/${events.pro.id}`, { title, suppressNotifications: true }),
    countOf: async (status: string) =>
      (await call<{ total: number }>('GET', `${calendar}/webhook-deliveries?limit=1&status=${status}`)).total,
    deliveries: async () => {
      const all: LoggedDelivery[] = []
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const found = await call<{ data: LoggedDelivery[]; totalPages: number }>(
          'GET',
          `${calendar}/webhook-deliveries?limit=100&page=${page}`,
        )
        all.push(...found.data)
        pages = found.totalPages
      }
      return all
    },
  }
}
