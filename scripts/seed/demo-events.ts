import type { DEMO_CALENDARS, DEMO_EVENTS } from '../start/demo-file.ts'
import { hoursFrom, nextHour, onDay } from './demo-times.ts'

interface NewTicket {
  name: string
  type: 'FREE' | 'PAID'
  price?: number
  currency?: string
  capacity?: number
}

export interface DemoEvent {
  slug: string
  title: string
  description: string
  startAt: string
  endAt: string
  timezone: string
  capacity?: number
  waitlistEnabled?: boolean
  tags: string[]
  tickets: NewTicket[]
  locationType: 'IN_PERSON' | 'ONLINE'
  location?: { name: string; address: string; city: string; country: string }
  meetingUrl?: string
  registrationQuestions?: { label: string; type: string; required: boolean; options?: string[]; showAtDoor?: boolean }[]
  checkInOpensAt?: string
  checkInClosesAt?: string
}

/** A demo event listed in demo.json. If its dates have passed, the next start moves it. */
export interface Anchor {
  calendar: (typeof DEMO_CALENDARS)[number]
  at(now: number): DemoEvent
  isWornOut(
    event: { startAt: string; endAt: string; checkInOpensAt: string | null; checkInClosesAt: string | null },
    now: number,
  ): boolean
}

const DAY_HOURS = 24
const YEAR_HOURS = 365 * DAY_HOURS
const free = (name: string, capacity?: number): NewTicket => ({ name, type: 'FREE', ...(capacity ? { capacity } : {}) })

const hasBegun: Anchor['isWornOut'] = (event, now) => Date.parse(event.startAt) < now + 3_600_000

export const COURTYARD = { name: 'The courtyard', address: 'Linden Street 14', city: 'Berlin', country: 'DE' }
export const CLUB = { name: 'Small Hours', address: '181 West 10th Street', city: 'New York', country: 'US' }
export const HARBOUR = { name: 'Harbour Conference Centre', address: 'Cais do Norte 2', city: 'Lisbon', country: 'PT' }
export const CINEMA = { name: 'Cinema Aurora', address: 'Rantakatu 7', city: 'Oulu', country: 'FI' }

export const anchors: Record<(typeof DEMO_EVENTS)[number], Anchor> = {
  free: {
    calendar: 'free',
    isWornOut: hasBegun,
    at: (now) => ({
      slug: 'demo-free-repair-evening',
      title: 'Repair evening',
      description: 'Bring a broken lamp, a torn coat or a silent radio. We have tools, thread and patience.',
      ...onDay(now, 10, '18:30', 3),
      timezone: 'Europe/Berlin',
      capacity: 30,
      tags: ['repair', 'neighbours'],
      tickets: [free('A place at the table')],
      locationType: 'IN_PERSON',
      location: COURTYARD,
    }),
  },
  plus: {
    calendar: 'plus',
    isWornOut: hasBegun,
    at: (now) => ({
      slug: 'demo-plus-thursday-trio',
      title: 'The Thursday Trio: standards, slowly',
      description: 'Piano, bass and brushes. Doors open half an hour before; the first set begins on time.',
      ...onDay(now, 14, '20:00', 3),
      timezone: 'America/New_York',
      capacity: 40,
      waitlistEnabled: true,
      tags: ['jazz', 'live'],
      tickets: [free('Seat')],
      locationType: 'IN_PERSON',
      location: CLUB,
    }),
  },
  pro: {
    calendar: 'pro',
    isWornOut: (event, now) =>
      Date.parse(event.endAt) < now + DAY_HOURS * 3_600_000 ||
      event.checkInOpensAt === null ||
      Date.parse(event.checkInOpensAt) > now ||
      event.checkInClosesAt === null ||
      Date.parse(event.checkInClosesAt) < now + DAY_HOURS * 3_600_000,
    at: (now) => ({
      slug: 'demo-pro-harbour-days',
      title: 'Open Harbour Days',
      description:
        'Three days of open doors: the cranes, the cold stores and the pilots’ boat. The desk is open already.',
      startAt: nextHour(now),
      endAt: hoursFrom(now, 3 * DAY_HOURS),
      timezone: 'Europe/Lisbon',
      capacity: 200,
      tags: ['open-day', 'harbour'],
      tickets: [free('General admission')],
      locationType: 'IN_PERSON',
      location: HARBOUR,
      registrationQuestions: [
        {
          label: 'Would you like a seat on the pilots’ boat?',
          type: 'SELECT',
          required: false,
          options: ['Yes', 'No, I stay ashore'],
          showAtDoor: true,
        },
      ],
      checkInOpensAt: hoursFrom(now, -DAY_HOURS),
      checkInClosesAt: hoursFrom(now, 5 * YEAR_HOURS),
    }),
  },
  paid: {
    calendar: 'pro',
    isWornOut: hasBegun,
    at: (now) => ({
      slug: 'demo-pro-logistics-summit',
      title: 'Short Sea Logistics Summit',
      description: 'One day on moving goods between small ports: timetables, tides, customs and people.',
      ...onDay(now, 45, '09:00', 9),
      timezone: 'Europe/Lisbon',
      capacity: 120,
      tags: ['conference', 'logistics'],
      tickets: [{ name: 'Conference ticket', type: 'PAID', price: 4_900, currency: 'EUR' }],
      locationType: 'IN_PERSON',
      location: HARBOUR,
    }),
  },
  other: {
    calendar: 'other',
    isWornOut: hasBegun,
    at: (now) => ({
      slug: 'demo-other-opening-night',
      title: 'Opening night: The Long Thaw',
      description: 'The first screening of the festival, and a conversation with the director afterwards.',
      ...onDay(now, 21, '19:00', 3),
      timezone: 'Europe/Helsinki',
      capacity: 180,
      tags: ['film', 'opening'],
      tickets: [free('Seat')],
      locationType: 'IN_PERSON',
      location: CINEMA,
    }),
  },
}
