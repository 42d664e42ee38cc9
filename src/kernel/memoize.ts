const MAX_ENTRIES = 500

/**
 * Returns the cached value for `key`, creating it if there is none. Callers may choose the keys and could otherwise
 * make the map grow without bound, so it is cleared when it reaches `MAX_ENTRIES` (500).
 */
export const memoize = <Key, Value>(cache: Map<Key, Value>, key: Key, create: () => Value): Value => {
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  if (cache.size >= MAX_ENTRIES) cache.clear()
  const value = create()
  cache.set(key, value)
  return value
}
