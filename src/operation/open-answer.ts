import { revisionQuery } from '../access/subjects.store.ts'
import { rowsFrom } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { fnv1a } from '../kernel/fnv1a.ts'
import type { Instant } from '../kernel/time.ts'
import type { CalendarState } from './answer.ts'
import { withBytesEtag, withEtag } from './finish.ts'
import type { Operation } from './operation.ts'
import type { ReadRequest } from './request.ts'
import type { Route } from './route.ts'

/** Whether anybody may have the same answer: what it is known by may be told, and a shared cache may keep it. */
export const isOpenAnswer = ({ surface, method, secret }: Route) =>
  surface === 'open' && method === 'GET' && secret !== true

/** The address in one spelling: what the operation does not read cannot make another entry. */
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
  /^"(?<made>[0-9a-z]{1,7})-(?<calendarId>[\w-]{1,60})-(?<revision>[0-9a-z]{1,11})-(?<until>[0-9a-z]{0,11})"$/

/** Of two versions of the service, or for two addresses, no two answers are the same. */
export const madeOf = (version: string, address: string) => fnv1a(`${version} ${address}`).toString(36)

/**
 * Says of an open answer which state of its calendar it shows, and when the clock alone changes it: whoever comes back
 * with it can be told that nothing is new after one small read, and the answer need not be made to compare it.
 */
export const openEtag = (
  { id, contentRevision }: CalendarState,
  address: string,
  until: Instant | null,
  version: string,
) => `"${madeOf(version, address)}-${id}-${contentRevision.toString(36)}-${until === null ? '' : until.toString(36)}"`

/** The tag of `If-None-Match` that is ours for this address, if it still says what an answer would show: one read at most. */
export const stillTrueOf = async (request: Request, address: string, { db, clock, config }: Deps) => {
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

/** Owns the answers that are about no calendar; nothing makes them stale but a new version. */
const SERVICE = 'service'

const isPrivate = (answer: Response) => (answer.headers.get('Cache-Control') ?? '').startsWith('private')

interface Shown {
  cacheKey: string | null
  calendar: CalendarState | null
  /** When the clock alone changes what it says. */
  until: Instant | null
  keptUntil: Instant
  /** What the cache said before anything was read. */
  begunAt: number
}

/** The answer with what it is known by, kept for those who come next. */
export const asKept = async (answer: Response, shown: Shown, { edgeCache, config }: Deps): Promise<Response> => {
  const { cacheKey, calendar, until, keptUntil, begunAt } = shown
  if (cacheKey === null || answer.status !== 200 || isPrivate(answer)) return withBytesEtag(answer)
  const tagged =
    calendar === null
      ? await withBytesEtag(answer)
      : withEtag(answer, openEtag(calendar, cacheKey, until, config.version))
  return edgeCache.keep(cacheKey, tagged, {
    owner: calendar?.id ?? SERVICE,
    until: until === null ? keptUntil : Math.min(keptUntil, until),
    begunAt,
  })
}
