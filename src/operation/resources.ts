import type { Config } from '../deps.ts'
import type { AppResource } from '../kernel/vocabulary.ts'

const PATHS: Record<AppResource, string> = { api: '/api', mcp: '/mcp' }

/** Returns the identifier of a resource that access tokens are for (RFC 8707). */
export const resourceUrl = ({ pagesUrl }: Pick<Config, 'pagesUrl'>, resource: AppResource) => pagesUrl + PATHS[resource]

/** Returns where a resource's metadata is (RFC 9728, section 3.1). */
export const resourceMetadataUrl = ({ pagesUrl }: Pick<Config, 'pagesUrl'>, resource: AppResource) =>
  `${pagesUrl}/.well-known/oauth-protected-resource${PATHS[resource]}`
