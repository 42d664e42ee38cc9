import { env } from 'cloudflare:workers'
import * as tables from '../../src/db/schema.ts'
import { randomBase62, randomId, type IdPrefix } from '../../src/kernel/ids.ts'
import { depsOf } from '../../src/platform/deps.ts'
import type { Env } from '../../src/platform/env.ts'

const { db, vault } = depsOf(env as unknown as Env)
const now = Date.now()
const stamps = { createdAt: now, updatedAt: now }
const DAY_MS = 86_400_000

type Plan = 'FREE' | 'PLUS' | 'PRO'

/** A calendar with one of everything, written straight into the tables: no operation needs to exist for it. */
export interface World {
  slug: string
  eventSlug: string
  members: Record<'OWNER' | 'MANAGER' | 'STAFF', string>
  /** The id of one object by the part of a path that comes before it. */
  ids: Record<string, string>
}

export const newWorld = async (plan: Plan = 'PRO', visibility: 'PUBLIC' | 'PRIVATE' = 'PUBLIC'): Promise<World> => {
  const tag = `w${randomBase62(8).toLowerCase()}`
  const id = Object.fromEntries(
    (['cal', 'evt', 'tkt', 'gst', 'ord', 'cpn', 'whk', 'del', 'key', 'sex', 'dps'] satisfies IdPrefix[]).map(
      (prefix) => [prefix, randomId(prefix)],
    ),
  ) as Record<'cal' | 'evt' | 'tkt' | 'gst' | 'ord' | 'cpn' | 'whk' | 'del' | 'key' | 'sex' | 'dps', string>
  const slug = `${tag}-calendar`
  const eventSlug = `${tag}-event`
  const roles = { OWNER: `usr_${tag}_owner`, MANAGER: `usr_${tag}_manager`, STAFF: `usr_${tag}_staff` }
  await db.batch([
    db
      .insert(tables.calendars)
      .values({ id: id.cal, slug, name: tag, timezone: 'UTC', visibility, plan, contentChangedAt: now, ...stamps }),
    db.insert(tables.members).values(
      Object.entries(roles).map(([role, userId]) => ({
        calendarId: id.cal,
        userId,
        role: role as keyof typeof roles,
        createdAt: now,
      })),
    ),
    db.insert(tables.events).values({
      id: id.evt,
      calendarId: id.cal,
      slug: eventSlug,
      title: tag,
      startAt: now + DAY_MS,
      endAt: now + 2 * DAY_MS,
      timezone: 'UTC',
      allDay: false,
      status: 'PUBLISHED',
      visibility: 'PUBLIC',
      locationType: 'IN_PERSON',
      locationVisibility: 'PUBLIC',
      requiresApproval: false,
      waitlistEnabled: false,
      registrationQuestions: [],
      tags: [],
      reminderMinutes: [],
      ...stamps,
    }),
    db.insert(tables.tickets).values({
      id: id.tkt,
      eventId: id.evt,
      name: tag,
      type: 'FREE',
      price: 0,
      requiresApproval: false,
      isHidden: false,
      isPaused: false,
      sortOrder: 0,
      ...stamps,
    }),
    db.insert(tables.guests).values({
      id: id.gst,
      calendarId: id.cal,
      eventId: id.evt,
      ticketId: id.tkt,
      orderId: id.ord,
      userId: 'usr_g',
      firstName: 'A',
      lastName: 'B',
      email: 'a@b.test',
      status: 'CONFIRMED',
      source: 'API',
      qrCode: `qr_${tag}`,
      answers: [],
      moveId: `mov_${tag}`,
      ...stamps,
    }),
    db.insert(tables.orders).values({
      id: id.ord,
      number: tag,
      calendarId: id.cal,
      eventId: id.evt,
      guestId: id.gst,
      ticketId: id.tkt,
      ticketName: tag,
      status: 'PAID',
      buyerFirstName: 'A',
      buyerLastName: 'B',
      buyerEmail: 'a@b.test',
      currency: 'EUR',
      subtotal: 100,
      discount: 0,
      total: 100,
      provider: 'OFFLINE',
      ...stamps,
    }),
    db.insert(tables.coupons).values({
      id: id.cpn,
      calendarId: id.cal,
      ticketIds: [],
      code: tag,
      codeFolded: tag.toUpperCase(),
      discountType: 'PERCENT',
      percentOff: 10,
      isActive: true,
      ...stamps,
    }),
    db.insert(tables.webhooks).values({
      id: id.whk,
      calendarId: id.cal,
      form: 'target',
      url: 'http://127.0.0.1:9/',
      events: ['event.updated'],
      isActive: true,
      secretCipher: await vault.seal('whsec_of_the_walk'),
      ...stamps,
    }),
    db.insert(tables.deliveries).values({
      id: id.del,
      webhookId: id.whk,
      calendarId: id.cal,
      eventType: 'event.updated',
      data: '{}',
      status: 'failed',
      createdAt: now,
    }),
    db.insert(tables.scheduledExports).values({
      id: id.sex,
      calendarId: id.cal,
      dataset: 'EVENTS',
      format: 'csv',
      frequency: 'DAILY',
      timeOfDay: '08:00',
      timezone: 'UTC',
      recipients: ['a@b.test'],
      isActive: false,
      createdBy: roles.OWNER,
      ...stamps,
    }),
    db.insert(tables.doorPasses).values({
      id: id.dps,
      calendarId: id.cal,
      eventId: id.evt,
      label: tag,
      hash: `pass of ${tag}`,
      createdBy: roles.MANAGER,
      createdAt: now,
      expiresAt: now + DAY_MS,
    }),
    db.insert(tables.apiKeys).values({
      id: id.key,
      calendarId: id.cal,
      name: tag,
      prefix: 'svc_live_xxxxxxxx',
      hash: tag,
      scopes: [],
      mode: 'live',
      isActive: false,
      createdBy: roles.OWNER,
      createdAt: now,
    }),
  ])
  return {
    slug,
    eventSlug,
    members: roles,
    ids: {
      events: id.evt,
      tickets: id.tkt,
      guests: id.gst,
      rsvps: id.gst,
      orders: id.ord,
      coupons: id.cpn,
      webhooks: id.whk,
      'webhook-deliveries': id.del,
      'api-keys': id.key,
      'scheduled-exports': id.sex,
      'door-passes': id.dps,
      members: roles.STAFF,
      calendar: id.cal,
    },
  }
}

/** The same shape with nothing behind it. */
export const nowhere: World = {
  slug: 'no-such-calendar',
  eventSlug: 'no-such-event',
  members: { OWNER: 'usr_nobody', MANAGER: 'usr_nobody', STAFF: 'usr_nobody' },
  ids: { events: 'evt_0000000000000000000000' },
}
