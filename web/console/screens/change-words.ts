import type { ChangeAnswer } from '../../shared/answers.ts'
import { moneyOf } from '../parts/words.ts'
import { termsWords } from '../words/en/terms.ts'
import { historyWords } from '../words/en/history.ts'

const callerWords = ({ actor }: Pick<ChangeAnswer, 'actor'>, me: string) => {
  const words = historyWords().actors
  const { type, id, label } = actor
  if (type === 'user' && id === me) return words.you
  if (label === null) return type === 'user' ? termsWords().unnamedMember : words[type]
  if (type === 'key') return words.namedKey(label)
  if (type === 'app') return words.namedApp(label)
  if (type === 'pass') return words.namedPass(label)
  return type === 'system' ? words.namedSystem(label) : label
}

/** Returns who made the change and by which assistant. */
export const actorWords = (change: Pick<ChangeAnswer, 'actor'>, me: string) => {
  const who = callerWords(change, me)
  const { via } = change.actor
  return via === null ? who : historyWords().actors.viaAssistant(who, via)
}

/** Returns the entry under `key`, or undefined if this version of the page doesn't have one. */
export const wordFor = <Word>(words: Readonly<Record<string, Word>>, key: string) =>
  Object.hasOwn(words, key) ? words[key] : undefined

const fieldWords = (name: string) =>
  wordFor(historyWords().fields, name) ?? name.replaceAll(/([A-Z])/g, ' $1').toLowerCase()

/** Maximum number of field names in one line of the history. */
const MOST_NAMED = 4

/** Whether a change created the object: an insert lists every field, and no update changes `createdAt`. */
export const isNew = ({ fields }: Pick<ChangeAnswer, 'fields'>) => fields.includes('createdAt')

/** Returns the status that a change set, or an empty string if it is not known. See `latestOf`. */
export const statusSetBy = ({ seq, current }: ChangeAnswer, latest: ReadonlySet<number>) =>
  latest.has(seq) && current !== null && 'status' in current && typeof current.status === 'string' ? current.status : ''

/** Returns the names of the changed fields, each once, and whether there are more than one line shows. */
export const changedFieldsOf = ({ fields }: ChangeAnswer) => {
  const named = [...new Set(fields.filter((name) => name !== 'updatedAt').map(fieldWords))]
  return { some: named.slice(0, MOST_NAMED), hasMore: named.length > MOST_NAMED }
}

/**
 * Returns the `seq` of each object's latest status change. `changes` is sorted newest first. `current` holds only the
 * present status, so for earlier changes it is not known which status they set.
 */
export const latestOf = (changes: readonly ChangeAnswer[]): ReadonlySet<number> => {
  const latest = new Map<string, number>()
  for (const { id, seq, fields } of changes) if (fields.includes('status') && !latest.has(id)) latest.set(id, seq)
  return new Set(latest.values())
}

/** Describes the effect of a scan at a checkpoint, or of an exit or return at the main door. */
const scanWords = (current: ChangeAnswer['current']) => {
  const words = historyWords().scans
  if (current === null || !('checkpointName' in current)) return words.scanned
  const { checkpointName: name, direction } = current
  if (name === null) return direction === 'OUT' ? words.left : words.cameBack
  if (direction === null) return words.scannedAt(name)
  return direction === 'OUT' ? words.leftCheckpoint(name) : words.enteredCheckpoint(name)
}

/** Returns a short description of a change. It contains field names, but never guests' answers. */
export const deedOf = (change: ChangeAnswer, latest: ReadonlySet<number>) => {
  const { object, op, fields, current } = change
  const words = historyWords()
  if (op === 'delete') return words.deleted[object]
  if (object === 'checkin') return words.scans.checkedIn
  if (object === 'scan') return scanWords(current)
  if (object === 'refund' && fields.includes('amount')) return words.refunded
  const status = statusSetBy(change, latest)
  if (isNew(change)) return status === 'INVITED' ? words.created.invitedGuest : words.created[object]
  if (object === 'order' && status === 'PENDING') return words.unpaid
  const statusWord = wordFor(words.statuses, status)
  if (fields.includes('status') && statusWord !== undefined) return statusWord
  const { some, hasMore } = changedFieldsOf(change)
  if (some.length === 0) return words.changed
  return hasMore ? words.changedFieldsAndMore(some) : words.changedFields(some)
}

/** Returns the name of the changed object, or its id if the object no longer exists. */
export const subjectOf = ({ current, id, object }: ChangeAnswer): string => {
  if (current === null) return object === 'guest' ? historyWords().subjects.erasedGuest : id
  if ('title' in current) return current.title
  if ('firstName' in current) return `${current.firstName} ${current.lastName}`.trim() || current.email
  if ('guestName' in current) return current.guestName
  if ('number' in current) return current.number
  if ('digest' in current) return current.digest
  if ('amount' in current) return moneyOf(current.amount, current.currency)
  if ('subject' in current) return current.subject
  if ('code' in current) return current.code
  if ('name' in current) return current.name
  return id
}
