import { QuoteResult } from '../../src/kernel/quote.ts'
import { BUILT_FOR, OPENAPI_FILE, SDK_DOCUMENT_FILE } from '../../src/modules/system/index.ts'
import { METHODS, type Route } from '../../src/operation/route.ts'
import { registry } from '../../src/registry.ts'
import examples from './examples.json' with { type: 'json' }
import { describeFields } from './fields.ts'
import { fold } from './fold.ts'
import { BESIDE, TAGS } from './prose.ts'
import { HEADERS } from './responses.ts'
import { describeRoute, pathTemplate, tagOf } from './routes.ts'
import { SchemaBook } from './schema-book.ts'
import { describeWebhooks } from './webhooks.ts'

/** Position of an operation within its path in the document. */
const placeOf = ({ method }: Route) => METHODS.indexOf(method)

const CONTRACT_VERSION = '1.0.0-preview'

/** Builds the OpenAPI document from the registry and the recorded `examples.json`. */
const openapi = () => {
  for (const id of Object.keys(BESIDE)) {
    if (!registry.some((operation) => operation.id === id)) throw new Error(`${id} is not an operation`)
  }
  const book = new SchemaBook(examples)
  const paths: Record<string, Record<string, unknown>> = {}
  const ways = registry.flatMap((operation) => operation.routes.map((route) => ({ operation, route })))
  for (const { operation, route } of ways.toSorted((left, right) => placeOf(left.route) - placeOf(right.route))) {
    const item = (paths[pathTemplate(route.path)] ??= {})
    item[route.method.toLowerCase()] = describeRoute(operation, route, book)
  }
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
    paths: Object.fromEntries(Object.entries(paths).toSorted(([left], [right]) => (left < right ? -1 : 1))),
    webhooks,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-svc-api-key',
          description: 'API key of one calendar on the PRO plan.',
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
      },
      headers: HEADERS,
      responses: book.responses,
      schemas: book.named,
    },
  }
}

/** The document as an asset of the Worker, and the same folded for SDK generators. */
export const openapiFiles = () => {
  const document = openapi()
  return {
    whole: { path: OPENAPI_FILE, text: JSON.stringify(document) },
    folded: { path: SDK_DOCUMENT_FILE, text: JSON.stringify(fold(document as unknown as Parameters<typeof fold>[0])) },
  }
}
