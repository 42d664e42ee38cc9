import type { ChangeAnswer } from '../../shared/answers.ts'
import { isNew } from './change-words.ts'

/** Fields of a guest that a check-in or scan changes. */
const SET_BY_SCAN: readonly string[] = ['status', 'checkedInAt', 'updatedAt']

const guestIn = ({ current }: ChangeAnswer) => (current !== null && 'guestId' in current ? current.guestId : null)
const atTheDoor = ({ object }: ChangeAnswer) => object === 'checkin' || object === 'scan'
const momentOf = ({ at, actor }: ChangeAnswer, guestId: string) => `${at} ${actor.id} ${guestId}`

/** Pairs of objects that one request writes: the history lists a change of `original` and leaves out that of `echo`. */
const ECHOES = [
  { echo: 'order', original: 'guest', isNew: true },
  { echo: 'ticket', original: 'event', isNew: true },
  { echo: 'guest', original: 'order', isNew: false },
] as const

const requestOf = ({ at, actor, eventId, id, object }: ChangeAnswer) =>
  `${at} ${actor.id} ${object === 'event' ? id : (eventId ?? '')}`

/** Whether `change` repeats another change of its request, for example the first ticket of a new event. */
const isEcho = (change: ChangeAnswer, written: ReadonlySet<string>) =>
  change.op !== 'delete' &&
  ECHOES.some(
    (each) =>
      each.echo === change.object &&
      each.isNew === isNew(change) &&
      (each.isNew || change.fields.every((name) => name === 'status' || name === 'updatedAt')) &&
      written.has(`${each.original} ${each.isNew} ${requestOf(change)}`),
  )

/** Removes changes that repeat another change of the same request. */
export const withoutEchoes = (changes: readonly ChangeAnswer[]) => {
  const written = new Set(changes.map((change) => `${change.object} ${isNew(change)} ${requestOf(change)}`))
  return withoutScanEchoes(changes.filter((change) => !isEcho(change, written)))
}

/** Removes changes of a guest that only repeat a check-in or scan: both are written by the same request. */
const withoutScanEchoes = (changes: readonly ChangeAnswer[]) => {
  const scanned = new Set(
    changes.flatMap((change) => (atTheDoor(change) ? momentOf(change, guestIn(change) ?? '') : [])),
  )
  return changes.filter((change) => {
    const { object, op, id, fields } = change
    if (object !== 'guest' || op === 'delete') return true
    if (fields.every((name) => name === 'updatedAt')) return false
    return !(fields.every((name) => SET_BY_SCAN.includes(name)) && scanned.has(momentOf(change, id)))
  })
}

/** Objects that one request creates several of: the guests of a party and the tickets of an event. */
const isCreatedTogether = (change: ChangeAnswer, last: ChangeAnswer) =>
  (change.object === 'guest' || change.object === 'ticket') && isNew(change) && isNew(last) && change.at === last.at

/**
 * Groups consecutive check-ins and scans with the same description, for example 40 guests whom one door pass admitted,
 * and objects created together. Every other change is a group of its own. `deedOf` returns the description.
 */
export const groupsOf = (changes: readonly ChangeAnswer[], deedOf: (change: ChangeAnswer) => string) => {
  const groups: [ChangeAnswer, ...ChangeAnswer[]][] = []
  for (const change of changes) {
    const last = groups.at(-1)
    const isSame =
      last !== undefined &&
      (atTheDoor(change) || isCreatedTogether(change, last[0])) &&
      last[0].object === change.object &&
      last[0].actor.id === change.actor.id &&
      last[0].eventId === change.eventId &&
      deedOf(last[0]) === deedOf(change)
    if (isSame) last.push(change)
    else groups.push([change])
  }
  return groups
}
