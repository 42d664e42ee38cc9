/** Reads fields of JSON responses from different operations. */
const fieldAt = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (found, step) =>
      typeof found === 'object' && found !== null ? (found as Record<string | number, unknown>)[step] : undefined,
    value,
  )

export const textAt = (value: unknown, ...path: (string | number)[]): string | null => {
  const found = fieldAt(value, path)
  return typeof found === 'string' ? found : null
}

export const listAt = (value: unknown, ...path: (string | number)[]): unknown[] => {
  const found = fieldAt(value, path)
  return Array.isArray(found) ? found : []
}
