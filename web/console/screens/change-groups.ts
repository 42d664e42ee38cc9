import type { ChangeAnswer } from '../../shared/answers.ts'

/** Fields of a guest that a check-in or scan changes. */
const SET_BY_SCAN: readonly string[] = ['status', 'checkedInAt', 'updatedAt']

const guestIn = ({ current }: ChangeAnswer) => (current !== null && 'guestId' in current ? current.guestId : null)
const atTheDoor = ({ object }: ChangeAnswer) => object === 'checkin' || object === 'scan'
const momentOf = ({ at, actor }: ChangeAnswer, guestId: string) => `${at} ${actor.id} ${guestId}`

/** Removes changes of a guest that only repeat a check-in or scan: both are written by the same request. */
export const withoutEchoes = (changes: readonly ChangeAnswer[]) => {
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

/**
 * Groups consecutive check-ins and scans with the same description, for example 40 guests whom one door pass admitted.
 * Every other change is a group of its own. `deedOf` returns the description.
 */
export const groupsOf = (changes: readonly ChangeAnswer[], deedOf: (change: ChangeAnswer) => string) => {
  const groups: [ChangeAnswer, ...ChangeAnswer[]][] = []
  for (const change of changes) {
    const last = groups.at(-1)
    const isSame =
      last !== undefined &&
      atTheDoor(change) &&
      last[0].object === change.object &&
      last[0].actor.id === change.actor.id &&
      last[0].eventId === change.eventId &&
      deedOf(last[0]) === deedOf(change)
    if (isSame) last.push(change)
    else groups.push([change])
  }
  return groups
}
