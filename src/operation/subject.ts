import type { Actor } from '../access/actor.ts'
import { subjectQuery, type LoadedSubject, type SubjectName } from '../access/subjects.store.ts'
import type { Read } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { Failure, invalid } from '../kernel/failure.ts'
import type { Lazy } from '../kernel/lazily.ts'
import type { Operation, Route } from './operation.ts'
import type { Valid } from './validate.ts'

export const nameInPath = (operation: Operation, params: Record<string, string>): SubjectName | null => {
  const { slug, eventId, rsvpId } = params
  if (operation.subject === 'none') return null
  if (operation.subject === 'calendar') return slug === undefined ? null : { by: 'calendarSlug', slug }
  if (operation.subject === 'guest') return { by: 'guestId', id: rsvpId ?? '' }
  if (operation.subject === 'eventBySlug') {
    const name = slug ?? eventId ?? ''
    return name.startsWith('evt_') ? { by: 'eventId', id: name } : { by: 'eventSlug', slug: name }
  }
  return { by: 'eventId', id: eventId ?? '' }
}

/** A calendar that no path names: the request names it, or the key is of only one. */
export const nameElsewhere = (
  operation: Operation,
  actor: Actor,
  query: Record<string, string>,
  body: unknown,
): SubjectName => {
  const given: unknown =
    operation.subjectIn === 'query'
      ? query.calendarSlug
      : operation.subjectIn === 'body' && typeof body === 'object' && body !== null
        ? (body as { calendarSlug?: unknown }).calendarSlug
        : undefined
  if (given === undefined && actor.kind === 'key') return { by: 'calendarId', id: actor.calendar.id }
  if (typeof given !== 'string' || given === '') throw invalid('calendarSlug', 'must name a calendar')
  return { by: 'calendarSlug', slug: given }
}

export const loadSubject = async (deps: Deps, name: SubjectName, actor: Actor): Promise<LoadedSubject | null> => {
  if (name.by === 'calendarId' && actor.kind === 'key') return { calendar: actor.calendar, event: null, role: null }
  const [subject] = await subjectQuery(deps.db, name, actor.kind === 'session' ? actor.userId : null)
  return subject ?? null
}

/** A request that makes no sense is not read for; the gate tells its faults in their turn. */
export const readAhead = async (
  operation: Operation,
  route: Route,
  name: SubjectName | null,
  valid: Lazy<Promise<Valid>>,
  deps: Deps,
): Promise<Read<unknown> | null> => {
  if (operation.ahead === undefined || name === null) return null
  try {
    return operation.ahead({ ...(await valid()), name, surface: route.surface }, deps)
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}
