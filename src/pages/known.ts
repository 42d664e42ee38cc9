import type { Instant } from '../kernel/time.ts'
import { FORM, madeOf } from '../operation/open-etag.ts'
import type { Visit } from './page.ts'

const PAGE = /^"(?<made>[0-9a-z]+)\.(?<until>[0-9a-z]*)\.(?<answer>[\w-]+)"$/

const madeFor = ({ url, config }: Visit) => madeOf(config.version, `${url.pathname}${url.search}`)

const instantOf = (text = '') => (text === '' ? Number.POSITIVE_INFINITY : Number.parseInt(text, 36))

/**
 * The tag of a page that is made of open answers of one calendar: that of the first, which was asked before the others, and
 * when the clock alone changes the page. Where the calendar changed in between, the page is known by its bytes.
 */
export const knownBy = (
  visit: Visit,
  answers: readonly [{ response: Response }, ...{ response: Response }[]],
  changesAt: Instant = Number.POSITIVE_INFINITY,
): Record<string, string> => {
  const tags = answers.map(({ response }) => FORM.exec(response.headers.get('ETag') ?? '')?.groups)
  const [first] = tags
  if (
    first === undefined ||
    tags.some((tag) => tag?.calendarId !== first.calendarId || tag?.revision !== first.revision)
  )
    return {}
  const until = Math.min(changesAt, ...tags.map((tag) => instantOf(tag?.until)))
  const written = Number.isFinite(until) ? until.toString(36) : ''
  return { ETag: `"${madeFor(visit)}.${written}.${answers[0].response.headers.get('ETag')?.replaceAll('"', '')}"` }
}

/** Whoever comes back with the tag of a page is told that it still stands, where the answer that it was made of does. */
export const unchangedSince = async (visit: Visit, path: string): Promise<Response | null> => {
  const known = visit.request.headers.get('If-None-Match') ?? ''
  const made = madeFor(visit)
  const tags = known.split(',').map((tag) => PAGE.exec(tag.trim().replace(/^W\//, '')))
  const ours = tags.find((tag) => tag?.groups?.made === made && instantOf(tag.groups.until) > visit.now)
  if (ours === undefined || ours === null) return null
  const answer = await visit.api(path, { headers: { 'If-None-Match': `"${ours.groups?.answer ?? ''}"` } })
  if (answer.status !== 304) return null
  return new Response(null, {
    status: 304,
    headers: { ETag: ours[0], 'Cache-Control': 'public, max-age=0, must-revalidate' },
  })
}
