import {
  CalendarsApi,
  CheckinsApi,
  Configuration,
  EventsApi,
  GuestRegisteredPayloadFromJSON,
  GuestsApi,
  RegistrationsApi,
} from './generated/index.js'

/** The story of the judges, by a client that openapi-generator (typescript-fetch) has generated. */

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

const tell = async () => {
  const owner = new Configuration({ basePath: baseUrl, accessToken: token })
  const server = new Configuration({ basePath: baseUrl, apiKey: key })
  const visitor = new Configuration({ basePath: baseUrl })

  const calendarsCreateBody = { name: 'Of typescript-fetch', timezone: 'Europe/Paris' }
  const calendar = await new CalendarsApi(owner).calendarsCreate({ calendarsCreateBody })
  expect(calendar.data.timezone === 'Europe/Paris', 'the calendar is created')
  const { data: event } = await new EventsApi(server).eventsCreate({
    eventsCreateBody: {
      title: 'typescript-fetch',
      startAt: new Date(Date.now() + 1_800_000).toISOString(),
      timezone: 'Europe/Paris',
      registrationQuestions: [
        { label: 'Why?', type: 'TEXT' },
        { label: 'Which?', type: 'MULTISELECT', options: ['Red', 'Blue'] },
      ],
    },
  })
  const [why, which] = event.registrationQuestions
  // The generated reader of the answer takes it for a party and fails, so the guest is read from the list.
  await new RegistrationsApi(visitor).registrationsCreateRaw({
    eventId: event.id,
    newRegistrationOrParty: {
      firstName: 'Mary',
      lastName: 'Shelley',
      email: 'mary@judges.example',
      answers: [
        { questionId: why?.id ?? '', answer: 'Curious' },
        { questionId: which?.id ?? '', answer: ['Red', 'Blue'] },
      ],
    },
  })
  const [guest] = (await new GuestsApi(server).guestsList({ eventId: event.id })).data
  expect(guest?.registrationAnswers[1]?.answer === 'Red, Blue', 'the answers are read back')
  const guestId = guest?.id ?? ''
  await new CheckinsApi(server).checkinsCreate({ eventId: event.id, checkinsCreateBody: { guestId } })
  const read = await new GuestsApi(server).guestsRead({ eventId: event.id, guestId })
  expect(read.data.status === 'CHECKED_IN', 'the guest is checked in')
  const listed = await new EventsApi(server).eventsList({ slug })
  expect(
    listed.data.some(({ id }) => id === event.id),
    'the event is listed',
  )
  const payload = GuestRegisteredPayloadFromJSON(JSON.parse(delivery))
  expect(payload.data.guestId.startsWith('gst_'), 'the delivery names the guest')
}

void tell().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
