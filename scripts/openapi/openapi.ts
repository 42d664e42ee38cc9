import { QuoteResult } from '../../src/kernel/quote.ts'
import { BUILT_FOR, OPENAPI_FILE, SDK_DOCUMENT_FILE } from '../../src/modules/system/index.ts'
import type { Operation } from '../../src/operation/operation.ts'
import { METHODS, type Route } from '../../src/operation/route.ts'
import { registry } from '../../src/registry.ts'
import type { Control } from '../../src/sandbox/control.ts'
import { testOperations } from '../../src/sandbox/test-operations.ts'
import examples from './examples.json' with { type: 'json' }
import { describeFields } from './fields.ts'
import { fold } from './fold.ts'
import { inputFilesOf } from './inputs.ts'
import { OPERATION_TEXTS, TAGS } from './prose.ts'
import { HEADERS } from './responses.ts'
import { describeRoute, pathTemplate, tagOf } from './routes.ts'
import { SchemaBook } from './schema-book.ts'
import { describeWebhooks } from './webhooks.ts'

/** Position of an operation within its path in the document. */
const placeOf = ({ method }: Route) => METHODS.indexOf(method)

const SANDBOX_DOCUMENT_FILE = '/assets/openapi.sandboxes.json'

const CONTRACT_VERSION = '1.0.0-preview'

const SECURITY = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-svc-api-key',
    description: 'API key of one calendar on the PRO plan. An app sends `Authorization: Bearer svc_at_…` instead.',
  },
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Session token from the identity provider.',
  },
  doorPass: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'svc_door_…',
    description: 'Door pass token. It can look up and check in guests of one event until the pass expires.',
  },
}

const pathsOf = (operations: readonly Operation[], book: SchemaBook) => {
  const paths: Record<string, Record<string, unknown>> = {}
  const ways = operations.flatMap((operation) => operation.routes.map((route) => ({ operation, route })))
  for (const { operation, route } of ways.toSorted((left, right) => placeOf(left.route) - placeOf(right.route))) {
    const item = (paths[pathTemplate(route.path)] ??= {})
    item[route.method.toLowerCase()] = describeRoute(operation, route, book)
  }
  return Object.fromEntries(Object.entries(paths).toSorted(([left], [right]) => (left < right ? -1 : 1)))
}

/** Builds the OpenAPI document from the registry and the recorded `examples.json`. */
const openapi = () => {
  for (const id of Object.keys(OPERATION_TEXTS)) {
    if (!registry.some((operation) => operation.id === id)) throw new Error(`${id} is not an operation`)
  }
  const book = new SchemaBook(examples)
  const paths = pathsOf(registry, book)
  const tags = new Map(registry.map((operation) => [tagOf(operation).name, tagOf(operation)]))
  const webhooks = describeWebhooks(book)
  book.add(QuoteResult(), 'output', 'QuoteResult')
  book.addMappings()
  describeFields(book.named)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Event Calendar Service API (Plus and Pro tiers)',
      version: CONTRACT_VERSION,
      description:
        'API for calendars, events, guests, check-in, webhooks and orders. `x-status` gives the deployment status of each operation. Unknown fields and query parameters are ignored, except `dryRun`, `dry_run`, `preview` and `simulate` and the headers `Dry-Run` and `Quote`: a write that doesn’t support them returns 400 (`validation_failed`) and changes nothing, whatever their value.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Event Calendar Service', url: `${BUILT_FOR}/v1/openapi.json` },
    },
    servers: [{ url: BUILT_FOR }],
    tags: Object.keys(TAGS).flatMap((noun) => tags.get(noun) ?? []),
    paths,
    webhooks,
    components: {
      securitySchemes: SECURITY,
      headers: HEADERS,
      responses: book.responses,
      schemas: book.named,
    },
  }
}

/**
 * A document of the operations that only a sandbox has. It is separate because the live service returns 404 for them.
 */
const openapiOfSandboxes = () => {
  const operations = testOperations({} as Control)
  const book = new SchemaBook(examples)
  const paths = pathsOf(operations, book)
  const { ETag: _etag, Upgrade: _upgrade, ...headers } = HEADERS
  const { doorPass: _doorPass, ...securitySchemes } = SECURITY
  return {
    openapi: '3.1.0',
    info: {
      title: 'Event Calendar Service API: operations of a sandbox',
      version: CONTRACT_VERSION,
      description: 'A sandbox also has every operation of the service. See `/v1/openapi.json`.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Event Calendar Service' },
    },
    servers: [{ url: '/api' }],
    tags: operations.slice(0, 1).map(tagOf),
    paths,
    components: { securitySchemes, headers, responses: book.responses, schemas: book.named },
  }
}

/**
 * The documents as assets of the Worker: of the service, the same folded for SDK generators, of sandboxes, and the input
 * of each operation for assistants.
 */
export const openapiFiles = () => {
  const document = openapi()
  const folded = fold(document as unknown as Parameters<typeof fold>[0])
  return {
    whole: { path: OPENAPI_FILE, text: JSON.stringify(document) },
    sandboxes: { path: SANDBOX_DOCUMENT_FILE, text: JSON.stringify(openapiOfSandboxes()) },
    folded: { path: SDK_DOCUMENT_FILE, text: JSON.stringify(folded) },
    inputs: inputFilesOf(folded),
  }
}
