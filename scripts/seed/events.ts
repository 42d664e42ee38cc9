import { randomBytes } from 'node:crypto'
import type { EventRef } from '../start/demo-file.ts'
import type { Api, Credential } from './api-client.ts'
import type { Anchor, DemoEvent } from './demo-events.ts'

interface StoredEvent extends EventRef {
  status: string
  calendarSlug: string
  startAt: string
  endAt: string
  checkInOpensAt: string | null
  checkInClosesAt: string | null
}

const read = async (api: Api, owner: Credential, id: string): Promise<StoredEvent | null> => {
  const { status, data } = await api.call<StoredEvent>(owner, `GET /events/${id}`, undefined, [403, 404])
  return status === 200 ? data : null
}

const idOfSlug = async (api: Api, owner: Credential, slug: string): Promise<string | undefined> => {
  const { status, data } = await api.call<EventRef>(owner, `GET /events/slug/${slug}`, undefined, [404])
  return status === 200 ? data.id : undefined
}

const create = async (
  api: Api,
  owner: Credential,
  calendarSlug: string,
  event: DemoEvent,
): Promise<EventRef | null> => {
  const { status, data } = await api.call<EventRef>(owner, 'POST /events', { calendarSlug, ...event }, [409])
  return status === 409 ? null : { id: data.id, slug: data.slug }
}

const isUsable = (event: StoredEvent | null, calendarSlug: string): event is StoredEvent =>
  event !== null && event.status === 'PUBLISHED' && event.calendarSlug === calendarSlug

/** Moves an outdated event to its date relative to today, without emailing its guests. */
const refresh = async (api: Api, owner: Credential, event: StoredEvent, anchor: Anchor, now: number) => {
  if (!anchor.isWornOut(event, now)) return
  const { startAt, endAt, checkInOpensAt, checkInClosesAt } = anchor.at(now)
  const window = checkInOpensAt === undefined ? {} : { checkInOpensAt, checkInClosesAt }
  await api.call(owner, `PATCH /events/${event.id}`, { startAt, endAt, ...window, suppressNotifications: true })
}

/** Finds the event by its id in demo.json, then by slug. Creates it if neither finds a usable event. */
export const ensureAnchor = async (
  api: Api,
  owner: Credential,
  calendarSlug: string,
  anchor: Anchor,
  known: EventRef | undefined,
  now: number,
): Promise<EventRef> => {
  const event = anchor.at(now)
  for (const find of [async () => known?.id, () => idOfSlug(api, owner, event.slug)]) {
    const id = await find()
    const found = id === undefined ? null : await read(api, owner, id)
    if (!isUsable(found, calendarSlug)) continue
    await refresh(api, owner, found, anchor, now)
    return { id: found.id, slug: found.slug }
  }
  const made =
    (await create(api, owner, calendarSlug, event)) ??
    (await create(api, owner, calendarSlug, { ...event, slug: `${event.slug}-${randomBytes(3).toString('hex')}` }))
  if (made === null) throw new Error(`no free slug for ${event.slug}`)
  return made
}

/**
 * Creates the events that are missing. A slug is never reused, so 409 means that the event was created before, even if
 * it has since been deleted.
 */
export const ensureEvents = async (api: Api, owner: Credential, calendarSlug: string, events: DemoEvent[]) => {
  const lists = await Promise.all(
    ['', '&past=true'].map((more) =>
      api.call<EventRef[]>(owner, `GET /events?calendarSlug=${calendarSlug}&limit=100${more}`),
    ),
  )
  const present = new Set(lists.flatMap(({ data }) => data.map(({ slug }) => slug)))
  for (const event of events) if (!present.has(event.slug)) await create(api, owner, calendarSlug, event)
}
