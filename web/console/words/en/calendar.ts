import type { Child } from 'hono/jsx/dom'
import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  /** The three steps from a new account to a shared event. */
  firstSteps: {
    appName: 'Calendar',
    label: 'Steps',
    steps: { calendar: 'Your calendar', event: 'Your first event', share: 'Share it' },
    preview: 'Preview',
    signOut: 'Sign out',
  },
  newCalendar: {
    firstTitle: 'Create your calendar',
    title: 'New calendar',
    lead: 'A calendar holds your events. You can change all of this later.',
    address: 'Address',
    addressHint: 'People find all your events here.',
    timeZone: 'Time zone',
    timeZoneHint: 'Taken from this device. Each event can have its own.',
    cover: 'Cover',
    coverHint: 'JPEG, PNG or WebP. Your browser shrinks it and removes the location. The accent colour follows it.',
    visibleTo: 'Visible to',
    public: 'Everyone',
    publicHint: 'Listed by search engines, feeds and the embed.',
    private: 'Only your team and invited guests',
    create: 'Create calendar',
    free: 'Free, no card needed.',
    invited: (userId: Child): Child => [
      'Invited to a team? Open the link in the email, or give an owner your user ID: ',
      userId,
      '.',
    ],
    doorPass: 'Have a door pass?',
    /** Shown in the preview until the calendar has a name. */
    unnamed: 'Your calendar',
    generatedCover: 'Generated from the name until you add a cover',
    eventsHere: 'Your events will show up here.',
  },
  /** In lists of time zones: "Lisbon (WEST, UTC+1)" and "Lima (UTC-5)". */
  zone: {
    named: (city: string, abbreviation: string, offset: string) => `${city} (${abbreviation}, ${offset})`,
    unnamed: (city: string, offset: string) => (city === offset ? city : `${city} (${offset})`),
  },
  messages: {
    title: 'Messages',
    lead: 'Write to all or some of an event’s guests.',
    list: 'Sent and scheduled',
    empty: 'Nothing in the last 30 days',
    emptyText: 'Your messages and the automatic reminders show up here.',
    sent: (sent: number) => counted(sent, { one: '# sent', other: '# sent' }),
    sentAndFailed: (sent: number, failed: number) =>
      `${counted(sent, { one: '# sent', other: '# sent' })}, ${counted(failed, { one: '# not delivered', other: '# not delivered' })}`,
    writeTo: 'Write to guests of…',
    noEvents: 'No upcoming published events.',
  },
}

export type CalendarWords = typeof english

export const calendarWords = area('calendar', english)
