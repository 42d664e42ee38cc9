import type { Page } from 'playwright-core'
import { callerOf } from './caller.ts'
import type { RunningService } from './service.ts'

export interface KioskGuest {
  id: string
  qrCode: string
  shortCode: string
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

/** Returns the calls with which the owner of the demo calendar prepares check-in. */
export const doorkeeper = (service: RunningService) => {
  const eventId = service.demo.events.pro.id
  const call = callerOf(service)
  const ask = async <Data>(line: string, json?: unknown, as?: Record<string, string>) =>
    (await call<{ data: Data }>(line, json, as)).data
  const key = { 'x-svc-api-key': service.demo.apiKeys.pro }
  return {
    eventId,
    ask,
    guest: (firstName: string, lastName: string, more: Record<string, unknown> = {}) => {
      const person = { email: `${crypto.randomUUID()}@door.test`, firstName, lastName }
      return ask<KioskGuest>(`POST /v1/events/${eventId}/guests`, { ...person, ...more }, key)
    },
    lend: () => ask<LentPass>(`POST /events/${eventId}/door-passes`, { label: 'Anna', gate: 'North', hours: 8 }),
    checkIn: (guestId: string, gate: string) => ask(`POST /v1/events/${eventId}/checkins`, { guestId, gate }, key),
    checkins: () => ask<ListedCheckin[]>(`GET /v1/events/${eventId}/checkins`, undefined, key),
    picture: async (qrCode: string) =>
      Buffer.from(await (await fetch(`${service.baseUrl}/public/qr/${qrCode}?size=360`)).arrayBuffer()),
  }
}

/** Imitates a hand-held scanner, which types the code and presses Enter. */
export const scanByHand = async (page: Page, text: string) => {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

export const verdictOf = (page: Page, tone: string) => page.locator(`dialog.verdict[open][data-tone="${tone}"]`)

export const nextGuest = async (page: Page) => {
  await page.getByRole('button', { name: 'Next guest' }).click()
  await page.locator('dialog.verdict').waitFor({ state: 'hidden' })
}
