import { oncePerFile } from './once-per-file.ts'
import { send } from './api.ts'
import { insertAll, rowsHolding, setColumns, type Columns } from './database.ts'
import {
  addMember,
  newCalendar,
  newCoupon,
  newEvent,
  newKey,
  newPass,
  newWebhook,
  register,
  type Calendar,
} from './factories.ts'
import { pay } from './orders.ts'
import { afterAttempts, receiver, testDelivery } from './webhooks.ts'

const DAY = 86_400_000

/** A calendar with at least one object of every kind. */
export interface World {
  calendar: Calendar
  slug: string
  eventSlug: string
  members: Record<'OWNER' | 'MANAGER' | 'STAFF', string>
  /** Ids by the path segment before them. */
  ids: Record<string, string>
}

/** Returns a fully privileged credential for each surface. */
export const credentialsOf = async ({ calendar }: World) => ({
  v1: { key: (await newKey(calendar)).key },
  dashboard: { as: calendar.owner },
  open: {},
})

/** Tables in an order that satisfies foreign keys. */
const TABLES = [
  'calendars',
  'members',
  'series',
  'events',
  'tickets',
  'guests',
  'orders',
  'coupons',
  'webhooks',
  'deliveries',
  'scheduled_exports',
  'door_passes',
  'api_keys',
  'communications',
]

const makeFirst = async (): Promise<World> => {
  const calendar = await newCalendar({ owner: 'usr_owner_of_world', slug: 'calendar-of-world', timezone: 'UTC' })
  const manager = await addMember(calendar, 'usr_manager_of_world', 'MANAGER')
  const staff = await addMember(calendar, 'usr_staff_of_world', 'STAFF')
  const fields = { slug: 'event-of-world', startAt: Date.now() + DAY, endAt: Date.now() + 2 * DAY, timezone: 'UTC' }
  const event = await newEvent(calendar, fields, { price: 100 })
  const { guest, order } = (await register(event)).body.data
  await pay(calendar, event, order.id)
  const rule = { startAt: '2031-05-02T18:00', durationMinutes: 60, timezone: 'UTC', rrule: 'FREQ=WEEKLY' }
  const series = await send('POST /series', {
    as: calendar.owner,
    json: { calendarSlug: calendar.slug, template: { title: 'Weekly' }, ...rule },
  })
  await send(`DELETE /events/${series.body.data.nextEventId}`, { as: calendar.owner })
  const coupon = await newCoupon(calendar, { code: 'WORLD' })
  const planned = {
    subject: 'Doors',
    body: 'They open at six.',
    sendAt: new Date(Date.now() + 3_600_000).toISOString(),
  }
  const message = await send(`POST /events/${event.id}/announcements`, { as: calendar.owner, json: planned })
  const webhook = await newWebhook(calendar, receiver('400').url, { events: ['event.updated'] })
  const delivery = await testDelivery(calendar, webhook.id)
  await afterAttempts(calendar, delivery, 1)
  const key = await newKey(calendar, [], { is_active: 0 })
  const pass = await newPass(event)
  const schedule = { dataset: 'EVENTS', frequency: 'DAILY', timeOfDay: '08:00', recipients: ['a@b.test'] }
  const made = await send(`POST /calendars/${calendar.slug}/scheduled-exports`, { as: calendar.owner, json: schedule })
  await setColumns('scheduled_exports', made.body.data.id, { is_active: 0 })
  return {
    calendar,
    slug: calendar.slug,
    eventSlug: event.slug,
    members: { OWNER: calendar.owner, MANAGER: manager, STAFF: staff },
    ids: {
      events: event.id,
      tickets: event.ticketId,
      guests: guest.id,
      rsvps: guest.id,
      orders: order.id,
      coupons: coupon.id,
      messages: message.body.data.id,
      series: series.body.data.id,
      webhooks: webhook.id,
      'webhook-deliveries': delivery,
      'api-keys': key.id,
      'scheduled-exports': made.body.data.id,
      'door-passes': pass.id,
      members: staff,
    },
  }
}

/** Columns with values that must be unique across the database. */
const UNIQUE = ['id', 'slug', 'user_id', 'qr_code', 'move_id', 'number', 'hash']

const readFirst = async () => {
  const world = await makeFirst()
  const found = await rowsHolding([world.calendar.id, ...Object.values(world.ids)])
  const rows = Object.fromEntries(TABLES.map((table) => [table, found[table] ?? []]))
  const names = Object.values(rows).flatMap((all) => all.flatMap((row) => UNIQUE.map((column) => row[column])))
  const unique = [...new Set(names.filter((name) => typeof name === 'string'))]
  return { unique, text: JSON.stringify({ world, rows }) }
}

const firstOfFile = oncePerFile(readFirst)

/** Copies the first world of the file under new ids, because creating one takes fifteen requests. */
export const newWorld = async (plan = 'PRO', visibility = 'PUBLIC'): Promise<World> => {
  const { unique, text } = await firstOfFile()
  const tag = crypto.randomUUID().slice(0, 6)
  const renamed = unique.reduce((left, name) => left.replaceAll(name, name.slice(0, -6) + tag), text)
  const { world, rows } = JSON.parse(renamed) as { world: World; rows: Record<string, Columns[]> }
  for (const row of rows['calendars'] ?? []) Object.assign(row, { plan, visibility, event_count: 0 })
  for (const row of rows['guests'] ?? []) {
    delete row['holds_seat']
    delete row['takes_seat']
    delete row['shown_status']
  }
  for (const row of rows['deliveries'] ?? []) delete row['guest_id']
  await insertAll(rows)
  return world
}

/** A world of the same shape whose objects do not exist. */
export const nowhere: World = {
  calendar: { id: 'cal_nothing', slug: 'no-such-calendar', owner: 'usr_nobody' },
  slug: 'no-such-calendar',
  eventSlug: 'no-such-event',
  members: { OWNER: 'usr_nobody', MANAGER: 'usr_nobody', STAFF: 'usr_nobody' },
  ids: { events: 'evt_0000000000000000000000' },
}
