import type { Examples } from './examples.ts'
import { SchemaBook } from './json-schema.ts'
import { BUILT_FOR } from './openapi-file.ts'
import { describeRoute, pathTemplate, tagOf } from './openapi-route.ts'
import { describeFields } from './openapi-prose.ts'
import { HEADERS } from './openapi-responses.ts'
import { describeWebhooks } from './openapi-webhooks.ts'
import type { Operation } from './operation.ts'

const CONTRACT_VERSION = '1.0.0-preview'

/** The machine-readable contract, made of the registry alone. */
export const openapiOf = (operations: readonly Operation[], examples: Examples) => {
  const book = new SchemaBook(examples)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    for (const route of operation.routes) {
      const item = (paths[pathTemplate(route.path)] ??= {})
      item[route.method.toLowerCase()] = describeRoute(operation, route, book)
    }
  }
  const tags = [...new Map(operations.map((operation) => [tagOf(operation).name, tagOf(operation)])).values()]
  const webhooks = describeWebhooks(book)
  describeFields(book.named)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Event Calendar Service API (Plus and Pro tiers)',
      version: CONTRACT_VERSION,
      description:
        'Calendars, events, guests, check-in, webhooks and orders. `x-status` says how far each operation is deployed.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Event Calendar Service', url: `${BUILT_FOR}/v1/openapi.json` },
    },
    servers: [{ url: BUILT_FOR }],
    tags,
    paths: Object.fromEntries(Object.entries(paths).toSorted(([left], [right]) => (left < right ? -1 : 1))),
    webhooks,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-svc-api-key',
          description: 'A key of one calendar on the Pro plan.',
        },
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A session token of the identity provider.',
        },
        doorPass: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'svc_door_…',
          description: 'The token of a door pass: it looks guests up and checks them in at one event, for some hours.',
        },
      },
      headers: HEADERS,
      responses: book.responses,
      schemas: book.named,
    },
  }
}
