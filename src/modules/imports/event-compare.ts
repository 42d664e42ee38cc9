import type { EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { sha256Hex } from '../../kernel/crypto.ts'
import type { EventFields } from '../events/index.ts'
import type { CheckedEvent } from './event-check.ts'
import type { EventLine } from './event-csv.ts'
import type { ImportedObject } from './imported-events.store.ts'
import { reason, type Reason } from './report-sentences.ts'

export interface EventComparison {
  result: 'changed' | 'same' | 'skipped'
  /** Fields that the import changes. */
  fields: string[]
  reasons: Reason[]
  /** The event before and after the import. */
  change?: { before: EventRow; after: EventRow }
}

/** The parts of an event that an import changes. Each part changes as a whole. */
const PARTS: Readonly<Record<string, (event: EventFields) => Partial<EventFields>>> = {
  title: ({ title }) => ({ title }),
  description: ({ description }) => ({ description }),
  when: ({ startAt, endAt, timezone, allDay, startDate, endDate }) => ({
    startAt,
    endAt,
    timezone,
    allDay,
    startDate,
    endDate,
  }),
  place: ({ location, locationType, meetingUrl }) => ({ location, locationType, meetingUrl }),
  tags: ({ tags }) => ({ tags }),
}

const DIGEST_LENGTH = 16
const digestOf = async (value: unknown) => (await sha256Hex(JSON.stringify(value))).slice(0, DIGEST_LENGTH)
const digestsOf = async (event: EventFields) =>
  Object.fromEntries(
    await Promise.all(Object.entries(PARTS).map(async ([name, part]) => [name, await digestOf(part(event))] as const)),
  )

/** Returns digests of the line's fields. Those of a series include its dates, which are reported but not changed. */
export const digestsOfLine = async (
  { repeats }: EventLine,
  fields: EventFields,
): Promise<Readonly<Record<string, string>>> => ({
  ...(await digestsOf(fields)),
  ...(repeats === undefined ? {} : { dates: await digestOf(repeats) }),
})

/** Compares the line with the event that an earlier import created from it. Fields that were edited here are kept. */
export const compareEvent = async (
  { event, fields }: CheckedEvent & { fields: EventFields },
  known: ImportedObject,
  digests: Readonly<Record<string, string>>,
  deps: Deps,
): Promise<EventComparison> => {
  const plain = { fields: [], reasons: [] }
  const moved = Object.keys(digests).filter(
    (name) => known.fields[name] !== undefined && digests[name] !== known.fields[name],
  )
  if (!known.isThere) return { ...plain, result: 'skipped', reasons: [reason('deleted_here')] }
  if (moved.length === 0) return { ...plain, result: 'same' }
  const before = known.event
  if (before === null || event === undefined)
    return { ...plain, result: 'skipped', reasons: [reason('series_changed')] }
  const present = await digestsOf(before)
  const open = moved.filter((name) => present[name] === known.fields[name])
  const kept = moved.filter((name) => !open.includes(name))
  const reasons = kept.length === 0 ? [] : [reason('edited_here', { fields: kept.join(', ') })]
  if (open.length === 0) return { ...plain, result: 'same', reasons }
  const changes = Object.assign({}, ...open.map((name) => PARTS[name]?.(fields))) as Partial<EventFields>
  const isMoved = open.includes('when') || open.includes('place')
  const after = {
    ...before,
    ...changes,
    sequence: before.sequence + (isMoved ? 1 : 0),
    updatedAt: Math.max(before.updatedAt, deps.clock()),
  }
  return { result: 'changed', fields: open, reasons, change: { before, after } }
}
