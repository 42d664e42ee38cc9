import type { JsonSchema } from './json-schema.ts'

/** Values by the name of their field: what a reader recognises at a glance. */
const BY_NAME: Record<string, unknown> = {
  slug: 'summer-nights',
  calendarSlug: 'riverside-concerts',
  eventSlug: 'summer-nights',
  email: 'ada@example.org',
  guestEmail: 'ada@example.org',
  recipientEmail: 'grace@example.org',
  firstName: 'Ada',
  lastName: 'Lovelace',
  guestName: 'Ada Lovelace',
  timezone: 'Europe/Paris',
  currency: 'EUR',
  qrCode: 'qr_4Zk7Yb2mQx9TnLw1RcVd8s',
  type: 'guest.registered',
  timeOfDay: '08:30',
  version: '1.0.0-preview',
}

const PREFIX_OF: Record<string, string> = {
  calendarId: 'cal',
  eventId: 'evt',
  ticketId: 'tkt',
  guestId: 'gst',
  orderId: 'ord',
  keyId: 'key',
  webhookId: 'whk',
  couponId: 'cpn',
  checkinId: 'chk',
  userId: 'usr',
  questionId: 'qst',
  requestId: 'req',
  rsvpId: 'gst',
}

const idOf = (prefix: string) => `${prefix}_7hQ2mX0bTz4Kc9VdLw1RsY`

const textExample = (schema: JsonSchema, name: string) => {
  if (name in BY_NAME) return BY_NAME[name]
  if (name in PREFIX_OF) return idOf(PREFIX_OF[name] as string)
  if (schema.format === 'date-time') return '2027-06-18T18:00:00.000Z'
  if (schema.format === 'date') return '2027-06-18'
  if (schema.format === 'uri') return 'https://example.org/'
  if (schema.format === 'email') return 'ada@example.org'
  return name === 'id' ? idOf('evt') : 'text'.padEnd(Number(schema.minLength ?? 0), ' and more')
}

/** One valid value of a schema, the same every time. */
export const exampleOf = (schema: JsonSchema, named: Record<string, JsonSchema>, name = ''): unknown => {
  const [given] = (schema.examples as unknown[] | undefined) ?? []
  if (given !== undefined) return given
  if ('const' in schema) return schema.const
  if ('default' in schema) return schema.default
  if (typeof schema.$ref === 'string')
    return exampleOf(named[schema.$ref.split('/').at(-1) as string] ?? {}, named, name)
  const [choice] = (schema.enum ?? schema['x-extensible-enum'] ?? []) as unknown[]
  if (choice !== undefined) return choice
  const [alternative] = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]
  if (alternative !== undefined) return exampleOf(alternative, named, name)
  if (schema.type === 'object') {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
    return Object.fromEntries(properties.map(([key, inner]) => [key, exampleOf(inner, named, key)]))
  }
  if (schema.type === 'array')
    return schema.items === undefined ? [] : [exampleOf(schema.items as JsonSchema, named, name)]
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'boolean') return true
  if (schema.type === 'null') return null
  return textExample(schema, name)
}

export const refusalExamples = (status: number, codes: readonly string[]) =>
  Object.fromEntries(
    codes.map((code) => [
      code,
      { value: { statusCode: status, message: code, errors: [], code, requestId: idOf('req') } },
    ]),
  )
