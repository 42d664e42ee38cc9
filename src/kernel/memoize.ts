const MAX_ENTRIES = 500

/**
 * What is costly to make is made once for each key. Keys come from whoever calls, so no such map grows for ever: a full
 * one begins anew.
 */
export const memoize = <Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const before = known.get(key)
  if (before !== undefined) return before
  if (known.size >= MAX_ENTRIES) known.clear()
  const made = make()
  known.set(key, made)
  return made
}
