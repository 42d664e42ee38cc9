import type { Checker } from '../history.ts'
import { at, attempts, done } from '../history.ts'
import { certainSpells, mostAtOnce } from './most-at-once.ts'

/** Checks that no read shows more seats taken than exist, and that no more were certainly taken at any moment. */
export const seats: Checker = (history) => {
  const reads = done(history, 'sawSeats')
  const taken = done(history, 'takeSeat')
  const left = Map.groupBy(attempts(history, 'leaveSeat'), ({ act }) => act.guest)

  const overfull = reads.flatMap((read) => {
    const capacity = history.limits.seats[read.act.event] ?? 0
    return read.act.held > capacity
      ? [`${read.act.event} showed ${read.act.held} of ${capacity} seats taken: ${at(read)}`]
      : []
  })
  const overbooked = Object.entries(history.limits.seats).flatMap(([event, capacity]) => {
    const byGuest = Map.groupBy(
      taken.filter(({ act }) => act.event === event),
      ({ act }) => act.guest ?? '',
    )
    const spells = [...byGuest].flatMap(([guest, entries]) => certainSpells(entries, left.get(guest) ?? []))
    const most = mostAtOnce(spells)
    return most.held > capacity ? [`${event} gave ${most.held} of ${capacity} seats at ${most.at.toFixed(1)} ms`] : []
  })
  return { facts: reads.length + taken.length, violations: [...overfull, ...overbooked] }
}
