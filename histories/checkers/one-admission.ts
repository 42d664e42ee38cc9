import type { Checker, Entry } from '../history.ts'
import { at, attempts, done } from '../history.ts'

/** Checks that of two check-ins of one guest, the first was undone before the second. */
export const oneAdmission: Checker = (history) => {
  const admissions = done(history, 'admit')
  const undone = Map.groupBy(attempts(history, 'undo'), ({ act }) => act.checkin)
  const mayEndBefore = (first: Entry<{ kind: 'admit'; guest: string; checkin?: string }>, second: Entry) =>
    (undone.get(first.act.checkin ?? '') ?? []).some(({ from }) => from < second.to) && first.from < second.to

  const violations: string[] = []
  for (const [guest, ofGuest] of Map.groupBy(admissions, ({ act }) => act.guest)) {
    for (const [index, first] of ofGuest.entries()) {
      for (const second of ofGuest.slice(index + 1)) {
        if (first.act.checkin === second.act.checkin) continue
        if (mayEndBefore(first, second) || mayEndBefore(second, first)) continue
        violations.push(`${guest} was checked in twice: ${at(first)} and ${at(second)}`)
      }
    }
  }
  return { facts: admissions.length, violations }
}
