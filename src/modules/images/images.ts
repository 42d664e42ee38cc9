import { actorId } from '../../access/actor.ts'
import { eventsRead, eventsWrite } from '../../access/demands.ts'
import type { ImageRow } from '../../db/rows.ts'
import { onlyRow } from '../../db/statement.ts'
import type { Config } from '../../deps.ts'
import { sha256Hex } from '../../kernel/crypto.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import { pageOfItems } from '../../kernel/page.ts'
import { dayOf, resetOf } from '../../kernel/quotas.ts'
import { DAY_MS, iso } from '../../kernel/time.ts'
import { both, one, open, operation, pageOf, raw } from '../../operation/operation.ts'
import { Image, ImageListQuery } from './images.schema.ts'
import {
  findShown,
  listImagesQuery as list,
  markStored,
  mayUpload,
  insertImage,
  whyNotUploaded,
} from './images.store.ts'
import { ENDINGS, MEDIA_TYPES, stripMetadata, type Picture } from './picture.ts'

export const MAX_IMAGE_BYTES = 4 * 1024 * 1024

type Named = Pick<ImageRow, 'id' | 'calendarId' | 'hash'>

/** Each row has its own file, so deleting one row's file never affects another row. */
export const fileKeyOf = ({ id, calendarId, hash }: Named) => `images/${calendarId}/${hash}/${id}`

/** Size and format of the link preview (`og:image`), which the uploader crops from the image. */
export const WIDE_COPY = { width: 1200, height: 630, mediaType: 'image/jpeg' } as const
export const wideKeyOf = (named: Named) => `${fileKeyOf(named)}/wide`

const fileNameOf = ({ hash, mediaType }: Pick<ImageRow, 'hash' | 'mediaType'>) =>
  `${hash}.${ENDINGS[mediaType as Picture['mediaType']]}`

export const toImage = (row: ImageRow, { pagesUrl }: Config) => ({
  id: row.id,
  url: `${pagesUrl}/images/${row.calendarId}/${fileNameOf(row)}`,
  wideUrl: row.wideAt === null ? null : `${pagesUrl}/images/${row.calendarId}/${row.hash}-wide.jpg`,
  mediaType: row.mediaType,
  width: row.width,
  height: row.height,
  bytes: row.bytes,
  createdAt: iso(row.createdAt),
})

export const putImage = operation({
  id: 'images.put',
  summary: 'Upload an image',
  description:
    'Accepts JPEG, PNG or WebP, detected from the content, for covers and avatars. Removes metadata, such as location and time. Stores identical images once. Deletes an image after a day if no cover or avatar uses it.',
  subject: 'calendar',
  access: eventsWrite,
  routes: both('POST /calendars/:slug/images'),
  // The type is detected from the content, so clients that send every file as plain bytes work too.
  takes: [...MEDIA_TYPES, 'application/octet-stream'],
  bodyLimitBytes: MAX_IMAGE_BYTES,
  answer: one(Image),
  refusals: ['image_unreadable', 'quota_exceeded'],
  async run({ calendar, bytes, actor }, deps) {
    const picture = stripMetadata(bytes)
    if ('why' in picture)
      return refusal('image_unreadable', { says: `The file isn’t a readable image: ${picture.why}.` })
    const now = deps.clock()
    const { imagesPerCalendar, imagesPerDay } = deps.config.quotas
    const upload = {
      id: deps.newId('img'),
      calendarId: calendar.id,
      hash: await sha256Hex(picture.bytes),
      mediaType: picture.mediaType,
      width: picture.width,
      height: picture.height,
      bytes: picture.bytes.length,
      createdBy: actorId(actor),
      mostInAll: imagesPerCalendar[calendar.plan],
      mostInDay: imagesPerDay[calendar.plan],
      dayBeganAt: dayOf(now) * DAY_MS,
      dayEnds: resetOf(now),
      now,
    }
    const { why, made } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: { why: whyNotUploaded(upload), made: insertImage(upload) },
    })
    const refused = mayUpload.refusal(why[0])
    if (refused !== null) return refused
    const row = onlyRow(made)
    if (row.storedAt !== null) return toImage(row, deps.config)
    await deps.files.put(fileKeyOf(row), picture.bytes, picture.mediaType)
    const [[stored]] = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: [markStored(row.id, now)],
    })
    return toImage(stored ?? row, deps.config)
  },
})

export const listImages = operation({
  id: 'images.list',
  summary: 'List images',
  description: 'Newest first.',
  subject: 'calendar',
  access: eventsRead,
  routes: both('GET /calendars/:slug/images'),
  query: ImageListQuery,
  answer: pageOf(Image),
  async run({ calendar, query }, deps) {
    const { rows, total } = await list(deps.db, calendar.id, query)
    return pageOfItems(
      query,
      rows.map((row) => toImage(row, deps.config)),
      total,
    )
  },
})

const CACHE_FOREVER = 'public, max-age=31536000, immutable'
/** A CDN keeps these images for only 5 minutes, because the calendar may be suspended at any time. */
const CACHE_BRIEFLY = 'public, max-age=300'
const FILE = /^([0-9a-f]{64})(?:\.(?:jpg|png|webp)|(-wide)\.jpg)$/

export const showImage = operation({
  id: 'images.show',
  summary: 'Get an image',
  subject: 'none',
  limit: 'images',
  routes: [open('GET /public/images/:calendarId/:file')],
  answer: raw({ 'image/jpeg': null, 'image/png': null, 'image/webp': null }),
  async run({ params: { calendarId, file } }, deps) {
    const [, hash, wide] = FILE.exec(file) ?? []
    const row = hash === undefined ? null : await findShown(deps.db, calendarId, hash)
    if (row === null || (wide === undefined && fileNameOf(row) !== file)) throw notFound()
    // Pages link to the wide copy of every cover. Until that copy is uploaded, the image itself is served.
    const isCut = wide !== undefined && row.wideAt !== null
    const stored = await deps.files.read(isCut ? wideKeyOf(row) : fileKeyOf(row))
    if (stored === null) throw notFound()
    return new Response(stored.body, {
      headers: {
        'Content-Type': isCut ? WIDE_COPY.mediaType : row.mediaType,
        'Content-Length': String(stored.bytes),
        ETag: isCut ? `"${row.hash}-wide"` : `"${row.hash}"`,
        'Cache-Control': isCut || wide === undefined ? CACHE_FOREVER : CACHE_BRIEFLY,
        'Cloudflare-CDN-Cache-Control': CACHE_BRIEFLY,
      },
    })
  },
})
