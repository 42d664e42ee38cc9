import { createClient } from './hey-api/client/index.js'
import {
  calendarsCreate,
  checkinsCreate,
  eventsCreate,
  eventsList,
  guestsRead,
  registrationsCreate,
} from './hey-api/sdk.gen.js'
import type { WebhookBody } from './hey-api/types.gen.js'

/** The story of the judges, by a client that @hey-api/openapi-ts has generated. */

interface Given {
  baseUrl: string
  token: string
  key: string
  slug: string
  delivery: string
}
const { baseUrl, token, key, slug, delivery } = JSON.parse(process.argv[2] ?? '') as Given

const expect = (isSo: boolean, what: string) => {
  if (!isSo) throw new Error(`it is not so that ${what}`)
}
const strict = { throwOnError: true } as const
const owner = createClient({ baseUrl, headers: { Authorization: `Bearer ${token}` } })
const server = createClient({ baseUrl, headers: { 'x-svc-api-key': key } })
const visitor = createClient({ baseUrl })

const calendar = await calendarsCreate({
  ...strict,
  client: owner,
  body: { name: 'Of hey-api', timezone: 'Europe/Paris' },
})
expect(calendar.data.data.timezone === 'Europe/Paris', 'the calendar is created')
const { data: made } = await eventsCreate({
  ...strict,
  client: server,
  body: {
    title: 'hey-api',
    startAt: new Date(Date.now() + 1_800_000).toISOString(),
    timezone: 'Europe/Paris',
    registrationQuestions: [
      { label: 'Why?', type: 'TEXT' },
      { label: 'Which?', type: 'MULTISELECT', options: ['Red', 'Blue'] },
    ],
  },
})
const event = made.data
const [why, which] = event.registrationQuestions
const registered = await registrationsCreate({
  ...strict,
  client: visitor,
  path: { eventId: event.id },
  body: {
    firstName: 'Mary',
    lastName: 'Shelley',
    email: 'mary@judges.example',
    answers: [
      { questionId: why?.id ?? '', answer: 'Curious' },
      { questionId: which?.id ?? '', answer: ['Red', 'Blue'] },
    ],
  },
})
const guest = registered.data.data.kind === 'GUEST' ? registered.data.data.guest : null
expect(guest?.registrationAnswers[1]?.answer === 'Red, Blue', 'the answers are read back')
const eventId = event.id
const guestId = guest?.id ?? ''
await checkinsCreate({ ...strict, client: server, path: { eventId }, body: { guestId } })
const read = await guestsRead({ ...strict, client: server, path: { eventId, guestId } })
expect(read.data.data.status === 'CHECKED_IN', 'the guest is checked in')
const listed = await eventsList({ ...strict, client: server, path: { slug } })
expect(
  listed.data.data.some(({ id }) => id === event.id),
  'the event is listed',
)

const body = JSON.parse(delivery) as WebhookBody
expect(body.type === 'guest.registered' && body.data.guestId.startsWith('gst_'), 'the delivery names the guest')
