import type { DemoUser } from './identity/users.ts'
import { createApi } from './seed/api-client.ts'
import { ensureApiKey } from './seed/api-keys.ts'
import { ensureCalendar } from './seed/calendars.ts'
import { demoCalendars } from './seed/demo-calendars.ts'
import { anchors } from './seed/demo-events.ts'
import { programme } from './seed/demo-programme.ts'
import { ensureAnchor, ensureEvents } from './seed/events.ts'
import { AT_THE_DOOR, ensureGuest, WITH_ORDERS } from './seed/guests.ts'
import type { KnownDemo } from './start/demo-file.ts'
import { DEMO_CALENDARS, DEMO_EVENTS, DEMO_KEYS } from './start/demo-file.ts'

interface SeedInput {
  baseUrl: string
  tokens: Record<DemoUser, string>
  known: KnownDemo
  now: number
  /** Called after every step, so that a later failure does not lose what already exists. */
  note(demo: KnownDemo): void
}

/**
 * Creates missing demo data and refreshes outdated events, using only the public API. Every step first checks what
 * exists, so the next start completes an interrupted one.
 */
export const seed = async ({ baseUrl, tokens, known, now, note }: SeedInput): Promise<void> => {
  const api = createApi(baseUrl)
  const operator = { token: tokens.operator }
  const ownerOf = (calendar: string) => ({ token: calendar === 'other' ? tokens.stranger : tokens.owner })
  let demo = known
  const learn = (more: Partial<KnownDemo>) => note((demo = { ...demo, ...more }))
  const slugOf = (calendar: string) => demo.calendars[calendar as keyof KnownDemo['calendars']] ?? ''

  for (const name of DEMO_CALENDARS) {
    const actors = { owner: ownerOf(name), operator }
    const slug = await ensureCalendar(api, actors, demoCalendars[name], known.calendars[name])
    learn({ calendars: { ...demo.calendars, [name]: slug } })
  }

  for (const name of DEMO_KEYS) {
    const key = await ensureApiKey(api, ownerOf(name), slugOf(name), known.apiKeys[name])
    learn({ apiKeys: { ...demo.apiKeys, [name]: key } })
  }

  for (const name of DEMO_EVENTS) {
    const { calendar } = anchors[name]
    const event = await ensureAnchor(api, ownerOf(calendar), slugOf(calendar), anchors[name], known.events[name], now)
    learn({ events: { ...demo.events, [name]: event } })
  }

  const key = { apiKey: demo.apiKeys.pro ?? '' }
  learn({ guest: await ensureGuest(api, key, demo.events.pro?.id ?? '', AT_THE_DOOR, known.guest) })
  for (const guest of WITH_ORDERS) await ensureGuest(api, key, demo.events.paid?.id ?? '', guest)

  const more = programme(now)
  for (const name of DEMO_CALENDARS) await ensureEvents(api, ownerOf(name), slugOf(name), more[name])
}
