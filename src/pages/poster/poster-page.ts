import { hueOf } from '../../presentation/accent.ts'
import { nameOfPoster, posterNamed, posterOf } from '../../presentation/poster.ts'
import { posterPng, WIDE_VIEW } from '../../presentation/poster-png.ts'
import { posterSvg } from '../../presentation/poster-svg.ts'
import { notFound } from '../../kernel/failure.ts'
import { need, type PublicCalendar, type PublicEvent } from '../asking.ts'
import { FRESH, cachePolicyFor } from '../known.ts'
import type { HtmlPage } from '../page.ts'

const ONE_YEAR_IMMUTABLE = 'public, max-age=31536000, immutable'

/** The URL contains everything that the drawing depends on, so browsers may cache it for a year (`immutable`). */
export const posterPage: HtmlPage = {
  method: 'GET',
  path: '/posters/:file',
  show: ({ params: { file = '' } }) => {
    const poster = file.endsWith('.svg') ? posterNamed(file.slice(0, -4)) : null
    if (poster === null) throw notFound()
    return new Response(posterSvg(poster), {
      headers: {
        'Content-Type': 'image/svg+xml',
        'Cache-Control': ONE_YEAR_IMMUTABLE,
        'Cloudflare-CDN-Cache-Control': ONE_YEAR_IMMUTABLE,
      },
    })
  },
}

/** Serves the poster as a PNG for link previews. Works for existing events only, because drawing costs CPU time. */
export const posterPngPage: HtmlPage = {
  method: 'GET',
  path: '/e/:slug/poster.png',
  show: async (visit) => {
    const { api, params, request } = visit
    const eventAnswer = await need<PublicEvent>(api, `/events/slug/${encodeURIComponent(params.slug ?? '')}`)
    const event = eventAnswer.data
    const calendarAnswer = await need<PublicCalendar>(api, `/calendars/${event.calendarSlug}`)
    const { accent, slug } = calendarAnswer.data
    const poster = posterOf(event, event.accent ?? accent ?? hueOf(slug))
    const etag = `"${nameOfPoster(poster)}"`
    const headers = { ...FRESH, 'Content-Type': 'image/png', ETag: etag }
    // Returns 304 before drawing, which is the expensive part.
    if (request.headers.get('If-None-Match') === etag) return new Response(null, { status: 304, headers })
    const drawn = new Response(await posterPng(poster, WIDE_VIEW), { headers })
    return { drawn, kept: cachePolicyFor(visit, [eventAnswer, calendarAnswer]) }
  },
}
