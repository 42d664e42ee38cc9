import { MINUTE_MS, type Instant } from '../kernel/time.ts'
import { FORM, madeOf } from '../operation/open-answer.ts'
import type { CachePolicy, Visit } from './page.ts'

const PAGE = /^"(?<made>[0-9a-z]+)\.(?<until>[0-9a-z]*)\.(?<answer>[\w-]+)"$/

/** No page says more than its address asks for. */
export const addressOf = ({ url }: Visit) => `${url.pathname}${url.search}`

const madeFor = (visit: Visit) => madeOf(visit.config.version, addressOf(visit))

const instantOf = (text = '') => (text === '' ? Number.POSITIVE_INFINITY : Number.parseInt(text, 36))

type Answers = readonly [{ response: Response }, ...{ response: Response }[]]

/** The state of the calendar that all of the answers show; null where it changed in between. */
const stateOf = (answers: Answers): CachePolicy | null => {
  const tags = answers.map(({ response }) => FORM.exec(response.headers.get('ETag') ?? '')?.groups)
  const [first] = tags
  const isOne = tags.every((tag) => tag?.calendarId === first?.calendarId && tag?.revision === first?.revision)
  if (first?.calendarId === undefined || !isOne) return null
  return { owner: first.calendarId, until: Math.min(...tags.map((tag) => instantOf(tag?.until))) }
}

const AT_MOST_MS = MINUTE_MS
export const FRESH = { 'Cache-Control': 'public, max-age=0, must-revalidate' }

const keptIn = ({ owner, until }: CachePolicy, { now }: Visit, changesAt = Number.POSITIVE_INFINITY): CachePolicy => ({
  owner,
  until: Math.min(until, changesAt, now + AT_MOST_MS),
})

/** How long what is made of open answers of one calendar may be kept. */
export const keptBy = (visit: Visit, answers: Answers): CachePolicy | undefined => {
  const state = stateOf(answers)
  return state === null ? undefined : keptIn(state, visit)
}

/**
 * What a page says of itself that is made of open answers of one calendar. Its tag is that of the first, which was asked before
 * the others, and when the clock alone changes the page. Where the calendar changed in between, the page is known by its bytes.
 */
export const knownBy = (
  visit: Visit,
  answers: Answers,
  changesAt: Instant = Number.POSITIVE_INFINITY,
): { headers: Record<string, string>; kept: CachePolicy | undefined } => {
  const state = stateOf(answers)
  if (state === null) return { headers: FRESH, kept: undefined }
  const until = Math.min(changesAt, state.until)
  const written = Number.isFinite(until) ? until.toString(36) : ''
  const tag = `"${madeFor(visit)}.${written}.${answers[0].response.headers.get('ETag')?.replaceAll('"', '')}"`
  return { headers: { ...FRESH, ETag: tag }, kept: keptIn(state, visit, changesAt) }
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
    headers: { ...FRESH, ETag: ours[0] },
  })
}
