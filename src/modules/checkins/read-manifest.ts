import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { base64url, fromBase64, sha256Hex, utf8 } from '../../kernel/crypto.ts'
import { invalid } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import type { ManifestQuery } from './checkins.schema.ts'
import { readManifest, type ManifestPosition } from './checkins.store.ts'

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
export const readDoorManifest = async (
  { event, query }: Call<unknown, Parsed<typeof ManifestQuery>, unknown, 'event'>,
  deps: Deps,
) => {
  const after = query.since === undefined ? START : decode(query.since)
  const rows = await readManifest(deps.db, event.id, after, MOST_ENTRIES)
  const entries = await Promise.all(
    rows.map(async ({ qrCode, ticketName, status }) => ({ codeHash: await sha256Hex(qrCode), ticketName, status })),
  )
  const last = rows.at(-1)
  const reached = last === undefined ? after : { at: last.updatedAt, id: last.id }
  const hasMore = rows.length === MOST_ENTRIES
  const settled = { at: deps.clock() - SETTLED_AFTER_MS, id: '' }
  const cursor = hasMore || reached.at < settled.at ? reached : settled
  return { cursor: encode(cursor), hasMore, entries }
}
