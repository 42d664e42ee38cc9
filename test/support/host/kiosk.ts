import type { Page } from 'playwright-core'
import type { RunningService } from './service.ts'

export interface KioskGuest {
  id: string
  qrCode: string
  firstName: string
  lastName: string
}

interface LentPass {
  id: string
  token: string
  url: string
}

export interface ListedCheckin {
  guestId: string
  checkedInAt: string
  checkedInByLabel: string | null
  gate: string | null
  conflicts: { scannedAt: string; scannedByLabel: string | null }[]
}

const call = async (
  service: RunningService,
  line: string,
  headers: Record<string, string>,
  json?: unknown,
): Promise<unknown> => {
  const [method, path] = line.split(' ') as [string, string]
  const answer = await fetch(service.baseUrl + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  if (!answer.ok) throw new Error(`${line} answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { data: unknown }).data
}

/** The owner of the demo's calendar, who prepares what happens at the door. */
export const doorkeeper = (service: RunningService) => {
  const eventId = service.demo.events.pro.id
  const owner = { Authorization: `Bearer ${service.demo.tokens.owner}` }
  const key = { 'x-svc-api-key': service.demo.apiKeys.pro }
  return {
    eventId,
    ask: (line: string, json?: unknown) => call(service, line, owner, json),
    guest: async (firstName: string, lastName: string, more: Record<string, unknown> = {}) =>
      (await call(service, `POST /v1/events/${eventId}/guests`, key, {
        email: `${crypto.randomUUID()}@door.test`,
        firstName,
        lastName,
        ...more,
      })) as KioskGuest,
    lend: async (fields: Record<string, unknown> = {}) =>
      (await call(service, `POST /events/${eventId}/door-passes`, owner, {
        label: 'Anna',
        gate: 'North',
        hours: 8,
        ...fields,
      })) as LentPass,
    checkIn: (guestId: string, gate: string) =>
      call(service, `POST /v1/events/${eventId}/checkins`, key, { guestId, gate }),
    checkins: async () => (await call(service, `GET /v1/events/${eventId}/checkins`, key)) as ListedCheckin[],
    picture: async (qrCode: string) =>
      Buffer.from(await (await fetch(`${service.baseUrl}/public/qr/${qrCode}?size=360`)).arrayBuffer()),
  }
}

/** What a hand-held scanner does: types faster than people and presses Enter. */
export const scanByHand = async (page: Page, text: string) => {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

export const verdictOf = (page: Page, tone: string) => page.locator(`dialog.verdict[open][data-tone="${tone}"]`)

export const nextGuest = async (page: Page) => {
  await page.getByRole('button', { name: 'Next guest' }).click()
  await page.locator('dialog.verdict').waitFor({ state: 'hidden' })
}
