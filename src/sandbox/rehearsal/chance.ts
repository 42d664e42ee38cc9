/**
 * Returns random numbers for a seed and a name (mulberry32 over FNV-1a), so that one guest's numbers don't depend on
 * another's.
 */
export const chanceOf = (seed: number, name: string) => {
  let state = seed >>> 0
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    happens: (share: number) => next() < share,
    between: (from: number, to: number) => Math.floor(from + next() * Math.max(0, to - from)),
    pick: <Item>(items: readonly Item[]): Item | undefined => items[below(items.length)],
  }
}

export type Chance = ReturnType<typeof chanceOf>
