import { EventCalendar, isRefusal, NoResponseError, RefusedError, SignatureError, webhooks } from 'event-calendar-sdk'

/** An evening told by the TypeScript SDK, as a program in an empty folder that installed the package. */

interface Given {
  baseUrl: string
  key: string
  token: string
  slug: string
}
const { baseUrl, key, token, slug } = JSON.parse(process.argv[2] ?? '') as Given

const expect = (isSo: boolean, what: string) => {
  if (!isSo) throw new Error(`expected that ${what}`)
}
const refusalOf = async (act: PromiseLike<unknown>) => {
  try {
    await act
  } catch (error) {
    return error
  }
  throw new Error('expected a refusal')
}

const calendar = new EventCalendar({ baseUrl, apiKey: key })
const owner = new EventCalendar({ baseUrl, sessionToken: token })
const visitor = new EventCalendar({ baseUrl })

const startAt = new Date(Date.now() + 1_800_000).toISOString()
const creating = calendar.events.create({ title: 'Told by the SDK', startAt, timezone: 'Europe/Lisbon' })
const event = await creating
const { status, requestId } = await creating.response
expect(status === 200 && requestId !== null, 'a call has its response')
expect(event.title === 'Told by the SDK', 'the event is created')

for (const number of ['1', '2', '3']) {
  const body = { firstName: 'Guest', lastName: number, email: `guest-${number}@sdk.example`, notify: false }
  await calendar.guests.add(event.id, body)
}
const emails: string[] = []
for await (const guest of calendar.guests.list(event.id, { limit: 2 })) emails.push(guest.email)
expect(emails.length === 3 && new Set(emails).size === 3, 'a list goes on after its first page')
const page = await calendar.guests.list(event.id, { limit: 2 }).page()
expect(page.items.length === 2 && page.total === 3 && page.hasMore, 'one page has its total')

const sessionList = await owner.events.list(slug, { q: 'Told by the SDK' }).toArray()
expect(
  sessionList.some(({ id }) => id === event.id),
  'a session lists the same events on its own path',
)
const open = await visitor.calendars.read(slug)
expect(open.slug === slug, 'an open operation needs no credential where a client has one of none')

const registered = await visitor.registrations.create(event.id, {
  firstName: 'Mary',
  lastName: 'Shelley',
  email: 'mary@sdk.example',
})
const guest = registered.kind === 'GUEST' ? registered.guest : null
expect(guest?.status === 'CONFIRMED', 'a visitor registers')
const code = (await calendar.guests.read(event.id, guest?.id ?? '')).qrCode
await calendar.checkins.create(event.id, { qrCode: code })
const again = await refusalOf(calendar.checkins.create(event.id, { qrCode: code }))
expect(isRefusal(again, 'checkins.create') && again.code === 'already_checked_in', 'a refusal has its code')

const invalid = await refusalOf(calendar.events.create({ title: '', startAt: 'never', timezone: 'Mars' }))
expect(invalid instanceof RefusedError && invalid.errors.length >= 2, 'a refusal names the fields')
const missing = await refusalOf(calendar.events.read('evt_../../health'))
expect(missing instanceof RefusedError && missing.status === 404, 'an id cannot leave its place in the path')
const withoutKey = await refusalOf(visitor.events.create({ title: 'x', startAt, timezone: 'UTC' }))
expect(withoutKey instanceof TypeError, 'a client without a credential says so')
const unreachable = new EventCalendar({ baseUrl: 'http://127.0.0.1:9/api', apiKey: key, maxRetries: 1 })
expect((await refusalOf(unreachable.events.read(event.id))) instanceof NoResponseError, 'a dead port is no response')

const csv = await calendar.guests.export(event.id)
expect(csv.includes('mary@sdk.example'), 'a file is a text')
const picture = await visitor.checkins.qr(code)
expect(picture[1] === 0x50 && picture[2] === 0x4e, 'a picture is bytes')

const start = await calendar.changes.read({ cursor: 'now' }).page()
await calendar.events.update(event.id, { title: 'Told again' })
const changes = calendar.changes.read({ cursor: start.cursor ?? '', limit: 1 })
const heard: string[] = []
for await (const change of changes) heard.push(change.object)
expect(heard.includes('event'), 'the feed is an iterator')

const body = '{"id":"del_1","type":"guest.registered"}'
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const now = new Date(1_614_265_330_000)
const signed = {
  'X-Svc-Webhook-Signature': 't=1614265330,v1=bf044febb3ca2181f88560713ff70ed3c4b1e938d1a67af74e3db242028c244c',
}
expect((await webhooks.verify(secret, body, signed, { now })).type === 'guest.registered', 'a signature is verified')
expect(
  (await refusalOf(webhooks.verify(secret, `${body} `, signed, { now }))) instanceof SignatureError,
  'a forged body is refused',
)
