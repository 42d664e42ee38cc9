import type { Act, Checker, Entry, History } from '../history.ts'
import { at, attempts, done } from '../history.ts'

type Admission = Entry<Extract<Act, { kind: 'admit' }>>

/** Derives which guests a read may show as checked in and which it must, from all attempts to check in and undo. */
const doorOf = (history: History) => {
  const admissions = Map.groupBy(attempts(history, 'admit'), ({ act }) => act.guest)
  const undone = Map.groupBy(attempts(history, 'undo'), ({ act }) => act.checkin)
  const undoings = ({ act }: Admission) => (act.checkin === undefined ? [] : (undone.get(act.checkin) ?? []))
  const isOverBefore = (admission: Admission, moment: number) => undoings(admission).some(({ to }) => to < moment)
  const mayBeOverBy = (admission: Admission, moment: number) => undoings(admission).some(({ from }) => from < moment)

  return {
    guests: [...admissions.keys()],
    mayBeIn: (guest: string, read: Entry) =>
      (admissions.get(guest) ?? []).some((each) => each.from < read.to && !isOverBefore(each, read.from)),
    mustBeIn: (guest: string, read: Entry) =>
      (admissions.get(guest) ?? []).some((each) => each.to < read.from && !mayBeOverBy(each, read.to)),
    isPast: (checkin: string, read: Entry) => (undone.get(checkin) ?? []).some(({ to }) => to < read.from),
  }
}

/** Checks that lookup, list and summary reflect every change whose response arrived before they were requested. */
export const freshDoor: Checker = (history) => {
  const { guests, mayBeIn, mustBeIn, isPast } = doorOf(history)
  const [looks, lists, counts] = [done(history, 'sawAtDoor'), done(history, 'sawInside'), done(history, 'sawCount')]
  const violations: string[] = []

  for (const look of looks) {
    const { guest, isIn } = look.act
    if (isIn && !mayBeIn(guest, look)) violations.push(`${guest} was shown as checked in but is not: ${at(look)}`)
    if (!isIn && mustBeIn(guest, look)) violations.push(`${guest} was shown as not checked in but is: ${at(look)}`)
  }
  for (const list of lists) {
    const inside = new Map(list.act.inside.map(({ guest, checkin }) => [guest, checkin]))
    if (inside.size !== list.act.inside.length) violations.push(`the list names a guest twice: ${at(list)}`)
    for (const [guest, checkin] of inside) {
      if (!mayBeIn(guest, list) || isPast(checkin, list))
        violations.push(`the list still names ${guest} (${checkin}): ${at(list)}`)
    }
    for (const guest of guests) {
      if (!inside.has(guest) && mustBeIn(guest, list)) violations.push(`the list lacks ${guest}: ${at(list)}`)
    }
  }
  for (const count of counts) {
    const least = guests.filter((guest) => mustBeIn(guest, count)).length
    const most = guests.filter((guest) => mayBeIn(guest, count)).length
    const { checkedIn } = count.act
    if (checkedIn < least || checkedIn > most)
      violations.push(`the summary counts ${checkedIn}, not ${least} to ${most}: ${at(count)}`)
  }
  return { facts: looks.length + lists.length + counts.length, violations }
}
