import type { Child } from 'hono/jsx/dom'
import { area } from '../loaded.ts'

const english = {
  title: 'Settings',
  hidden: (reason: string) => `The operator of this service has hidden this calendar from the public: ${reason}`,
  appearance: {
    title: 'Appearance',
    lead: 'Shown on the calendar’s page and at the top of every email.',
    address: 'Address',
    description: 'Description',
    markdown: 'Markdown',
    picture: 'Picture',
    cover: 'Cover',
    accent: 'Accent',
  },
  language: {
    title: 'Language and time zone',
    timeZone: 'Time zone',
    language: 'Language',
    currency: 'Currency',
    currencyHint: 'For new tickets and coupons, such as EUR. Leave it blank to use the time zone’s currency.',
    languageHint: 'For pages and emails, unless the reader chooses another.',
  },
  visibility: {
    title: 'Visibility',
    label: 'Visible to',
    public: 'Everyone',
    publicHint: 'The calendar has a page, feeds and an embed.',
    private: 'Only your team and invited guests',
  },
  legal: {
    title: 'Contact and legal',
    lead: 'In the footer of every page and email.',
    email: 'Email for guests',
    website: 'Website',
    imprint: 'Imprint',
    privacy: 'Privacy',
  },
  payment: {
    title: 'Paying offline',
    lead: 'Shown to guests with an unpaid order, on their page and in their emails.',
    instructions: 'How to pay',
    instructionsAside: 'Markdown; events can override it',
  },
  unsaved: 'Unsaved changes',
  allSaved: 'All changes saved',
  saved: 'Settings saved.',
  plan: {
    title: 'Plan',
    isOn: (calendar: string, plan: Child): Child => [`${calendar} is on `, plan, '.'],
  },
  quotas: {
    names: {
      eventsPerCalendar: 'Upcoming events',
      guestsPerEvent: 'Guests per event',
      messagesPerEventAndDay: 'Messages per event and day',
      recipientsPerDay: 'Message recipients today',
      imagesPerCalendar: 'Images',
      imagesPerDay: 'Uploads today',
      archivesPerDay: 'Archives today',
    },
    resets: (fromNow: string) => `resets ${fromNow}`,
    atMost: (quota: string, limit: string) => `${quota}: at most ${limit}`,
  },
  danger: {
    title: 'Danger zone',
    lead: 'We show you what will be deleted before you decide, and wait 30 days.',
    delete: 'Delete calendar…',
  },
}

export type SettingsWords = typeof english

export const settingsWords = area('settings', english)
