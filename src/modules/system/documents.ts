import * as z from 'zod'
import { lazily } from '../../kernel/lazily.ts'
import { iso } from '../../kernel/time.ts'
import { one, open, operation, raw, type Operation, type Route } from '../../operation/operation.ts'

/** The document is made of the registry when the Worker is built, and read from its assets. */
export const OPENAPI_FILE = '/assets/openapi.json'

/** The base URL in that file, for which each deployment puts its own. */
export const BUILT_FOR = 'https://base-url.invalid/api'

const Document = lazily(() => z.looseObject({ openapi: z.string() }))

let document: string | null = null

export const readDocument = operation({
  id: 'system.openapi',
  summary: 'The machine-readable contract, OpenAPI 3.1',
  subject: 'none',
  routes: [open('GET /v1/openapi.json')],
  answer: raw({ 'application/json': Document }),
  async run(_call, { readBuilt, config }) {
    document ??= (await readBuilt(OPENAPI_FILE)).replaceAll(BUILT_FOR, config.baseUrl)
    return new Response(document, { headers: { 'Content-Type': 'application/json' } })
  },
})

const Address = lazily(() => z.object({ method: z.string(), path: z.string() }))

const Migration = lazily(() =>
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

/** Each unversioned path of the operation beside the versioned one that answers the same question. */
const pathsOf = ({ id, summary, routes }: Operation, isAnnounced: boolean) => {
  const target = routes.find(({ surface }) => surface === 'v1')
  if (target === undefined) return []
  return routes
    .filter(({ path }) => !path.startsWith('/v1/'))
    .map((route) => ({
      operation: id,
      summary,
      current: addressOf(route),
      target: addressOf(target),
      status: target.badge,
      isDeprecated: isAnnounced && route.successor !== undefined,
    }))
}

export const readMigrationOf = (operations: readonly Operation[]) =>
  operation({
    id: 'system.migration',
    summary: 'Which versioned path replaces which unversioned one',
    subject: 'none',
    routes: [open('GET /v1/migration')],
    answer: one(Migration),
    async run(_call, { config: { deprecation } }) {
      return {
        deprecation:
          deprecation === null
            ? null
            : { deprecatedAt: iso(deprecation.deprecatedAt), sunsetAt: iso(deprecation.sunsetAt) },
        paths: operations
          .flatMap((each) => pathsOf(each, deprecation !== null))
          .toSorted((left, right) => (left.target.path < right.target.path ? -1 : 1)),
      }
    },
  })
