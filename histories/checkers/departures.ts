import type { Act, Checker, Entry, History } from '../history.ts'
import { at, attempts, done } from '../history.ts'

type Scan = Entry<Extract<Act, { kind: 'scan' }>>
type Departure = Entry<Extract<Act, { kind: 'depart' }>>
interface Of {
  act: { guest: string }
}

const byGuest = <Each extends Of>(entries: readonly Each[]) => {
  const groups = Map.groupBy(entries, ({ act }) => act.guest)
  return (guest: string) => groups.get(guest) ?? []
}

/** Whether `between` may have taken effect after `first` began and before `second` ended. */
const mayLieBetween = (first: Entry, between: Entry, second: Entry) =>
  between.to > first.from && between.from < second.to
const liesBetween = (first: Entry, between: Entry, second: Entry) =>
  between.outcome === 'done' && between.from > first.to && between.to < second.from

const GONE = ['CANCELLED', 'DECLINED', 'TRANSFERRED']
const IN = 'CHECKED_IN'

/**
 * Derives which statuses a read of a guest may show and which it must show, from all attempts to check in, undo, leave
 * and restore.
 */
const gateOf = (history: History) => {
  const scans = byGuest(attempts(history, 'scan'))
  const undoings = byGuest(attempts(history, 'takeBack'))
  const departures = byGuest(attempts(history, 'depart'))
  const restorings = byGuest(attempts(history, 'restore'))

  /**
   * Returns the entries that may end a check-in: an undo, or a moderator's status change in either direction. A guest's
   * own cancellation never ends a check-in.
   */
  const endings = ({ act: { guest, checkin } }: Scan): Entry[] => [
    ...undoings(guest).filter(({ act }) => checkin === undefined || act.checkin === checkin),
    ...departures(guest).filter(({ act }) => act.by === 'moderator'),
    ...restorings(guest),
  ]
  return {
    guests: new Set([...attempts(history, 'scan'), ...attempts(history, 'depart')].map(({ act }) => act.guest)),
    scans,
    departures,
    restorings,
    endings,
    mayBeIn: (guest: string, read: Entry) =>
      scans(guest).some((scan) => scan.from < read.to && !endings(scan).some((end) => liesBetween(scan, end, read))),
    mustBeIn: (guest: string, read: Entry) =>
      scans(guest).some((scan) => scan.to < read.from && !endings(scan).some((end) => mayLieBetween(scan, end, read))),
    mayBeGone: (guest: string, status: string, read: Entry) =>
      departures(guest).some(
        (left) =>
          left.act.to === status &&
          left.from < read.to &&
          !restorings(guest).some((back) => liesBetween(left, back, read)),
      ),
    mustBeGone: (guest: string, read: Entry) =>
      departures(guest).some(
        (left) =>
          left.act.by !== 'refund' &&
          left.to < read.from &&
          !restorings(guest).some((back) => mayLieBetween(left, back, read)),
      ),
  }
}

/**
 * Checks that when a guest cancels while being checked in, exactly one of the two takes effect. Both may do so only if
 * an undo or a restored registration may lie between them. A refusal counts as a read, so if neither took effect, the
 * status it names cannot be explained.
 */
export const departures: Checker = (history) => {
  const gate = gateOf(history)
  const violations: string[] = []
  let facts = 0

  const explains = (scan: Scan, left: Departure) =>
    gate.endings(scan).some((end) => end !== left && mayLieBetween(scan, end, left)) ||
    gate.restorings(scan.act.guest).some((back) => mayLieBetween(left, back, scan)) ||
    // A moderator's decision ends an earlier check-in. A later check-in must be refused, because the guest has left.
    (left.act.by === 'moderator' && left.to > scan.from)
  for (const guest of gate.guests) {
    const scans = gate.scans(guest).filter(({ outcome }) => outcome === 'done')
    const certain = gate.departures(guest).filter(({ outcome, act }) => outcome === 'done' && act.by !== 'refund')
    for (const scan of scans) {
      for (const left of certain) {
        facts += 1
        if (!explains(scan, left))
          violations.push(`${guest} checked in and cancelled as well: ${at(scan)} and ${at(left)}`)
      }
    }
    for (const [index, first] of scans.entries()) {
      for (const second of scans.slice(index + 1)) {
        if (first.act.checkin === second.act.checkin) continue
        const isOver = (one: Scan, other: Scan) => gate.endings(one).some((end) => mayLieBetween(one, end, other))
        if (!isOver(first, second) && !isOver(second, first))
          violations.push(`${guest} checked in twice: ${at(first)} and ${at(second)}`)
      }
    }
  }

  const reads = done(history, 'sawStanding')
  for (const read of reads) {
    const { guest, status, isIn } = read.act
    const saw = `${guest} was seen ${status}`
    if (isIn !== undefined && isIn !== (status === IN))
      violations.push(`${saw} and ${isIn ? '' : 'not '}checked in: ${at(read)}`)
    if (status === IN && !gate.mayBeIn(guest, read)) violations.push(`${saw}, but no check-in explains it: ${at(read)}`)
    if (status !== IN && gate.mustBeIn(guest, read)) violations.push(`${saw}, but they are checked in: ${at(read)}`)
    if (GONE.includes(status) && !gate.mayBeGone(guest, status, read))
      violations.push(`${saw}, but no cancellation explains it: ${at(read)}`)
    if (!GONE.includes(status) && gate.mustBeGone(guest, read))
      violations.push(`${saw}, but they had left: ${at(read)}`)
  }
  return { facts: facts + reads.length, violations }
}
