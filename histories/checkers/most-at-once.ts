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
 * Returns the intervals in which something, such as a seat, was certainly held. An interval starts with the response
 * that granted it and ends when the first request that may have released it is sent. A release that overlaps the grant
 * may have followed it, so that grant yields no interval.
 */
export const certainSpells = (taken: readonly Entry[], released: readonly Entry[]) =>
  merged(
    taken.flatMap(({ from, to }): Spell[] => {
      const end = Math.min(Infinity, ...released.filter((release) => release.to > from).map((release) => release.from))
      return end > to ? [[to, end]] : []
    }),
  )

/** Returns the highest number of intervals that overlap, and when it was reached. */
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
