import type { CalendarRow } from '../db/rows.ts'
import { revisionQuery } from '../access/subjects.store.ts'
import { rowsFrom } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { fnv1a } from '../kernel/fnv1a.ts'
import type { Instant } from '../kernel/time.ts'

/** The calendar that an open answer is about, as it was read before what the answer says. */
export type Told = Pick<CalendarRow, 'id' | 'contentRevision'>

export const FORM =
  /^"(?<made>[0-9a-z]{1,7})-(?<calendarId>[\w-]{1,60})-(?<revision>[0-9a-z]{1,11})-(?<until>[0-9a-z]{0,11})"$/

/** Of two versions of the service, or for two addresses, no two answers are the same. */
export const madeOf = (version: string, address: string) => fnv1a(`${version} ${address}`).toString(36)

/**
 * Says of an open answer which state of its calendar it shows, and when the clock alone changes it: whoever comes back
 * with it can be told that nothing is new after one small read, and the answer need not be made to compare it.
 */
export const openEtag = ({ id, contentRevision }: Told, address: string, until: Instant | null, version: string) =>
  `"${madeOf(version, address)}-${id}-${contentRevision.toString(36)}-${until === null ? '' : until.toString(36)}"`

/** The tag of `If-None-Match` that is ours for this address, if it still says what an answer would show: one read at most. */
export const stillTrueOf = async (known: string, address: string, { db, clock, config }: Deps) => {
  const made = madeOf(config.version, address)
  const tags = known.split(',').map((given) => FORM.exec(given.trim().replace(/^W\//, '')))
  const ours = tags.find((tag) => tag?.groups?.made === made)
  const [tag, { calendarId = '', revision = '', until = '' } = {}] = [ours?.[0] ?? null, ours?.groups]
  if (tag === null || (until !== '' && Number.parseInt(until, 36) <= clock())) return null
  const [row] = await rowsFrom(db, revisionQuery({ calendarId }))
  return row?.revision.toString(36) === revision ? tag : null
}
