import type { Child } from 'hono/jsx/dom'
import type { ChangeAnswer } from '../../shared/answers.ts'
import { clockOf, numberOf } from '../parts/words.ts'
import { historyWords } from '../words/en/history.ts'
import { changedFieldsOf, isNew, statusSetBy, wordFor } from './change-words.ts'

/** The changes in one line of the history, newest first. */
export type Group = readonly [ChangeAnswer, ...ChangeAnswer[]]

/** The actor (`who`) and the objects of the group (`what`), as elements or text. */
interface Named {
  who: Child
  what: Child
}

const spanOf = (group: Group) => {
  const [first, last] = [clockOf(group.at(-1)?.at ?? group[0].at), clockOf(group[0].at)]
  return first === last ? last : `${first}–${last}`
}

const isMessage = (object: ChangeAnswer['object']) => object === 'announcement' || object === 'reminder'

const atTheDoor = (group: Group, { who, what }: Named): Child => {
  const [{ object, current, actor }] = group
  const words = historyWords().sentences
  const scan = current !== null && 'checkpointName' in current ? current : null
  if (group.length > 1) {
    const gate = scan?.checkpointName ?? scan?.gate ?? (actor.type === 'pass' ? who : words.mainDoor)
    if (object === 'checkin') return words.checkIns(group.length, gate, spanOf(group))
    return (scan?.direction === 'OUT' ? words.exits : words.scans)(group.length, gate, spanOf(group))
  }
  if (object === 'checkin') return words.checkedIn(who, what)
  if (scan === null) return words.scanned(who, what)
  const { checkpointName: name, direction } = scan
  if (name === null) return direction === 'OUT' ? words.left(what) : words.cameBack(what)
  if (direction === null) return words.scannedAt(what, name)
  return direction === 'OUT' ? words.leftCheckpoint(what, name) : words.enteredCheckpoint(what, name)
}

const SOURCES: Readonly<Record<string, string>> = { LUMA: 'Luma', EVENTBRITE: 'Eventbrite', PRETIX: 'pretix' }

const jobIn = ({ current }: ChangeAnswer) => (current !== null && 'rowCount' in current ? current : null)

const jobDone = (change: ChangeAnswer, who: Child): Child => {
  const words = historyWords().sentences
  const job = jobIn(change)
  const { source, counts, rowCount } = job ?? { source: null, counts: null, rowCount: null }
  if (counts !== null) {
    const [added, changed] = [numberOf(counts.new), numberOf(counts.changed)]
    const left = numberOf(counts.skipped + counts.refused)
    return words.jobs.imported(who, wordFor(SOURCES, source ?? '') ?? source ?? '', { added, changed, left })
  }
  const rows = numberOf(rowCount ?? 0)
  if (job?.kind === 'ARCHIVE') return words.jobs.archived(who, rows)
  return job?.kind === 'RESTORE' ? words.jobs.restored(who, rows, source ?? '') : words.created.job(who)
}

/** Returns the digest of an archive or restore, to compare it with the other service. */
export const proofOf = (change: ChangeAnswer): string | null => {
  const job = jobIn(change)
  if (job === null || job.kind === 'IMPORT') return null
  const digest = `SHA-256 ${job.digest.replaceAll(/(.{16})(?=.)/g, '$1 ')}`
  return job.isVerified === false ? `${historyWords().sentences.jobs.unverified} ${digest}` : digest
}

const created = (group: Group, status: string, { who, what }: Named): Child => {
  const [{ object, actor }] = group
  const words = historyWords().sentences
  if (object === 'job') return jobDone(group[0], who)
  if (object === 'checkin' || object === 'scan') return atTheDoor(group, { who, what })
  if (object === 'guest' && status === 'INVITED') return words.invited(who, what)
  if (object === 'guest' && actor.type === 'guest') return words.registered(what)
  if (object === 'ticket' && group.length > 1) return words.createdTickets(who, what)
  return words.created[object](who, what)
}

const withStatus = ({ object, actor }: ChangeAnswer, status: string, { who, what }: Named): Child | undefined => {
  const words = historyWords().sentences
  if (object === 'guest' && actor.type === 'guest') {
    const own = wordFor(words.self, status)
    if (own !== undefined) return own(what)
  }
  const forms =
    object === 'guest' ? words.guest : object === 'order' ? words.order : object === 'event' ? words.event : null
  return wordFor(forms ?? (isMessage(object) ? words.message : {}), status)?.(who, what)
}

/** Returns a group as one sentence. It contains field names, but never guests' answers. */
export const sentenceOf = (group: Group, latest: ReadonlySet<number>, named: Named): Child => {
  const [change] = group
  const { object, op, fields } = change
  const words = historyWords().sentences
  if (op === 'delete') return words.deleted[object](named.who)
  if (object === 'checkin' || object === 'scan') return atTheDoor(group, named)
  const status = statusSetBy(change, latest)
  if (isNew(change)) return created(group, status, named)
  const said = fields.includes('status') ? withStatus(change, status, named) : undefined
  if (said !== undefined) return said
  const { some, hasMore } = changedFieldsOf(change)
  if (some.length === 0) return words.changed(named.who, named.what)
  return (hasMore ? words.changedFieldsAndMore : words.changedFields)(named.who, named.what, some)
}
