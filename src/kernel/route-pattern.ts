const segmentsOf = (path: string) => path.split('/')
const isName = (segment: string | undefined) => segment?.startsWith(':') === true

/** What a path says for each name of a pattern like `/events/:eventId`, as it was sent; null where it does not fit. */
export const matchRoute = (pattern: string, path: string): Record<string, string> | null => {
  const [wanted, given] = [segmentsOf(pattern), segmentsOf(path)]
  if (wanted.length !== given.length) return null
  const pairs = wanted.map((segment, index) => [segment, given[index] ?? ''] as const)
  // An empty segment names nothing.
  if (!pairs.every(([segment, value]) => (isName(segment) ? value !== '' : segment === value))) return null
  return Object.fromEntries(pairs.flatMap(([segment, value]) => (isName(segment) ? [[segment.slice(1), value]] : [])))
}

/** Of two patterns that fit one path the one with the literal segment comes first. */
export const byLiteralFirst = (left: string, right: string) => {
  const [a, b] = [segmentsOf(left), segmentsOf(right)]
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const difference = Number(isName(a[index])) - Number(isName(b[index]))
    if (difference !== 0) return difference
  }
  // Without the length this would be no order at all: a short path equal to both a literal and a parameter.
  return a.length - b.length
}

/** A pattern as OpenAPI writes it, `/events/{eventId}`, and back. */
export const templateOf = (pattern: string) => pattern.replaceAll(/:(\w+)/g, '{$1}')
export const patternOf = (template: string) => template.replaceAll(/\{(\w+)\}/g, ':$1')
