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
  { echo: 'event', original: 'series', isNew: true },
  { echo: 'guest', original: 'order', isNew: false },
] as const

const requestOf = ({ at, actor, eventId, id, object }: ChangeAnswer) =>
  `${at} ${actor.id} ${object === 'event' ? id : (eventId ?? '')}`

/** The dates of a new series are separate events, which the series doesn't name. */
const originalOf = (change: ChangeAnswer) =>
  change.object === 'event' ? `${change.at} ${change.actor.id} ` : requestOf(change)

/** Whether `change` repeats another change of its request, for example the first ticket of a new event. */
const isEcho = (change: ChangeAnswer, written: ReadonlySet<string>) =>
  change.op !== 'delete' &&
  ECHOES.some(
    (each) =>
      each.echo === change.object &&
      each.isNew === isNew(change) &&
      (each.isNew || change.fields.every((name) => name === 'status' || name === 'updatedAt')) &&
      written.has(`${each.original} ${each.isNew} ${originalOf(change)}`),
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

/** Objects that one request creates several of: guests of a party, tickets of an event and dates of a series. */
const isCreatedTogether = (change: ChangeAnswer, last: ChangeAnswer) =>
  ['guest', 'ticket', 'event'].includes(change.object) && isNew(change) && isNew(last) && change.at === last.at

const isRegistration = (change: ChangeAnswer) =>
  change.object === 'guest' && change.actor.type === 'guest' && isNew(change)

/** Scans and registrations join a group from which other changes separate them, if they are at most this far apart. */
const APART_MS = 30 * 60_000

/**
 * Groups changes with the same description: check-ins and scans, for example of 40 guests whom one door pass admitted,
 * registrations for the same event, and objects created together. Every other change is a separate group. `deedOf`
 * returns the description. `changes` is sorted newest first.
 */
export const groupsOf = (changes: readonly ChangeAnswer[], deedOf: (change: ChangeAnswer) => string) => {
  const groups: [ChangeAnswer, ...ChangeAnswer[]][] = []
  const isSame = (change: ChangeAnswer, [first]: readonly [ChangeAnswer, ...ChangeAnswer[]]) =>
    (atTheDoor(change) || isRegistration(change) || isCreatedTogether(change, first)) &&
    first.object === change.object &&
    first.actor.type === change.actor.type &&
    first.actor.id === change.actor.id &&
    first.actor.via === change.actor.via &&
    (first.eventId === change.eventId || change.object === 'event') &&
    isNew(first) === isNew(change) &&
    deedOf(first) === deedOf(change)
  for (const change of changes) {
    const last = groups.findLast(
      (group, index) =>
        isSame(change, group) &&
        (index === groups.length - 1 || Date.parse(group.at(-1)?.at ?? '') - Date.parse(change.at) <= APART_MS),
    )
    if (last === undefined) groups.push([change])
    else last.push(change)
  }
  return groups
}
