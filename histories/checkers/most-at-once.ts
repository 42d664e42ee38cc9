import type { Entry } from '../history.ts'

type Spell = readonly [from: number, to: number]

const merged = (spells: readonly Spell[]) => {
  const apart: [number, number][] = []
  for (const [from, to] of spells.toSorted((a, b) => a[0] - b[0])) {
    const last = apart.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else apart.push([from, to])
  }
  return apart
}

/**
 * Returns the intervals in which something was certainly held: from each answer that granted it until the first request
 * is sent that may have released it. A release that overlaps the granting may have followed it, so it leaves no certain
 * interval.
 */
export const certainSpells = (taken: readonly Entry[], released: readonly Entry[]) =>
  merged(
    taken.flatMap(({ from, to }): Spell[] => {
      const end = Math.min(Infinity, ...released.filter((release) => release.to > from).map((release) => release.from))
      return end > to ? [[to, end]] : []
    }),
  )

/** Returns the highest number of simultaneous intervals. */
export const mostAtOnce = (spells: readonly Spell[]) => {
  const edges = spells.flatMap(([from, to]) => [
    { at: from, change: 1 },
    { at: to, change: -1 },
  ])
  let held = 0
  let most = { held: 0, at: 0 }
  for (const { at, change } of edges.toSorted((a, b) => a.at - b.at || a.change - b.change)) {
    held += change
    if (held > most.held) most = { held, at }
  }
  return most
}
