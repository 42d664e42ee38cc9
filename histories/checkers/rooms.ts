import type { Act, Checker, Entry } from '../history.ts'
import { at, attempts, done } from '../history.ts'

type Passage = Entry<Extract<Act, { kind: 'pass' }>>

/**
 * Checks that a guest alternately enters and leaves a room: between two entries there must be an exit, and between two
 * exits an entry.
 */
export const rooms: Checker = (history) => {
  const byGuest = Map.groupBy(attempts(history, 'pass'), ({ act }) => act.guest)
  const violations: string[] = []
  const liesBetween = (first: Passage, second: Passage, others: readonly Passage[]) =>
    others.some((other) => other.to > first.from && other.from < second.to)

  for (const [guest, passages] of byGuest) {
    const ways = Map.groupBy(passages, ({ act }) => act.way)
    for (const [way, ofWay] of ways) {
      const others = ways.get(way === 'IN' ? 'OUT' : 'IN') ?? []
      const certain = ofWay.filter(({ outcome }) => outcome === 'done')
      for (const [index, first] of certain.entries()) {
        for (const second of certain.slice(index + 1)) {
          if (first.act.scan === second.act.scan) continue
          if (!liesBetween(first, second, others) && !liesBetween(second, first, others))
            violations.push(`${guest} went ${way} twice: ${at(first)} and ${at(second)}`)
        }
        if (way === 'OUT' && !others.some((entry) => entry.from < first.to))
          violations.push(`${guest} went OUT without going IN: ${at(first)}`)
      }
    }
  }
  return { facts: done(history, 'pass').length, violations }
}
