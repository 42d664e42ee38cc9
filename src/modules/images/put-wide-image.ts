import { eventsWrite } from '../../access/demands.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import { both, one, operation } from '../../operation/operation.ts'
import { MOST_BYTES, toImage, WIDE, wideKeyOf } from './images.ts'
import { Image } from './images.schema.ts'
import { findStored, markWide, spare } from './images.store.ts'
import { pictureOf } from './picture.ts'

export const putWideImage = operation({
  id: 'images.putWide',
  summary: 'Put beside an image what programs show of a link to it',
  description:
    'A JPEG of 1200 × 630, cut out of the image, which pages with this cover name as `og:image`. It is put there once; ' +
    'another one changes nothing.',
  subject: 'calendar',
  access: eventsWrite,
  routes: both('PUT /calendars/:slug/images/:imageId/wide'),
  takes: [WIDE.mediaType],
  bodyLimitBytes: MOST_BYTES,
  answer: one(Image),
  refusals: ['image_unreadable'],
  async run({ calendar, params, bytes }, deps) {
    if ((await findStored(deps.db, calendar.id, params.imageId)) === null) throw notFound()
    const picture = pictureOf(bytes)
    if ('why' in picture)
      return refusal('image_unreadable', { says: `This is no image that can be read: ${picture.why}.` })
    const { mediaType, width, height } = picture
    if (mediaType !== WIDE.mediaType || width !== WIDE.width || height !== WIDE.height)
      return refusal('image_unreadable', { says: 'This is no JPEG of 1200 by 630 pixels.' })
    const now = deps.clock()
    const of = { calendarId: calendar.id, seenBy: 'team' } as const
    const [[row]] = await deps.commit({ ...of, statements: [spare(calendar.id, params.imageId, now)] })
    if (row === undefined) throw notFound()
    if (row.wideAt !== null) return toImage(row, deps.config)
    await deps.files.put(wideKeyOf(row), picture.bytes, WIDE.mediaType)
    const [[stored]] = await deps.commit({ ...of, statements: [markWide(row.id, now)] })
    return toImage(stored ?? row, deps.config)
  },
})
