import * as z from 'zod'
import type { Config } from '../deps.ts'
import { lazily, type Parsed } from '../kernel/lazily.ts'
import { iso } from '../kernel/time.ts'
import type { Operation, Route } from './operation.ts'

const Address = lazily(() => z.object({ method: z.string(), path: z.string() }))

export const Migration = lazily(() =>
  z
    .object({
      /** Null until dates are announced: nothing is going away before. */
      deprecation: z.object({ deprecatedAt: z.iso.datetime(), sunsetAt: z.iso.datetime() }).nullable(),
      paths: z.array(
        z.object({
          operation: z.string(),
          summary: z.string(),
          current: Address(),
          target: Address(),
          status: z.enum(['live', 'divergent', 'preview', 'planned']),
          isDeprecated: z.boolean(),
        }),
      ),
    })
    .meta({ id: 'Migration' }),
)

const addressOf = ({ method, path }: Route) => ({ method, path })

/** Each unversioned path beside the versioned one that answers the same question. */
export const migrationOf = (operations: readonly Operation[], { deprecation }: Config): Parsed<typeof Migration> => ({
  deprecation:
    deprecation === null ? null : { deprecatedAt: iso(deprecation.deprecatedAt), sunsetAt: iso(deprecation.sunsetAt) },
  paths: operations.flatMap((operation) => {
    const target = operation.routes.find(({ surface }) => surface === 'v1')
    if (target === undefined) return []
    return operation.routes
      .filter((route) => !route.path.startsWith('/v1/'))
      .map((route) => ({
        operation: operation.id,
        summary: operation.summary,
        current: addressOf(route),
        target: addressOf(target),
        status: target.badge,
        isDeprecated: deprecation !== null && route.successor !== undefined,
      }))
  }),
})
