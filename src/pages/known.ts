import { MINUTE_MS, type Instant } from '../kernel/time.ts'
import { FORM, madeOf } from '../operation/open-answer.ts'
import type { CachePolicy, Visit } from './page.ts'

const PAGE = /^"(?<made>[0-9a-z]+)\.(?<until>[0-9a-z]*)\.(?<answer>[\w-]+)"$/

/** Returns the cache key of a page: its path and query. Its content depends only on these. */
export const addressOf = ({ url }: Visit) => `${url.pathname}${url.search}`

const pageVersionOf = (visit: Visit) => madeOf(visit.config.version, addressOf(visit))

const instantOf = (text = '') => (text === '' ? Number.POSITIVE_INFINITY : Number.parseInt(text, 36))

type Answers = readonly [{ response: Response }, ...{ response: Response }[]]

/**
 * Returns which calendar the API responses belong to and until when they are valid, or null if the calendar changed
 * between them.
 */
const stateOf = (answers: Answers): CachePolicy | null => {
  const tags = answers.map(({ response }) => FORM.exec(response.headers.get('ETag') ?? '')?.groups)
  const [first] = tags
  const isOne = tags.every((tag) => tag?.calendarId === first?.calendarId && tag?.revision === first?.revision)
  if (first?.calendarId === undefined || !isOne) return null
  return { owner: first.calendarId, until: Math.min(...tags.map((tag) => instantOf(tag?.until))) }
}

const MAX_CACHE_MS = MINUTE_MS
export const FRESH = { 'Cache-Control': 'public, max-age=0, must-revalidate' }

const cappedPolicy = (
  { owner, until }: CachePolicy,
  { now }: Visit,
  changesAt = Number.POSITIVE_INFINITY,
): CachePolicy => ({
  owner,
  until: Math.min(until, changesAt, now + MAX_CACHE_MS),
})

/** Returns how long a page made from these API responses may be cached: at most a minute. */
export const cachePolicyFor = (visit: Visit, answers: Answers): CachePolicy | undefined => {
  const state = stateOf(answers)
  return state === null ? undefined : cappedPolicy(state, visit)
}

/**
 * Returns the cache headers of a page made from public API responses of one calendar. The page's ETag contains the ETag
 * of the first response, which was requested before the others, and the time at which the page changes without a write.
 * If the calendar changed between the responses, the page gets no such ETag, and `servePage` hashes its bytes instead.
 */
export const cacheHeadersFor = (
  visit: Visit,
  answers: Answers,
  changesAt: Instant = Number.POSITIVE_INFINITY,
): { headers: Record<string, string>; kept: CachePolicy | undefined } => {
  const state = stateOf(answers)
  if (state === null) return { headers: FRESH, kept: undefined }
  const until = Math.min(changesAt, state.until)
  const expiry = Number.isFinite(until) ? until.toString(36) : ''
  const tag = `"${pageVersionOf(visit)}.${expiry}.${answers[0].response.headers.get('ETag')?.replaceAll('"', '')}"`
  return { headers: { ...FRESH, ETag: tag }, kept: cappedPolicy(state, visit, changesAt) }
}

/**
 * Returns a 304 response if `If-None-Match` has a current ETag of this page and the API confirms that the response at
 * `path` is unchanged, otherwise null.
 */
export const unchangedSince = async (visit: Visit, path: string): Promise<Response | null> => {
  const known = visit.request.headers.get('If-None-Match') ?? ''
  const made = pageVersionOf(visit)
  const tags = known.split(',').map((tag) => PAGE.exec(tag.trim().replace(/^W\//, '')))
  const ours = tags.find((tag) => tag?.groups?.made === made && instantOf(tag.groups.until) > visit.now)
  if (ours === undefined || ours === null) return null
  const answer = await visit.api(path, { headers: { 'If-None-Match': `"${ours.groups?.answer ?? ''}"` } })
  if (answer.status !== 304) return null
  return new Response(null, {
    status: 304,
    headers: { ...FRESH, ETag: ours[0] },
  })
}
