import * as z from 'zod'
import { lazy } from '../../kernel/lazy.ts'
import { iso } from '../../kernel/time.ts'
import { badgeOf, one, open, operation, raw, type Operation, type Route } from '../../operation/operation.ts'

/**
 * Path of the OpenAPI document in the Worker's assets. The build generates the document from the operation registry.
 */
export const OPENAPI_FILE = '/assets/openapi.json'

/** Path of the folded document: one route per operation, for generators of SDKs. */
export const SDK_DOCUMENT_FILE = '/assets/openapi.sdk.json'

/** Placeholder for the base URL in `OPENAPI_FILE`. Each deployment replaces it with `config.baseUrl`. */
export const BUILT_FOR = 'https://base-url.invalid/api'

const Document = lazy(() => z.looseObject({ openapi: z.string() }))

interface Described {
  paths: Record<string, Record<string, Record<string, unknown>>>
}

/**
 * Sets `deprecated` on every operation that has an `x-successor-path`. The build cannot do this, because only the
 * deployment knows `config.deprecation`.
 */
const withDeprecations = (text: string) => {
  const document = JSON.parse(text) as Described
  for (const item of Object.values(document.paths)) {
    for (const described of Object.values(item)) if ('x-successor-path' in described) described['deprecated'] = true
  }
  return JSON.stringify(document)
}

let cachedDocument: { text: string; sunsetAt: number | undefined } | null = null

export const readDocument = operation({
  id: 'system.openapi',
  summary: 'Get the OpenAPI document',
  subject: 'none',
  routes: [open('GET /v1/openapi.json')],
  answer: raw({ 'application/json': Document }),
  async run(_call, { readBuilt, config }) {
    const sunsetAt = config.deprecation?.sunsetAt
    if (cachedDocument === null || cachedDocument.sunsetAt !== sunsetAt) {
      const built = (await readBuilt(OPENAPI_FILE)).replaceAll(BUILT_FOR, config.baseUrl)
      cachedDocument = { text: sunsetAt === undefined ? built : withDeprecations(built), sunsetAt }
    }
    return new Response(cachedDocument.text, { headers: { 'Content-Type': 'application/json' } })
  },
})

let cachedSdkDocument: string | null = null

export const readSdkDocument = operation({
  id: 'system.openapiSdk',
  summary: 'Get the OpenAPI document for SDK generators',
  description:
    'Returns the OpenAPI document with one route per operation: the one for API keys if there is one. `x-codes` lists the error codes of an operation, `x-page` names the parameter for its next page.',
  subject: 'none',
  routes: [open('GET /v1/openapi.sdk.json')],
  answer: raw({ 'application/json': Document }),
  async run(_call, { readBuilt, config }) {
    cachedSdkDocument ??= (await readBuilt(SDK_DOCUMENT_FILE)).replaceAll(BUILT_FOR, config.baseUrl)
    return new Response(cachedSdkDocument, { headers: { 'Content-Type': 'application/json' } })
  },
})

const Address = lazy(() => z.object({ method: z.string(), path: z.string() }))

const Migration = lazy(() =>
  z
    .object({
      /** Null until `sunsetAt` is announced. Until then no path is deprecated. */
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

/** The paths as they appear in the published contract, where its parameter names differ from those in this code. */
const PRINTED: Record<string, string> = {
  'GET /v1/events/:eventId': '/v1/events/:slug',
  'POST /v1/events/:eventId/guests': '/v1/events/:id/guests',
  'POST /v1/events/:eventId/guests/invite': '/v1/events/:id/guests/invite',
  'POST /v1/events/:eventId/guests/:guestId/approve': '/v1/events/:id/guests/:guestId/approve',
  'POST /v1/events/:eventId/guests/:guestId/reject': '/v1/events/:id/guests/:guestId/reject',
  'PATCH /v1/events/:eventId/guests/:guestId/status': '/v1/events/:id/guests/:guestId/status',
}

const addressOf = ({ method, path }: Route) => ({ method, path: PRINTED[`${method} ${path}`] ?? path })

/** Pairs each unversioned path of the operation with its `/v1/` successor. */
const pathsOf = ({ id, summary, routes }: Operation, isAnnounced: boolean) => {
  const target = routes.find(({ path }) => path.startsWith('/v1/'))
  if (target === undefined) return []
  return routes
    .filter(({ path }) => !path.startsWith('/v1/'))
    .map((route) => ({
      operation: id,
      summary,
      current: addressOf(route),
      target: addressOf(target),
      status: badgeOf(route),
      isDeprecated: isAnnounced && route.successor !== undefined,
    }))
}

export const readMigrationOf = (operations: readonly Operation[]) =>
  operation({
    id: 'system.migration',
    summary: 'List the versioned equivalents of unversioned paths',
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
