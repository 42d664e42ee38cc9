import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import createClient, { type Middleware } from 'openapi-fetch'
import type { paths, webhooks } from './schema.js'

/** An evening from its announcement to its accounts, told by a client generated from the OpenAPI document alone. */

interface Given {
  baseUrl: string
  token: string
  key: string
  slug: string
  /** The path of the file in which to store a record of the story. */
  record: string
}
const given = JSON.parse(process.argv[2] ?? '') as Given

const answers: object[] = []
const secrets: Record<string, string> = {}
const noteAnswers: Middleware = {
  async onResponse({ request, response }) {
    const path = request.url.slice(given.baseUrl.length)
    const text = await response.clone().text()
    answers.push({
      method: request.method,
      path,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text,
    })
  },
}
const clientWith = (headers: Record<string, string>) => {
  const client = createClient<paths>({ baseUrl: given.baseUrl, headers })
  client.use(noteAnswers)
  return client
}
const server = clientWith({ 'x-svc-api-key': given.key })
const owner = clientWith({ Authorization: `Bearer ${given.token}` })
const visitor = clientWith({})

/** Returns the data of a successful response. An error ends the story. */
const must = async <Data>(
  answer: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<NonNullable<Data>> => {
  const { data, error, response } = await answer
  if (data === undefined || data === null)
    throw new Error(`${response.url} answered ${response.status}: ${JSON.stringify(error)}`)
  return data
}
const expect = (isSo: boolean, what: string) => {
  if (!isSo) throw new Error(`it is not so that ${what}`)
}

type Payload<Type extends keyof webhooks & string> =
  webhooks[Type]['post']['requestBody']['content']['application/json']
const heard: { type: string; raw: string; signature: string }[] = []
const receiver = createServer((request, response) => {
  void (async () => {
    let raw = ''
    for await (const chunk of request.setEncoding('utf8')) raw += String(chunk)
    heard.push({
      type: String(request.headers['x-svc-event']),
      raw,
      signature: String(request.headers['x-svc-signature']),
    })
    response.end()
  })()
})
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/calendar`

const hear = async <Type extends keyof webhooks & string>(type: Type, secret: string): Promise<Payload<Type>> => {
  for (const until = Date.now() + 10_000; Date.now() < until;) {
    const found = heard.find((post) => post.type === type)
    if (found !== undefined) {
      const wanted = Buffer.from(`sha256=${createHmac('sha256', secret).update(found.raw).digest('hex')}`)
      expect(timingSafeEqual(Buffer.from(found.signature), wanted), `${type} is signed`)
      return JSON.parse(found.raw) as Payload<Type>
    }
    await new Promise((later) => setTimeout(later, 50))
  }
  throw new Error(`${type} was never heard`)
}

const slug = { path: { slug: given.slug } }
const hook = await must(owner.POST('/calendars/{slug}/webhooks', { params: slug, body: { url: receiverUrl } }))
secrets['webhook secret'] = hook.data.plainSecret

const startAt = new Date(Date.now() + 1_800_000).toISOString()
const made = await must(
  server.POST('/v1/events', {
    body: {
      title: 'An evening of strangers',
      startAt,
      timezone: 'Europe/Lisbon',
      tickets: [
        { name: 'By invitation', requiresApproval: true },
        { name: 'Stalls', type: 'PAID', price: 3_000, currency: 'EUR' },
      ],
    },
  }),
)
const event = { path: { eventId: made.data.id } }
const [free, paid] = made.data.tickets
expect(free !== undefined && paid !== undefined, 'both tickets were made')

const person = (email: string, ticketId: string | undefined) => ({
  firstName: 'Mary',
  lastName: 'Shelley',
  email,
  ...(ticketId === undefined ? {} : { ticketId }),
})
const registered = await must(
  visitor.POST('/public/events/{eventId}/registrations', {
    params: event,
    body: person('mary@strangers.example', free?.id),
  }),
)
// A single registration returns one guest, a party returns several.
const guest = registered.data.kind === 'GUEST' ? registered.data.guest : null
expect(guest?.status === 'PENDING', 'a guest on a ticket with approval waits')
const guestId = guest?.id ?? ''
secrets['manage token'] = registered.data.manageUrl?.split('/').at(-1) ?? ''
expect((await hear('guest.registered', hook.data.plainSecret)).data.guestId === guestId, 'the webhook names the guest')

const approved = await must(
  server.POST('/v1/events/{eventId}/guests/{guestId}/approve', { params: { path: { ...event.path, guestId } } }),
)
expect(approved.data.status === 'CONFIRMED', 'an approved guest is confirmed')
const found = await must(
  server.GET('/v1/events/{eventId}/checkins/lookup', { params: { ...event, query: { qrCode: approved.data.qrCode } } }),
)
expect(!found.data.alreadyCheckedIn, 'nobody is in yet')
const admitted = await must(
  server.POST('/v1/events/{eventId}/checkins', { params: event, body: { qrCode: approved.data.qrCode, gate: 'West' } }),
)
const seen = await hear('checkin.created', hook.data.plainSecret)
expect(
  seen.data.guestId === guestId && seen.data.checkedInAt === admitted.data.checkedInAt,
  'the webhook tells the check-in',
)
const again = await server.POST('/v1/events/{eventId}/checkins', { params: event, body: { guestId } })
expect(again.error?.code === 'already_checked_in', 'a second scan is refused with the documented code')

const bought = await must(
  visitor.POST('/public/events/{eventId}/registrations', {
    params: event,
    body: person('percy@strangers.example', paid?.id),
  }),
)
const orderId = bought.data.order?.id ?? ''
const order = { path: { ...event.path, orderId } }
expect(
  (await must(server.POST('/v1/events/{eventId}/orders/{orderId}/mark-paid', { params: order }))).data.status ===
    'PAID',
  'the order is paid',
)
const back = await must(
  server.POST('/v1/events/{eventId}/orders/{orderId}/refund', { params: order, body: { reason: 'Cannot come' } }),
)
expect(back.data.order.status === 'REFUNDED' && back.data.refund.amount === 3_000, 'all of it went back')

const csv = await must(
  server.GET('/v1/events/{eventId}/export', { params: { ...event, query: { format: 'csv' } }, parseAs: 'text' }),
)
expect(String(csv).includes('mary@strangers.example,CHECKED_IN'), 'the export shows who came')
const listed = await must(
  server.GET('/v1/events/{eventId}/guests', { params: { ...event, query: { status: 'CHECKED_IN' } } }),
)
expect(listed.meta.total === 1 && listed.data[0]?.id === guestId, 'the list shows who came')

// Everything else that contains a secret.
const once_ = { header: { 'Idempotency-Key': 'a-key-of-the-stranger' } }
const keyBody = { name: 'Of the story', scopes: ['events:read' as const] }
const key = await must(owner.POST('/calendars/{slug}/api-keys', { params: { ...slug, ...once_ }, body: keyBody }))
await must(owner.POST('/calendars/{slug}/api-keys', { params: { ...slug, ...once_ }, body: keyBody }))
secrets['API key'] = key.data.key
secrets['feed token'] = (await must(owner.POST('/calendars/{slug}/feed-token', { params: slug }))).data.token
await must(
  visitor.GET('/calendars/{slug}/events.ics', {
    params: { ...slug, query: { token: secrets['feed token'] } },
    parseAs: 'text',
  }),
)
secrets['live ticket'] = (
  await must(server.POST('/v1/events/{eventId}/checkins/live-ticket', { params: event }))
).data.ticket
secrets['door pass'] = (
  await must(owner.POST('/events/{eventId}/door-passes', { params: event, body: { label: 'West', hours: 1 } }))
).data.token
secrets['secret of our own'] = 'a secret of our own, which nobody else may read'
await must(
  owner.POST('/events/{eventId}/webhooks', {
    params: event,
    body: { url: receiverUrl, secret: secrets['secret of our own'] },
  }),
)
const rotated = await must(
  owner.POST('/calendars/{slug}/webhooks/{id}/rotate-secret', {
    params: { path: { ...slug.path, id: hook.data.id } },
    body: {},
  }),
)
secrets['rotated secret'] = rotated.data.plainSecret
await must(
  visitor.GET('/public/registrations/{manageToken}', { params: { path: { manageToken: secrets['manage token'] } } }),
)
await must(owner.GET('/calendars/{slug}/api-keys', { params: slug }))
await must(owner.GET('/calendars/{slug}/webhooks', { params: slug }))
await must(server.GET('/v1/webhook-deliveries'))
await must(server.GET('/v1/me'))

receiver.close()
receiver.closeAllConnections()
writeFileSync(given.record, JSON.stringify({ answers, secrets, heard: heard.map(({ type }) => type) }))
