import type { Role } from '../../../src/kernel/vocabulary.ts'
import type { IconName } from '../parts/icon.tsx'

export interface Section {
  id: string
  title: string
  icon: IconName
  /** Lowest role that can see the section. */
  role: Role
  /** The key that follows `g` in the keyboard shortcut. */
  key?: string
  /** Whether the section appears below the line in the navigation rail. */
  isApart?: boolean
}

/** Sections of a calendar, in the order of the navigation rail. */
export const SECTIONS: readonly Section[] = [
  { id: 'events', title: 'Events', icon: 'events', role: 'STAFF', key: 'e' },
  { id: 'series', title: 'Series', icon: 'series', role: 'MANAGER', key: 's' },
  { id: 'people', title: 'People', icon: 'people', role: 'MANAGER', key: 'p' },
  { id: 'messages', title: 'Messages', icon: 'messages', role: 'MANAGER', key: 'm' },
  { id: 'money', title: 'Money', icon: 'money', role: 'OWNER', key: '$' },
  { id: 'numbers', title: 'Numbers', icon: 'numbers', role: 'MANAGER', key: 'n' },
  { id: 'team', title: 'Team', icon: 'team', role: 'OWNER', key: 't', isApart: true },
  { id: 'history', title: 'History', icon: 'history', role: 'MANAGER', key: 'h', isApart: true },
  { id: 'settings', title: 'Settings', icon: 'settings', role: 'MANAGER', key: ',', isApart: true },
  { id: 'developers', title: 'Developers', icon: 'developers', role: 'STAFF', key: 'd', isApart: true },
]

/** Tabs of an event, in order. */
export const TABS: readonly { id: string; title: string; role: Role }[] = [
  { id: '', title: 'Overview', role: 'MANAGER' },
  { id: 'guests', title: 'Guests', role: 'STAFF' },
  { id: 'tickets', title: 'Tickets & questions', role: 'MANAGER' },
  { id: 'orders', title: 'Orders', role: 'OWNER' },
  { id: 'messages', title: 'Messages', role: 'MANAGER' },
  { id: 'door', title: 'Door', role: 'STAFF' },
  { id: 'history', title: 'History', role: 'MANAGER' },
]
