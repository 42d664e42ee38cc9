import { revisionQuery } from '../access/subjects.store.ts'
import { rowsFrom } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { fnv1a } from '../kernel/fnv1a.ts'
import type { Instant } from '../kernel/time.ts'
import type { CalendarState } from './answer.ts'
import { withBytesEtag, withEtag, withRouteHeaders } from './finish.ts'
import type { Operation } from './operation.ts'
import type { ReadRequest } from './request.ts'
import type { Route } from './route.ts'

/** Returns whether all callers get the same response, which may then have an ETag and be stored by shared caches. */
export const isOpenAnswer = ({ surface, method, secret }: Route) =>
  surface === 'open' && method === 'GET' && secret !== true

/**
 * Returns the normalised URL: sorted, and with only the parameters that the operation reads, so that unknown parameters
 * can't fill the cache with duplicates. Returns null if the response isn't cacheable.
 */
export const cacheKeyOf = (operation: Operation, route: Route, { url, query, twice }: ReadRequest) => {
  if (operation.cached === undefined || route.surface !== 'open' || route.method !== 'GET') return null
  if (twice.length > 0) return null
  const known = operation.query?.().shape ?? {}
  const parts = Object.entries(query)
    .filter(([name]) => Object.hasOwn(known, name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .toSorted()
  return `${url.pathname}?${parts.join('&')}`
}

export const FORM =
  /^"(?<made>[0-9a-z]{1,7})-(?<calendarId>[\w-]{1,60})-(?<revision>[0-9a-z]{1,11})-(?<until>[0-9a-z]{0,11})(?:-gzip)?"$/

/** Hashes the version and URL, so that an ETag never matches after a deployment or for another URL. */
export const madeOf = (version: string, address: string) => fnv1a(`${version} ${address}`).toString(36)

/**
 * Builds an ETag from the calendar's `content_revision` and the time at which the content changes without a write. With
 * it, the service can send a 304 after reading one row, without rebuilding the response to compare it.
 */
export const openEtag = (
  { id, contentRevision }: CalendarState,
  address: string,
  until: Instant | null,
  version: string,
) => `"${madeOf(version, address)}-${id}-${contentRevision.toString(36)}-${until === null ? '' : until.toString(36)}"`

/**
 * Returns the ETag from `If-None-Match` that was issued for this URL, if it is still current. Reads at most one row.
 */
export const currentEtagOf = async (request: Request, address: string, { db, clock, config }: Deps) => {
  const known = request.headers.get('If-None-Match')
  if (known === null) return null
  const made = madeOf(config.version, address)
  const tags = known.split(',').map((given) => FORM.exec(given.trim().replace(/^W\//, '')))
  const ours = tags.find((tag) => tag?.groups?.made === made)
  const [tag, { calendarId = '', revision = '', until = '' } = {}] = [ours?.[0] ?? null, ours?.groups]
  if (tag === null || (until !== '' && Number.parseInt(until, 36) <= clock())) return null
  const [row] = await rowsFrom(db, revisionQuery({ calendarId }))
  return row?.revision.toString(36) === revision ? tag : null
}

/** Cache owner of responses that belong to no calendar. Only a new version of the service invalidates them. */
const SERVICE = 'service'

const isPrivate = (answer: Response) => (answer.headers.get('Cache-Control') ?? '').startsWith('private')

interface CacheEntry {
  route: Route
  cacheKey: string | null
  calendar: CalendarState | null
  /** When the content next changes without a write, for example because an event starts. */
  until: Instant | null
  keptUntil: Instant
  /** Result of `edgeCache.begin()`, called before the first read. */
  begunAt: number
}

/** Adds the ETag, and stores the response in `edgeCache` if it is cacheable. */
export const tagAndKeep = async (
  answer: Response,
  entry: CacheEntry,
  { edgeCache, config }: Deps,
): Promise<Response> => {
  const { route, cacheKey, calendar, until, keptUntil, begunAt } = entry
  if (cacheKey === null || answer.status !== 200 || isPrivate(answer)) return withBytesEtag(answer)
  const tagged =
    calendar === null
      ? await withBytesEtag(answer)
      : withEtag(answer, openEtag(calendar, cacheKey, until, config.version))
  return edgeCache.keep(cacheKey, withRouteHeaders(tagged, route), {
    owner: calendar?.id ?? SERVICE,
    until: until === null ? keptUntil : Math.min(keptUntil, until),
    begunAt,
  })
}
