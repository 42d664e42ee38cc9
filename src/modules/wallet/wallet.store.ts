import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { events, guests, passDevices } from '../../db/schema.ts'
import { statement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'

export type NewDevice = typeof passDevices.$inferInsert
export type PushAddress = Pick<NewDevice, 'deviceId' | 'pushToken'>

/** `since` is when the device first registered. For a new device it equals `createdAt`. */
export const keepDevice = ({ deviceId, guestId, calendarId, pushToken, createdAt }: NewDevice) =>
  statement<{ since: Instant }>(sql`
    insert into pass_devices (device_id, guest_id, calendar_id, push_token, created_at)
    values (${deviceId}, ${guestId}, ${calendarId}, ${pushToken}, ${createdAt})
    on conflict (device_id, guest_id) do update set push_token = excluded.push_token
    returning created_at as since`)

export const forgetDevice = (db: Database, deviceId: string, guestId: string) =>
  db
    .delete(passDevices)
    .where(and(eq(passDevices.deviceId, deviceId), eq(passDevices.guestId, guestId)))
    .returning({ deviceId: passDevices.deviceId })

const changedAt = sql<Instant>`max(${guests.updatedAt}, ${events.updatedAt})`

export const passesOfDevice = (db: Database, deviceId: string) =>
  db
    .select({ guestId: passDevices.guestId, changedAt })
    .from(passDevices)
    .innerJoin(guests, eq(guests.id, passDevices.guestId))
    .innerJoin(events, eq(events.id, guests.eventId))
    .where(eq(passDevices.deviceId, deviceId))

/**
 * Maximum number of recent `changes` rows to look at. If there are more in the period, devices pick up the older ones
 * the next time they ask.
 */
const LAST_CHANGES = 5_000

/**
 * Selects up to `most` devices, in order after the device `after`, that hold a pass changed later than `since`. A
 * change to an event changes the pass of each of its guests.
 */
export const devicesToWake = (since: Instant, after: PushAddress, most: number) =>
  statement<PushAddress>(sql`
    with changed as (
      select distinct object, object_id as id from changes
      where seq > (select max(seq) from changes) - ${LAST_CHANGES} and at > ${since} and object in ('event', 'guest')),
    devices as (
      select d.device_id as deviceId, d.push_token as pushToken from changed c join pass_devices d on d.guest_id = c.id where c.object = 'guest'
      union
      select d.device_id, d.push_token from changed c join guests g on g.event_id = c.id join pass_devices d on d.guest_id = g.id
      where c.object = 'event')
    select deviceId, pushToken from devices where (deviceId, pushToken) > (${after.deviceId}, ${after.pushToken})
    order by deviceId, pushToken limit ${most}`)

/** Compares the token too, so that a device with a newer token stays registered. */
export const forgetPushToken = (db: Database, { deviceId, pushToken }: PushAddress) =>
  db.delete(passDevices).where(and(eq(passDevices.deviceId, deviceId), eq(passDevices.pushToken, pushToken)))
