import { eventsWrite } from '../../access/demands.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import { both, one, operation } from '../../operation/operation.ts'
import { MAX_IMAGE_BYTES, toImage, WIDE_COPY, wideKeyOf } from './images.ts'
import { Image } from './images.schema.ts'
import { findStored, markWide, postponeRemoval } from './images.store.ts'
import { stripMetadata } from './picture.ts'

export const putWideImage = operation({
  id: 'images.putWide',
  summary: 'Upload an image’s link preview',
  description:
    'Stores a 1200 × 630 JPEG cut from the image. Pages with this cover use it as `og:image`. A second upload has no effect.',
  subject: 'calendar',
  access: eventsWrite,
  routes: both('PUT /calendars/:slug/images/:imageId/wide'),
  takes: [WIDE_COPY.mediaType, 'application/octet-stream'],
  bodyLimitBytes: MAX_IMAGE_BYTES,
  answer: one(Image),
  refusals: ['image_unreadable'],
  async run({ calendar, params, bytes }, deps) {
    if ((await findStored(deps.db, calendar.id, params.imageId)) === null) throw notFound()
    const picture = stripMetadata(bytes)
    if ('why' in picture)
      return refusal('image_unreadable', { says: `The file isn’t a readable image: ${picture.why}.` })
    const { mediaType, width, height } = picture
    if (mediaType !== WIDE_COPY.mediaType || width !== WIDE_COPY.width || height !== WIDE_COPY.height)
      return refusal('image_unreadable', { says: 'The image must be a JPEG of 1200 by 630 pixels.' })
    const now = deps.clock()
    const of = { calendarId: calendar.id, seenBy: 'team' } as const
    const [[row]] = await deps.commit({ ...of, statements: [postponeRemoval(calendar.id, params.imageId, now)] })
    if (row === undefined) throw notFound()
    if (row.wideAt !== null) return toImage(row, deps.config)
    await deps.files.put(wideKeyOf(row), picture.bytes, WIDE_COPY.mediaType)
    const [[stored]] = await deps.commit({ ...of, statements: [markWide(row.id, now)] })
    return toImage(stored ?? row, deps.config)
  },
})
