import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  // Times.
  today: 'Today',
  tomorrow: 'Tomorrow',
  now: 'Now',
  nextDays: 'Next 7 days',
  allDay: 'all day',
  dayAndTime: (day: string, time: string) => `${day}, ${time}`,
  dayAllDay: (day: string) => `${day}, all day`,
  minutes: (count: string) => `${count} min`,
  hours: (count: string) => `${count} h`,
  hoursAndMinutes: (hours: string, minutes: string) => `${hours} h ${minutes}`,
  days: (count: number) => counted(count, { one: '# day', other: '# days' }),

  // Tables and charts.
  selectRow: (name: string) => `Select ${name}`,
  selectPage: 'Select all on this page',
  pages: 'Pages',
  range: (from: string, until: string, total: string) => `${from}–${until} of ${total}`,
  showAsTable: 'Show as table',
  noLimit: 'no limit',

  // Filters.
  filters: 'Filters',
  clearFilters: 'Clear filters',
  showResults: 'Show results',

  loading: 'Loading',
  selectAndCopy: 'Select the text and copy it',
  needsPlan: (plan: string) => `Needs ${plan}`,
  seePlans: 'See plans',

  // Fields.
  markdown: {
    toolbar: 'Formatting',
    bold: 'Bold',
    italic: 'Italic',
    list: 'List',
    link: 'Link',
  },

  // Errors.
  checkFields: (count: number) => counted(count, { one: 'Check # field.', other: 'Check # fields.' }),
  aboutField: (field: string, message: string) => `${field}: ${message}.`,
  /** Names of fields whose messages can appear away from the field. */
  fieldNames: {
    timezone: 'Time zone',
    allDay: 'All day',
    startAt: 'Start',
    endAt: 'End',
    rrule: 'Repetition',
    registrationOpensAt: 'Registration opens',
    registrationClosesAt: 'Registration closes',
    checkInOpensAt: 'Check-in opens',
    checkInClosesAt: 'Check-in closes',
    capacity: 'Capacity',
    title: 'Title',
    location: 'Location',
  },
  /** The user types it before a large write: emails, or an amount of a currency. */
  emails: (number: string) => `${number} emails`,
  typeNumber: (number: string) => `Type ${number} to confirm`,
  quoteChanged: 'Something has changed since you opened this. Check the new numbers and confirm again.',
  pageBroken: 'Something went wrong on this page. Reload it.',
  unreachable: 'We can’t reach the service. Check your connection and try again.',
  tooManyTries: (when: string) => `Too many tries. Try again ${when}.`,
  notResponding: (when: string) => `Something isn’t responding. Try again ${when}.`,
  ourSide: 'Something went wrong on our side.',
  ourSideNumber: (number: string) =>
    `Something went wrong on our side. If it happens again, send us this number: ${number}.`,
  inAMoment: 'in a moment',
  inASecond: 'in a second',
  inSeconds: (count: number) => counted(count, { one: 'in # second', other: 'in # seconds' }),
  inMinutes: (count: number) => counted(count, { one: 'in # minute', other: 'in # minutes' }),
  sessionEnded: 'You’re signed out. Sign in again to continue.',
  signIn: {
    unfinished: 'You didn’t finish signing in.',
    unreachable: 'We can’t reach the sign-in page right now.',
    failed: 'We couldn’t complete your sign-in. Try again.',
    elsewhere: 'You started this sign-in in another tab. Try again here.',
    missing: 'The sign-in provider has no sign-in page.',
  },
}

export type PartsWords = typeof english

export const partsWords = area('parts', english)
