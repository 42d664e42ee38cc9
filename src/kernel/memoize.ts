const MAX_ENTRIES = 500

/**
 * Returns the cached value of `key`, or creates it. Keys may come from callers, so the map is cleared at `MAX_ENTRIES`
 * (500). Otherwise a caller could create it grow without bound.
 */
export const memoize = <Key, Value>(cache: Map<Key, Value>, key: Key, create: () => Value): Value => {
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  if (cache.size >= MAX_ENTRIES) cache.clear()
  const value = create()
  cache.set(key, value)
  return value
}
