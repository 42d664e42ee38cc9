import type { DEMO_CALENDARS } from '../start/demo-file.ts'
import type { DemoEvent } from './demo-events.ts'
import { CINEMA, CLUB, COURTYARD, HARBOUR } from './demo-events.ts'
import { onDay } from './demo-times.ts'

type Programme = Record<(typeof DEMO_CALENDARS)[number], DemoEvent[]>

const seat = [{ name: 'Seat', type: 'FREE' as const }]

const neighbours = (now: number): DemoEvent[] => [
  {
    slug: 'demo-free-flea-market',
    title: 'Flea market',
    description: 'Forty tables along the street. Cake at number 9, coffee at number 22, rain or shine.',
    ...onDay(now, 24, '10:00', 6),
    timezone: 'Europe/Berlin',
    tags: ['market', 'neighbours'],
    tickets: [{ name: 'Table', type: 'FREE', capacity: 40 }],
    locationType: 'IN_PERSON',
    location: COURTYARD,
    registrationQuestions: [{ label: 'What will you sell?', type: 'TEXT', required: false }],
  },
  {
    slug: 'demo-free-street-party',
    title: 'Street party',
    description: 'One long table from end to end. Bring a dish and a chair.',
    ...onDay(now, -40, '15:00', 7),
    timezone: 'Europe/Berlin',
    tags: ['neighbours', 'food'],
    tickets: [{ name: 'A chair', type: 'FREE' }],
    locationType: 'IN_PERSON',
    location: COURTYARD,
  },
]

const jazz = (now: number): DemoEvent[] => [
  {
    slug: 'demo-plus-open-stage',
    title: 'Open stage',
    description: 'Two tunes each, house band behind you. Names go on the board from seven.',
    ...onDay(now, 6, '19:30', 4),
    timezone: 'America/New_York',
    capacity: 40,
    tags: ['jazz', 'open-stage'],
    tickets: seat,
    locationType: 'IN_PERSON',
    location: CLUB,
    registrationQuestions: [
      {
        label: 'What do you play?',
        type: 'SELECT',
        required: false,
        options: ['Piano', 'Bass', 'Drums', 'Horn', 'Voice', 'I listen'],
      },
    ],
  },
  {
    slug: 'demo-plus-listening-session',
    title: 'Listening session: Monk alone',
    description: 'We play one record from start to end, then talk about it. From wherever you are.',
    ...onDay(now, 18, '19:00', 2),
    timezone: 'America/New_York',
    tags: ['jazz', 'online'],
    tickets: seat,
    locationType: 'ONLINE',
    meetingUrl: 'https://meet.small-hours.example/monk',
  },
  {
    slug: 'demo-plus-anniversary',
    title: 'Ten years of Small Hours',
    description: 'Everyone who ever played here was asked back. Most of them came.',
    ...onDay(now, -21, '20:00', 4),
    timezone: 'America/New_York',
    capacity: 40,
    tags: ['jazz', 'anniversary'],
    tickets: seat,
    locationType: 'IN_PERSON',
    location: CLUB,
  },
]

const harbour = (now: number): DemoEvent[] => [
  {
    slug: 'demo-pro-tide-workshop',
    title: 'Workshop: reading the tide tables',
    description: 'Four hours with a pilot of thirty years. Bring a pencil; charts are on the table.',
    ...onDay(now, 12, '14:00', 4),
    timezone: 'Europe/Lisbon',
    capacity: 16,
    waitlistEnabled: true,
    tags: ['workshop', 'harbour'],
    tickets: [{ name: 'Place', type: 'FREE' }],
    locationType: 'IN_PERSON',
    location: HARBOUR,
    registrationQuestions: [
      {
        label: 'Have you sailed before?',
        type: 'SELECT',
        required: false,
        options: ['Never', 'A little', 'For years'],
      },
      { label: 'Anything we should know?', type: 'TEXTAREA', required: false },
    ],
  },
  {
    slug: 'demo-pro-customs-webinar',
    title: 'Webinar: customs after the reform',
    description: 'What changes for small consignments, with the forms filled in on screen.',
    ...onDay(now, 30, '11:00', 1),
    timezone: 'Europe/Lisbon',
    tags: ['online', 'logistics'],
    tickets: [{ name: 'Link', type: 'FREE' }],
    locationType: 'ONLINE',
    meetingUrl: 'https://meet.harbour-centre.example/customs',
  },
  {
    slug: 'demo-pro-autumn-conference',
    title: 'Cold Chain Conference',
    description: 'Fish, vaccines and flowers: two hundred people who keep things cold for a living.',
    ...onDay(now, -30, '09:00', 8),
    timezone: 'Europe/Lisbon',
    capacity: 200,
    tags: ['conference', 'logistics'],
    tickets: [
      { name: 'Standard', type: 'PAID', price: 12_000, currency: 'EUR' },
      { name: 'Student', type: 'PAID', price: 2_500, currency: 'EUR', capacity: 40 },
    ],
    locationType: 'IN_PERSON',
    location: HARBOUR,
  },
]

const films = (now: number): DemoEvent[] => [
  {
    slug: 'demo-other-shorts',
    title: 'Nine short films about snow',
    description: 'Ninety minutes, nine makers, one subject.',
    ...onDay(now, 22, '17:00', 2),
    timezone: 'Europe/Helsinki',
    capacity: 90,
    tags: ['film', 'shorts'],
    tickets: seat,
    locationType: 'IN_PERSON',
    location: CINEMA,
  },
  {
    slug: 'demo-other-press-preview',
    title: 'Press preview',
    description: 'The programme, explained by those who chose it.',
    ...onDay(now, -7, '10:00', 2),
    timezone: 'Europe/Helsinki',
    tags: ['film', 'press'],
    tickets: seat,
    locationType: 'IN_PERSON',
    location: CINEMA,
  },
]

/** More events, past and upcoming, to fill the lists and feeds. */
export const programme = (now: number): Programme => ({
  free: neighbours(now),
  plus: jazz(now),
  pro: harbour(now),
  other: films(now),
})
