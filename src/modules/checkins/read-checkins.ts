import type { Actor } from '../../access/actor.ts'
import { checkinsRead } from '../../access/demands.ts'
import type { EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { inOneBatch, rowsFrom } from '../../db/statement.ts'
import { notFound } from '../../kernel/failure.ts'
import { iso } from '../../kernel/time.ts'
import { dateOf } from '../../kernel/zoned-time.ts'
import { both, listOf, one, operation } from '../../operation/operation.ts'
import { checkpointsOf, findCheckpoint } from '../checkpoints/index.ts'
import { checkInWindowOf, timesOf } from '../events/index.ts'
import { checkpointIn, toCheckin, toSummary } from './checkins.ts'
import { ListedCheckin, type ListedCheckinOutput } from './checkins.schema.ts'
import { Door, ListQuery, Summary, SummaryQuery } from './read-checkins.schema.ts'
import { expected, selectCheckins, occupancies, checkinTally, type ListedRow } from './read-checkins.store.ts'
import { expectedAt, outsideCount, listedAt, checkpointTally } from './read-checkpoints.store.ts'

/** Returns the checkpoint of the request, or null for the main door. */
export const checkpointOf = async (event: EventRow, actor: Actor, requested: string | undefined, { db }: Deps) => {
  const id = checkpointIn(actor, requested)
  if (id === null) return null
  const checkpoint = await findCheckpoint(db, event.id, id)
  if (checkpoint === null) throw notFound()
  return checkpoint
}

const inOrderOfScans = (rows: readonly ListedRow[]) =>
  rows.toSorted((left, right) => left.checkedInAt - right.checkedInAt)

export const toListedCheckin = ({ conflicts, ...guest }: ListedRow) => ({
  ...toCheckin(guest),
  conflicts: JSON.parse(conflicts) as ListedCheckinOutput['conflicts'],
})

export const listCheckins = operation({
  id: 'checkins.list',
  summary: 'List check-ins',
  description:
    'With `checkpointId`, lists the guests scanned there. At doors that record exits, every scan is a separate item.',
  subject: 'event',
  access: checkinsRead,
  routes: both('GET /events/:eventId/checkins'),
  query: ListQuery,
  answer: listOf(ListedCheckin),
  async run({ event, query, actor }, deps) {
    const filter = { since: query.since ?? null, ticketId: query.ticketId ?? null }
    const checkpoint = await checkpointOf(event, actor, query.checkpointId, deps)
    const rows =
      checkpoint !== null
        ? await rowsFrom(deps.db, listedAt(event.id, checkpoint.id, filter))
        : event.reentry
          ? inOrderOfScans(
              (
                await inOneBatch(deps.db, [selectCheckins(event.id, filter), listedAt(event.id, event.id, filter)])
              ).flat(),
            )
          : await rowsFrom(deps.db, selectCheckins(event.id, filter))
    return rows.map(toListedCheckin)
  },
})

/** The data for a scanner's screen: the event, the opening hours of check-in and the door pass in use. */
export const readDoor = operation({
  id: 'checkins.door',
  summary: 'Get door settings for a scanner',
  subject: 'event',
  access: checkinsRead,
  isDoorWork: true,
  routes: both('GET /events/:eventId/checkins/door'),
  answer: one(Door),
  async run({ event, calendar, actor }, { db, clock }) {
    const { opensAt, closesAt } = checkInWindowOf(event)
    const bound = actor.kind === 'pass' ? actor.checkpointId : null
    const checkpoints = await rowsFrom(db, checkpointsOf(event.id))
    return {
      eventId: event.id,
      eventSlug: event.slug,
      title: event.title,
      calendarSlug: calendar.slug,
      calendarName: calendar.name,
      status: event.status,
      ...timesOf(event),
      allDay: event.allDay,
      timezone: event.timezone,
      checkInOpensAt: iso(opensAt),
      checkInClosesAt: iso(closesAt),
      now: iso(clock()),
      reentry: event.reentry,
      checkpoints: checkpoints
        .filter(({ id }) => bound === null || id === bound)
        .map(({ id, name, mode, ticketIds, limit, ...own }) => ({
          id,
          name,
          mode,
          ticketIds,
          opensAt: iso(own.opensAt ?? opensAt),
          closesAt: iso(own.closesAt ?? closesAt),
          limit,
        })),
      questions: event.registrationQuestions.flatMap(({ label, showAtDoor }) => (showAtDoor === true ? [label] : [])),
      pass:
        actor.kind === 'pass'
          ? {
              id: actor.passId,
              label: actor.label,
              gate: actor.gate,
              checkpointId: actor.checkpointId,
              expiresAt: iso(actor.expiresAt),
            }
          : null,
    }
  },
})

export const summariseCheckins = operation({
  id: 'checkins.summary',
  summary: 'Get check-in counts',
  description:
    'Counts the guests expected and checked in at the main door or one checkpoint. Either way, the response includes the occupancy of every checkpoint.',
  subject: 'event',
  access: checkinsRead,
  isDoorWork: true,
  routes: both('GET /events/:eventId/checkins/summary'),
  query: SummaryQuery,
  answer: one(Summary),
  async run({ event, query, actor }, deps) {
    const today = dateOf(deps.clock(), event.timezone)
    const place = (await checkpointOf(event, actor, query.checkpointId, deps))?.id ?? null
    const read = await inOneBatch(deps.db, {
      expected: place === null ? expected(event.id) : expectedAt(event.id, place),
      inside: place === null ? checkinTally(event.id) : checkpointTally(place, today),
      outside: place === null ? [outsideCount(event.id)] : [],
      checkpoints: occupancies(event.id, today),
    })
    const outside = -(read.outside[0]?.[0]?.inside ?? 0)
    return toSummary(read.expected, read.inside, { outside, checkpoints: read.checkpoints })
  },
})
