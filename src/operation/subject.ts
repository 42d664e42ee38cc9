import { isProgram, type Actor } from '../access/actor.ts'
import type { SubjectName } from '../access/subjects.store.ts'
import { invalid } from '../kernel/failure.ts'
import type { Operation } from './operation.ts'

/** Returns the subject that the path names, or null if it names none. */
export const nameInPath = (operation: Operation, params: Record<string, string>): SubjectName | null => {
  const { slug, eventId, rsvpId, seriesId } = params
  if (operation.subject === 'none') return null
  if (operation.subject === 'calendar') return slug === undefined ? null : { by: 'calendarSlug', slug }
  if (operation.subject === 'series') return { by: 'seriesId', id: seriesId ?? '' }
  if (operation.subject === 'guest') return { by: 'guestId', id: rsvpId ?? '' }
  if (operation.subject === 'eventBySlug') {
    const name = slug ?? eventId ?? ''
    return name.startsWith('evt_') ? { by: 'eventId', id: name } : { by: 'eventSlug', slug: name }
  }
  return { by: 'eventId', id: eventId ?? '' }
}

const calendarSlugIn = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && 'calendarSlug' in part ? (part.calendarSlug ?? undefined) : undefined

/** Returns the calendar named in query or body, or the key's own calendar. */
export const nameElsewhere = (
  operation: Operation,
  actor: Actor,
  { query, body }: { query: unknown; body: unknown },
): SubjectName => {
  const slug =
    operation.subjectIn === undefined ? undefined : calendarSlugIn(operation.subjectIn === 'query' ? query : body)
  if (slug === undefined && isProgram(actor)) return { by: 'calendarId', id: actor.calendar.id }
  if (typeof slug !== 'string' || slug === '') throw invalid('calendarSlug', 'must be the slug of a calendar')
  return { by: 'calendarSlug', slug }
}
