import type { DEMO_CALENDARS } from '../start/demo-file.ts'

export interface DemoCalendar {
  slug: string
  name: string
  description: string
  timezone: string
  website: string
  plan: 'FREE' | 'PLUS' | 'PRO'
  members: Record<string, 'MANAGER' | 'STAFF'>
}

const TEAM = { manager: 'MANAGER', staff: 'STAFF' } as const

export const demoCalendars: Record<(typeof DEMO_CALENDARS)[number], DemoCalendar> = {
  free: {
    slug: 'demo-free',
    name: 'Linden Street Neighbours',
    description: 'Street parties, repair evenings and the yearly flea market of Linden Street.',
    timezone: 'Europe/Berlin',
    website: 'https://linden-street.example',
    plan: 'FREE',
    members: TEAM,
  },
  plus: {
    slug: 'demo-plus',
    name: 'Small Hours Jazz Club',
    description: 'Forty seats, one piano, and somebody new on stage every Thursday.',
    timezone: 'America/New_York',
    website: 'https://small-hours.example',
    plan: 'PLUS',
    members: TEAM,
  },
  pro: {
    slug: 'demo-pro',
    name: 'Harbour Conference Centre',
    description: 'Conferences, workshops and open days at the old harbour.',
    timezone: 'Europe/Lisbon',
    website: 'https://harbour-centre.example',
    plan: 'PRO',
    members: TEAM,
  },
  other: {
    slug: 'demo-other',
    name: 'Northern Lights Film Festival',
    description: 'Eleven days of films from the far north, with their makers in the room.',
    timezone: 'Europe/Helsinki',
    website: 'https://northern-lights.example',
    plan: 'PRO',
    members: {},
  },
}
