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
  const registered = await new RegistrationsApi(visitor).registrationsCreate({
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
  const guest = registered.data.kind === 'GUEST' ? registered.data.guest : null
  expect(guest?.registrationAnswers[1]?.answer === 'Red, Blue', 'the answers are read back')
  const guestId = guest?.id ?? ''
  await new CheckinsApi(server).checkinsCreate({ eventId: event.id, checkinsCreateBody: { guestId } })
  const read = await new GuestsApi(server).guestsRead({ eventId: event.id, guestId })
  expect(read.data.status === 'CHECKED_IN', 'the guest is checked in')
  const party = await new RegistrationsApi(visitor).registrationsCreate({
    eventId: event.id,
    newRegistrationOrParty: {
      buyer: { firstName: 'Percy', lastName: 'Shelley', email: 'percy@judges.example' },
      attendees: [{}, {}],
    },
  })
  expect(party.data.kind === 'PARTY' && party.data.guests.length === 2, 'the party is registered')
  const newGuestOrParty = { firstName: 'Claire', email: 'claire@judges.example' }
  const added = await new GuestsApi(server).guestsAdd({ eventId: event.id, newGuestOrParty })
  expect(added.data.kind === 'GUEST' && added.data.firstName === 'Claire', 'the guest is added')
  const eventsUpdateBody = { title: 'typescript-fetch 5' }
  const changed = await new EventsApi(server).eventsUpdate({ eventId: event.id, eventsUpdateBody })
  expect(changed.data.kind === 'EVENT' && changed.data.title === 'typescript-fetch 5', 'the title is changed')
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
