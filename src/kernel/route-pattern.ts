const segmentsOf = (path: string) => path.split('/')
const isName = (segment: string | undefined) => segment?.startsWith(':') === true

/**
 * Matches a path against a pattern such as `/events/:eventId`. Returns the parameters, still URL-encoded, or null if
 * the path does not match.
 */
export const matchRoute = (pattern: string, path: string): Record<string, string> | null => {
  const [patternSegments, pathSegments] = [segmentsOf(pattern), segmentsOf(path)]
  if (patternSegments.length !== pathSegments.length) return null
  const pairs = patternSegments.map((segment, index) => [segment, pathSegments[index] ?? ''] as const)
  if (!pairs.every(([segment, value]) => (isName(segment) ? value !== '' : segment === value))) return null
  return Object.fromEntries(pairs.flatMap(([segment, value]) => (isName(segment) ? [[segment.slice(1), value]] : [])))
}

/** Whether a path can match both patterns. */
export const overlaps = (left: string, right: string) => {
  const [a, b] = [segmentsOf(left), segmentsOf(right)]
  return a.length === b.length && a.every((part, index) => part === b[index] || isName(part) || isName(b[index]))
}

/** Sorts patterns so that a literal segment wins over a parameter when both match a path. */
export const byLiteralFirst = (left: string, right: string) => {
  const [a, b] = [segmentsOf(left), segmentsOf(right)]
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const difference = Number(isName(a[index])) - Number(isName(b[index]))
    if (difference !== 0) return difference
  }
  // Compares lengths too. Otherwise a short path would equal both a literal and a parameter, which is not a valid sort
  // order.
  return a.length - b.length
}

/** Converts a pattern to OpenAPI syntax (`/events/{eventId}`), and `patternOf` converts it back. */
export const templateOf = (pattern: string) => pattern.replaceAll(/:(\w+)/g, '{$1}')
export const patternOf = (template: string) => template.replaceAll(/\{(\w+)\}/g, ':$1')
