import { checkinsRead } from '../../access/demands.ts'
import { inOneBatch, rowsFrom } from '../../db/statement.ts'
import { base64url, fromBase64, sha256Hex, utf8 } from '../../kernel/crypto.ts'
import { invalid } from '../../kernel/failure.ts'
import { iso, MINUTE_MS } from '../../kernel/time.ts'
import { both, listOf, one, operation } from '../../operation/operation.ts'
import { checkInWindowOf, timesOf } from '../events/index.ts'
import { toCheckin, toSummary } from './checkins.ts'
import {
  Door,
  ListedCheckin,
  ListQuery,
  Manifest,
  ManifestQuery,
  Summary,
  type ListedCheckinOutput,
} from './checkins.schema.ts'
import {
  expected,
  listed,
  readManifest,
  tallied,
  type ListedRow,
  type ManifestPosition,
} from './read-checkins.store.ts'

export const toListedCheckin = ({ conflicts, ...guest }: ListedRow) => ({
  ...toCheckin(guest),
  conflicts: JSON.parse(conflicts) as ListedCheckinOutput['conflicts'],
})

export const listCheckins = operation({
  id: 'checkins.list',
  summary: 'List everyone who is checked in',
  subject: 'event',
  access: checkinsRead,
  routes: both('GET /events/:eventId/checkins'),
  query: ListQuery,
  answer: listOf(ListedCheckin),
  async run({ event, query }, { db }) {
    const filter = { since: query.since ?? null, ticketId: query.ticketId ?? null }
    return (await rowsFrom(db, listed(event.id, filter))).map(toListedCheckin)
  },
})

/** What a scanner says about itself: of which event, since when, and by whose leave. */
export const readDoor = operation({
  id: 'checkins.door',
  summary: 'Read what a scanner shows of the event and of itself',
  subject: 'event',
  access: checkinsRead,
  isDoorWork: true,
  routes: both('GET /events/:eventId/checkins/door'),
  answer: one(Door),
  async run({ event, calendar, actor }, { clock }) {
    const { opensAt, closesAt } = checkInWindowOf(event)
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
      questions: event.registrationQuestions.flatMap(({ label, showAtDoor }) => (showAtDoor === true ? [label] : [])),
      pass:
        actor.kind === 'pass'
          ? { id: actor.passId, label: actor.label, gate: actor.gate, expiresAt: iso(actor.expiresAt) }
          : null,
    }
  },
})

export const summariseCheckins = operation({
  id: 'checkins.summary',
  summary: 'Count who is in and who is expected',
  subject: 'event',
  access: checkinsRead,
  isDoorWork: true,
  routes: both('GET /events/:eventId/checkins/summary'),
  answer: one(Summary),
  async run({ event }, { db }) {
    const read = await inOneBatch(db, { expected: expected(event.id), inside: tallied(event.id) })
    return toSummary(read.expected, read.inside)
  },
})

const MOST_ENTRIES = 2_000
/** A commit may become visible a little after the time that it carries: the last minute is told again. */
const SETTLED_AFTER_MS = MINUTE_MS
const START: ManifestPosition = { at: 0, id: '' }

const encode = ({ at, id }: ManifestPosition) => base64url(utf8(`${at} ${id}`))

const decode = (cursor: string): ManifestPosition => {
  try {
    const text = new TextDecoder().decode(fromBase64(cursor.replaceAll('-', '+').replaceAll('_', '/')))
    const [, at, id] = /^(\d{1,15}) (\w*)$/.exec(text) ?? []
    if (at !== undefined && id !== undefined) return { at: Number(at), id }
  } catch {
    // Not even base64: refused below like any other text.
  }
  throw invalid('since', 'must be a cursor of an earlier manifest')
}

/** What a scanner needs to tell good codes from others while it is offline, and nothing about people. */
export const readDoorManifest = operation({
  id: 'checkins.manifest',
  summary: 'What a scanner needs while it is offline',
  description:
    'Holds no personal data: codes are SHA-256 in hex. Pass `cursor` as `since` to get what has changed; an entry may ' +
    'come twice. While `hasMore` is true, ask again at once.',
  subject: 'event',
  access: checkinsRead,
  isDoorWork: true,
  routes: both('GET /events/:eventId/checkins/manifest'),
  query: ManifestQuery,
  answer: one(Manifest),
  async run({ event, query }, { db, clock }) {
    const after = query.since === undefined ? START : decode(query.since)
    const rows = await readManifest(db, event.id, after, MOST_ENTRIES)
    const entries = await Promise.all(
      rows.map(async ({ qrCode, ticketName, status }) => ({ codeHash: await sha256Hex(qrCode), ticketName, status })),
    )
    const last = rows.at(-1)
    const reached = last === undefined ? after : { at: last.updatedAt, id: last.id }
    const hasMore = rows.length === MOST_ENTRIES
    const settled = { at: clock() - SETTLED_AFTER_MS, id: '' }
    const cursor = hasMore || reached.at < settled.at ? reached : settled
    return { cursor: encode(cursor), hasMore, entries }
  },
})
