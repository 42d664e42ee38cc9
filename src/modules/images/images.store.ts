import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { guard, judgedBy, unless, type Judged } from '../../db/guard.ts'
import type { Database } from '../../db/database.ts'
import type { ImageRow } from '../../db/rows.ts'
import { images } from '../../db/schema.ts'
import { inList, inOneBatch, rowsFrom, rowsOf, statement, preparedStatement, paramsOf } from '../../db/statement.ts'
import { offsetOf, type PageRequest } from '../../kernel/page.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'

/** Unused images are kept this long after their upload, so that a cover or avatar can still refer to them. */
export const SPARED_MS = DAY_MS

export type NewImage = Pick<
  ImageRow,
  'id' | 'calendarId' | 'hash' | 'mediaType' | 'width' | 'height' | 'bytes' | 'createdBy'
> & {
  mostInAll: number
  mostInDay: number
  dayBeganAt: Instant
  dayEnds: string
  now: Instant
}
const param = paramsOf<NewImage>()

const imageCount = sql`(select count(*) from images i where i.calendar_id = ${param('calendarId')})`
const imagesToday = sql`(select count(*) from images i
  where i.calendar_id = ${param('calendarId')} and i.created_at >= ${param('dayBeganAt')})`
const isStored = sql`exists (select 1 from images i
  where i.calendar_id = ${param('calendarId')} and i.hash = ${param('hash')})`

/** Uploading an image that the calendar already has does not count towards the quota. */
export const mayUpload = guard([
  unless('quota_exceeded', sql`${isStored} or ${imageCount} < ${param('mostInAll')}`, {
    says: 'This calendar has reached its image limit. Images not in use are deleted after a day.',
    data: sql`json_object('quota', 'imagesPerCalendar', 'limit', ${param('mostInAll')}, 'used', ${imageCount}, 'resetsAt', null)`,
  }),
  unless('quota_exceeded', sql`${isStored} or ${imagesToday} < ${param('mostInDay')}`, {
    says: 'This calendar has reached its daily limit of image uploads.',
    data: sql`json_object('quota', 'imagesPerDay', 'limit', ${param('mostInDay')}, 'used', ${imagesToday},
      'resetsAt', ${param('dayEnds')})`,
  }),
])

export const whyNotUploaded = preparedStatement<NewImage, Judged>(() => judgedBy(mayUpload))

/**
 * Uploading the same picture again updates its row. If the row has been unused for over a day, `sweepImages` may be
 * deleting its file at the same time, and the new upload would be lost. To prevent that, the row gets a new id. Its
 * file then has a new key, which the sweep does not delete.
 */
export const insertImage = preparedStatement<NewImage, ImageRow>(() =>
  rowsOf(
    images,
    statement(sql`
      insert into images (id, calendar_id, hash, media_type, width, height, bytes, created_by, created_at, given_at)
      select ${param('id')}, ${param('calendarId')}, ${param('hash')}, ${param('mediaType')}, ${param('width')},
        ${param('height')}, ${param('bytes')}, ${param('createdBy')}, ${param('now')}, ${param('now')}
      where ${mayUpload.holds}
      on conflict (calendar_id, hash) do update set given_at = excluded.given_at,
        id = iif(images.stored_at is null and images.given_at < excluded.given_at - ${sql.raw(String(SPARED_MS))},
          excluded.id, images.id)
      returning *`),
  ),
)

export const markStored = (id: string, now: Instant) =>
  rowsOf(images, statement(sql`update images set stored_at = coalesce(stored_at, ${now}) where id = ${id} returning *`))

export const findStored = async (db: Database, calendarId: string, id: string) => {
  const [found] = await rowsFrom(
    db,
    rowsOf(
      images,
      statement(sql`select * from images where id = ${id} and calendar_id = ${calendarId} and stored_at is not null`),
    ),
  )
  return found ?? null
}

/**
 * Postpones the removal of an image by a day, so that `sweepImages` does not delete it while its wide copy is being
 * stored.
 */
export const postponeRemoval = (calendarId: string, id: string, now: Instant) =>
  rowsOf(
    images,
    statement(sql`update images set given_at = ${now}
      where id = ${id} and calendar_id = ${calendarId} and stored_at is not null returning *`),
  )

export const markWide = (id: string, now: Instant) =>
  rowsOf(images, statement(sql`update images set wide_at = coalesce(wide_at, ${now}) where id = ${id} returning *`))

/** Finds an image by its public URL. Returns null if the calendar is deleted or suspended. */
export const findShown = async (db: Database, calendarId: string, hash: string) => {
  const [found] = await rowsFrom(
    db,
    rowsOf(
      images,
      statement(sql`select i.* from images i join calendars c on c.id = i.calendar_id and c.suspended_at is null
        where i.calendar_id = ${calendarId} and i.hash = ${hash} and i.stored_at is not null`),
    ),
  )
  return found ?? null
}

export const listImagesQuery = async (db: Database, calendarId: string, page: PageRequest) => {
  const isWanted = and(eq(images.calendarId, calendarId), isNotNull(images.storedAt))
  const { rows, counts } = await inOneBatch(db, {
    rows: rowsOf(
      images,
      db
        .select()
        .from(images)
        .where(isWanted)
        .orderBy(desc(images.createdAt), desc(images.id))
        .limit(page.limit)
        .offset(offsetOf(page)),
    ),
    counts: statement<{ total: number }>(
      sql`select count(*) as total from images where calendar_id = ${calendarId} and stored_at is not null`,
    ),
  })
  return { rows, total: counts[0]?.total ?? 0 }
}

/** Whether image `i` is in use anywhere. Every URL of an image contains its `hash`. */
const isUsed = sql.raw(`(
  exists (select 1 from events e where e.calendar_id = i.calendar_id and instr(e.cover_url, i.hash) > 0)
  or exists (select 1 from series s where s.calendar_id = i.calendar_id and instr(s.template, i.hash) > 0)
  or exists (select 1 from calendars c where c.id = i.calendar_id
    and (instr(c.cover_url, i.hash) > 0 or instr(c.avatar_url, i.hash) > 0)))`)

/** Lists the images with the oldest `sought_at`, except those uploaded within the last day. */
export const listToSeek = (db: Database, soughtBefore: Instant, givenBefore: Instant, most: number) =>
  db
    .select({ id: images.id })
    .from(images)
    .where(sql`${images.soughtAt} < ${soughtBefore} and ${images.givenAt} < ${givenBefore}`)
    .orderBy(asc(images.soughtAt))
    .limit(most)

/**
 * Hides images that are not in use. The caller then deletes their files and, last, their rows. Also returns images that
 * an interrupted run has already hidden.
 */
export const retire = (ids: readonly string[], givenBefore: Instant, now: Instant) => {
  const these = sql`i.id in ${inList(ids)}`
  return {
    sought: statement(sql`update images as i set sought_at = ${now} where ${these}`),
    retired: statement<{ id: string; calendarId: string; hash: string }>(sql`
      update images as i set stored_at = null, wide_at = null where ${these} and i.given_at < ${givenBefore} and not ${isUsed}
      returning id, calendar_id as calendarId, hash`),
  }
}

export const dropRetired = (ids: readonly string[]) =>
  statement(sql`delete from images where id in ${inList(ids)} and stored_at is null`)
