import type { Role } from '../../../src/kernel/vocabulary.ts'
import type { IconName } from '../parts/icon.tsx'
import { frameWords, type FrameWords } from '../words/en/frame.ts'

export interface Section {
  id: string
  /** In the language of the workspace. Read it while rendering. */
  readonly title: string
  icon: IconName
  /** Lowest role that can see the section. */
  role: Role
  /** The key that follows `g` in the keyboard shortcut. */
  key?: string
  /** Whether the section appears below the line in the navigation rail. */
  isApart?: boolean
}

const section = (id: keyof FrameWords['sections'], rest: Omit<Section, 'id' | 'title'>): Section => ({
  id,
  ...rest,
  get title() {
    return frameWords().sections[id]
  },
})

/** Sections of a calendar, in the order of the navigation rail. */
export const SECTIONS: readonly Section[] = [
  section('events', { icon: 'events', role: 'STAFF', key: 'e' }),
  section('series', { icon: 'series', role: 'MANAGER', key: 's' }),
  section('people', { icon: 'people', role: 'MANAGER', key: 'p' }),
  section('messages', { icon: 'messages', role: 'MANAGER', key: 'm' }),
  section('money', { icon: 'money', role: 'OWNER', key: '$' }),
  section('numbers', { icon: 'numbers', role: 'MANAGER', key: 'n' }),
  section('team', { icon: 'team', role: 'OWNER', key: 't', isApart: true }),
  section('history', { icon: 'history', role: 'MANAGER', key: 'h', isApart: true }),
  section('settings', { icon: 'settings', role: 'MANAGER', key: ',', isApart: true }),
  section('developers', { icon: 'developers', role: 'STAFF', key: 'd', isApart: true }),
]

interface Tab {
  /** The last part of the hash. Empty for the overview. */
  id: string
  readonly title: string
  role: Role
}

const tab = (name: keyof FrameWords['tabs'], role: Role): Tab => ({
  id: name === 'overview' ? '' : name,
  role,
  get title() {
    return frameWords().tabs[name]
  },
})

/** Tabs of an event, in order. */
export const TABS: readonly Tab[] = [
  tab('overview', 'MANAGER'),
  tab('guests', 'STAFF'),
  tab('tickets', 'MANAGER'),
  tab('orders', 'OWNER'),
  tab('messages', 'MANAGER'),
  tab('door', 'STAFF'),
  tab('rehearsal', 'MANAGER'),
  tab('history', 'MANAGER'),
]
