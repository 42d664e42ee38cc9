import type { Actor } from '../../access/actor.ts'
import { checkinsRead } from '../../access/demands.ts'
import type { EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { inOneBatch, rowsFrom } from '../../db/statement.ts'
import { base64url, fromBase64, sha256Hex, utf8 } from '../../kernel/crypto.ts'
import { invalid, notFound } from '../../kernel/failure.ts'
import { iso, MINUTE_MS } from '../../kernel/time.ts'
import type { Direction } from '../../kernel/vocabulary.ts'
import { dateOf } from '../../kernel/zoned-time.ts'
import { both, listOf, one, operation } from '../../operation/operation.ts'
import { checkpointsOf, findCheckpoint } from '../checkpoints/index.ts'
import { checkInWindowOf, timesOf } from '../events/index.ts'
import { checkpointIn, toCheckin, toSummary } from './checkins.ts'
import { ListedCheckin, type ListedCheckinOutput } from './checkins.schema.ts'
import {
  Door,
  ListQuery,
  Manifest,
  ManifestQuery,
  Summary,
  SummaryQuery,
  type ManifestOutput,
} from './read-checkins.schema.ts'
import {
  expected,
  selectCheckins,
  occupancies,
  readManifest,
  checkinTally,
  type ListedRow,
  type ManifestPosition,
} from './read-checkins.store.ts'
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

const MAX_MANIFEST_ENTRIES = 2_000
/**
 * A commit may become visible shortly after its `updated_at`. The cursor therefore stays 1 minute behind, and the next
 * request returns the changes of that minute again.
 */
const SETTLED_AFTER_MS = MINUTE_MS
const START: ManifestPosition = { at: 0, id: '' }

const encode = ({ at, id }: ManifestPosition) => base64url(utf8(`${at} ${id}`))

const decode = (cursor: string): ManifestPosition => {
  try {
    const text = new TextDecoder().decode(fromBase64(cursor.replaceAll('-', '+').replaceAll('_', '/')))
    const [, at, id] = /^(\d{1,15}) (\w*)$/.exec(text) ?? []
    if (at !== undefined && id !== undefined) return { at: Number(at), id }
  } catch {
    // Invalid base64 is refused by the `throw` below.
  }
  throw invalid('since', 'must be the cursor of an earlier manifest')
}

/** The guest's last scan at each checkpoint, in the format for offline scanners. */
const usedIn = (eventId: string, places: string): ManifestOutput['entries'][number]['used'] =>
  Object.fromEntries(
    (JSON.parse(places) as [place: string, direction: Direction | null, day: string][]).flatMap(
      ([place, direction, day]) => {
        if (place === eventId) return direction === 'OUT' ? [[place, 'outside' as const]] : []
        if (direction === null) return [[place, day === '' ? true : day]]
        return direction === 'IN' ? [[place, 'inside' as const]] : []
      },
    ),
  )

/** Returns the data that a scanner needs offline: hashes of codes and no personal data. */
export const readDoorManifest = operation({
  id: 'checkins.manifest',
  summary: 'Get the offline check-in manifest',
  description:
    'Contains no personal data: QR codes are SHA-256 hashes in hex. Pass `cursor` as `since` to get later changes. An entry can be repeated. While `hasMore` is true, send the next request immediately.',
  subject: 'event',
  access: checkinsRead,
  isDoorWork: true,
  routes: both('GET /events/:eventId/checkins/manifest'),
  query: ManifestQuery,
  answer: one(Manifest),
  async run({ event, query, actor }, deps) {
    const { db, clock, vault } = deps
    const after = query.since === undefined ? START : decode(query.since)
    const place = (await checkpointOf(event, actor, query.checkpointId, deps))?.id ?? null
    const rows = await rowsFrom(db, readManifest(event.id, { after, place, most: MAX_MANIFEST_ENTRIES }))
    const entries = await Promise.all(
      rows.map(async ({ id, qrCode, ticketId, ticketName, partyId, status, places }) => ({
        ref: await vault.derive('door-ref', id),
        codeHash: await sha256Hex(qrCode),
        ticketId,
        ticketName,
        party: partyId === null ? null : await vault.derive('door-ref', partyId),
        status,
        used: usedIn(event.id, places),
      })),
    )
    const last = rows.at(-1)
    const reached = last === undefined ? after : { at: last.updatedAt, id: last.id }
    const hasMore = rows.length === MAX_MANIFEST_ENTRIES
    const settled = { at: clock() - SETTLED_AFTER_MS, id: '' }
    const cursor = hasMore || reached.at < settled.at ? reached : settled
    return { cursor: encode(cursor), hasMore, entries }
  },
})
