import type { Surface } from './contract.ts'
import type { ListedOperation } from './listing.ts'

export interface Wanted {
  words: string
  surface: Surface | 'all'
  status: string
}

export const EVERYTHING: Wanted = { words: '', surface: 'all', status: 'all' }

const textOf = ({ id, summary, group, routes, about }: ListedOperation) =>
  [id, group, summary, ...routes.flatMap(({ method, path }) => [method, path]), about].join(' ').toLowerCase()

/** Whether every word matches somewhere and a single route has both the surface and the status. */
export const matches = (operation: ListedOperation, { words, surface, status }: Wanted): boolean => {
  const isThere = operation.routes.some(
    (route) => (surface === 'all' || route.surface === surface) && (status === 'all' || route.status === status),
  )
  if (!isThere) return false
  const text = textOf(operation)
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
