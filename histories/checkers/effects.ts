import type { Act, Checker } from '../history.ts'
import { at, done } from '../history.ts'

/** Checks that each effect of a companion occurs as often as expected. */
export const effectsOf =
  (by: Extract<Act, { kind: 'sawEffect' }>['by']): Checker =>
  (history) => {
    const effects = done(history, 'sawEffect').filter(({ act }) => act.by === by)
    const violations = effects.flatMap((entry) => {
      const { what, wanted, seen } = entry.act
      return seen === wanted ? [] : [`${what}: ${seen} instead of ${wanted} (${at(entry)})`]
    })
    return { facts: effects.length, violations }
  }
