import { checkinsRead } from '../../access/demands.ts'
import type { EventRow } from '../../db/rows.ts'
import { rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { base64url, fromBase64, sha256Hex, utf8 } from '../../kernel/crypto.ts'
import { invalid } from '../../kernel/failure.ts'
import { prefixesOf, tokensWith } from '../../kernel/name-words.ts'
import { planCovers } from '../../kernel/ranks.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { Direction, GuestStatus, Plan } from '../../kernel/vocabulary.ts'
import { both, one, operation } from '../../operation/operation.ts'
import { checkpointOf } from './read-checkins.ts'
import { Manifest, ManifestQuery, type ManifestOutput } from './read-checkins.schema.ts'
import { readManifest, type ManifestPosition, type ManifestRow } from './read-checkins.store.ts'

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

/** Statuses of guests who may arrive at the door. A search by name finds only these. */
const SEARCHABLE: readonly GuestStatus[] = ['CONFIRMED', 'CHECKED_IN', 'PENDING', 'WAITLISTED', 'OFFERED', 'INVITED']

/**
 * Returns a function that adds the fields for a search by name or short code. Returns null if the plan does not include
 * `GET …/checkins/search`.
 */
const searchableBy = async (event: EventRow, plan: Plan, { vault }: Deps) => {
  if (!planCovers(plan, 'PRO')) return null
  const salt = await vault.derive('door-words', event.id)
  const tokensOf = tokensWith(salt)
  const fieldsOf = async ({ id, status, firstName, lastName, shortCode }: ManifestRow) => {
    const [shortCodeHash = null] = await tokensOf(shortCode === null || status === 'TRANSFERRED' ? [] : [shortCode])
    const words = SEARCHABLE.includes(status) ? await tokensOf(prefixesOf(firstName, lastName)) : []
    return { guestId: id, shortCodeHash, words }
  }
  return { salt, fieldsOf }
}

/** Returns the data that a scanner needs offline: hashes of codes and, with `words=true`, of short codes and names. */
export const readDoorManifest = operation({
  id: 'checkins.manifest',
  summary: 'Get the offline check-in manifest',
  description:
    'QR codes are SHA-256 hashes in hex, and there are no names. With `words=true`, contains hashes of short codes and of parts of names, which can be guessed: protect it like a guest list and delete it after the event. Pass `cursor` as `since` to get later changes. An entry can be repeated. While `hasMore` is true, send the next request immediately.',
  subject: 'event',
  access: checkinsRead,
  isDoorWork: true,
  routes: both('GET /events/:eventId/checkins/manifest'),
  query: ManifestQuery,
  answer: one(Manifest),
  async run({ calendar, event, query, actor }, deps) {
    const { db, clock, vault } = deps
    const after = query.since === undefined ? START : decode(query.since)
    const place = (await checkpointOf(event, actor, query.checkpointId, deps))?.id ?? null
    const rows = await rowsFrom(db, readManifest(event.id, { after, place, most: MAX_MANIFEST_ENTRIES }))
    const searchable = query.words === 'true' ? await searchableBy(event, calendar.plan, deps) : null
    const entries = await Promise.all(
      rows.map(async (row) => ({
        ref: await vault.derive('door-ref', row.id),
        codeHash: await sha256Hex(row.qrCode),
        ticketId: row.ticketId,
        ticketName: row.ticketName,
        party: row.partyId === null ? null : await vault.derive('door-ref', row.partyId),
        status: row.status,
        used: usedIn(event.id, row.places),
        ...(await searchable?.fieldsOf(row)),
      })),
    )
    const last = rows.at(-1)
    const reached = last === undefined ? after : { at: last.updatedAt, id: last.id }
    const hasMore = rows.length === MAX_MANIFEST_ENTRIES
    const settled = { at: clock() - SETTLED_AFTER_MS, id: '' }
    const cursor = hasMore || reached.at < settled.at ? reached : settled
    return { cursor: encode(cursor), hasMore, salt: searchable?.salt ?? null, entries }
  },
})
