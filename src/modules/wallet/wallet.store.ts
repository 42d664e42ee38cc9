import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { events, guests, passDevices } from '../../db/schema.ts'
import { inList, statement } from '../../db/statement.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'

/** How precise `used_at` is. */
const USE_STEP_MS = DAY_MS

export type NewDevice = typeof passDevices.$inferInsert
export type PushAddress = Pick<NewDevice, 'deviceId' | 'pushToken'>

/** Anyone with a pass can register devices for it, and each costs a push per change. */
const MAX_DEVICES_PER_PASS = 10

/** `since` is when the device first registered. For a new device it equals `createdAt`. */
export const keepDevice = ({ deviceId, guestId, calendarId, pushToken, createdAt }: Omit<NewDevice, 'usedAt'>) =>
  statement<{ since: Instant }>(sql`
    insert into pass_devices (device_id, guest_id, calendar_id, push_token, created_at, used_at)
    values (${deviceId}, ${guestId}, ${calendarId}, ${pushToken}, ${createdAt}, ${createdAt})
    on conflict (device_id, guest_id) do update set push_token = excluded.push_token, used_at = excluded.used_at
    returning created_at as since`)

/** Deletes the devices of a pass that have been unused longest. Runs after `keepDevice`, in the same batch. */
export const forgetSurplusDevices = (guestId: string) =>
  statement(sql`
    delete from pass_devices where rowid in (select d.rowid from pass_devices d where d.guest_id = ${guestId}
      order by d.used_at desc, d.rowid desc limit -1 offset ${sql.raw(String(MAX_DEVICES_PER_PASS))})`)

/** Stores that a device is in use, at most once a day: every read would otherwise be a write. */
export const noteDeviceUse = (deviceId: string, now: Instant) =>
  statement(
    sql`update pass_devices set used_at = ${now} where device_id = ${deviceId} and used_at <= ${now - USE_STEP_MS}`,
  )

export const isUseOutdated = (usedAt: Instant, now: Instant) => usedAt <= now - USE_STEP_MS

export const forgetDevice = (db: Database, deviceId: string, guestId: string) =>
  db
    .delete(passDevices)
    .where(and(eq(passDevices.deviceId, deviceId), eq(passDevices.guestId, guestId)))
    .returning({ deviceId: passDevices.deviceId })

const changedAt = sql<Instant>`max(${guests.updatedAt}, ${events.updatedAt})`

export const passesOfDevice = (db: Database, deviceId: string) =>
  db
    .select({
      guestId: passDevices.guestId,
      calendarId: passDevices.calendarId,
      usedAt: passDevices.usedAt,
      changedAt,
    })
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
 * Selects up to `most` devices that hold a pass changed later than `since` and have had no push for that change. The
 * devices that have waited longest come first. A change to an event changes the pass of each of its guests. Every row
 * has the newest `seq` that the selection covers.
 */
export const devicesToWake = (since: Instant, most: number) =>
  statement<PushAddress & { seq: number }>(sql`
    with changed as (
      select object, object_id as id, seq from changes
      where seq > (select max(seq) from changes) - ${LAST_CHANGES} and at > ${since} and object in ('event', 'guest')),
    due as (
      select d.device_id, d.push_token, c.seq from changed c join pass_devices d on d.guest_id = c.id
      where c.object = 'guest' and c.seq > d.pushed_seq
      union all
      select d.device_id, d.push_token, c.seq from changed c join guests g on g.event_id = c.id join pass_devices d on d.guest_id = g.id
      where c.object = 'event' and c.seq > d.pushed_seq)
    select device_id as deviceId, push_token as pushToken, (select max(seq) from changes) as seq from due
    group by device_id, push_token order by min(due.seq), device_id, push_token limit ${most}`)

/** Stores that these devices had a push for every change up to `seq`. */
export const markPushed = (devices: readonly PushAddress[], seq: number) =>
  statement(sql`
    update pass_devices set pushed_seq = ${seq}
    where device_id in ${inList(devices.map(({ deviceId }) => deviceId))}
      and push_token in ${inList(devices.map(({ pushToken }) => pushToken))} and pushed_seq < ${seq}`)

/** Compares the token too, so that a device with a newer token stays registered. */
export const forgetPushToken = (db: Database, { deviceId, pushToken }: PushAddress) =>
  db.delete(passDevices).where(and(eq(passDevices.deviceId, deviceId), eq(passDevices.pushToken, pushToken)))
