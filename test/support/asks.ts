import { describe, expect, it } from 'vitest'
import { demandsOf } from '../../src/operation/handle.ts'
import type { Role } from '../contract/additions.ts'
import type { Line, PublishedScope } from '../contract/published.ts'
import { ways, type Way } from './routes.ts'

/** What a route requires: a key with a scope, a session with a role (null: any session), or nothing. */
type Asks = (
  | { scope: PublishedScope | 'any' }
  | { role: Role | 'OPERATOR' | null; plan?: 'PLUS' | 'PRO'; isDoorWork?: true }
  | { isOpen: true; plan?: 'PLUS'; isSecret?: true }
) & {
  /** Whether the list is returned whole, without pages. */
  isWhole?: true
}

const asksOf = ({ operation, route }: Way) => {
  const { scope, role, plan } = demandsOf(operation, route)
  const bySurface = { v1: { scope }, dashboard: { role }, open: { isOpen: true } }
  return {
    ...bySurface[route.surface],
    ...(route.surface === 'v1' || plan === null ? {} : { plan }),
    ...(route.surface === 'dashboard' && operation.isDoorWork === true ? { isDoorWork: true } : {}),
    ...(route.secret === true ? { isSecret: true } : {}),
    ...((route.answer ?? operation.answer).kind === 'list' ? { isWhole: true } : {}),
  }
}

/**
 * States the access rules of routes that the published contract does not cover. The contract tests read these
 * statements through harness/stated.ts and fail for a route that neither covers.
 */
export const asks = (stated: Record<Line, Asks>) =>
  describe('the way in', () => {
    it.each(Object.entries(stated))('%s asks for what is stated here', (line, wanted) => {
      const way = ways.find((each) => each.line === line)
      expect(way, 'no operation declares it').toBeDefined()
      expect(asksOf(way as Way)).toEqual(wanted)
    })
  })
