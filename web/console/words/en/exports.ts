import type { Child } from 'hono/jsx/dom'
import { area } from '../loaded.ts'
import { counted } from './counted.ts'

/** In order, because 1 is Monday in the API. */
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const english = {
  title: 'Exports',
  lead: 'Files created on a schedule and emailed as a link.',
  schedule: 'Schedule an export',
  empty: {
    title: 'No exports yet',
    about: 'Get guests, orders, check-ins or events as a file. We email you a link every day, week or month.',
  },

  datasets: { GUESTS: 'Guests', ORDERS: 'Orders', CHECKINS: 'Check-ins', EVENTS: 'Events' },
  weekdays,
  /** The heading of an export. `format` is CSV or JSON. */
  file: (dataset: string, format: string) => `${dataset} as ${format}`,
  fileOfEvent: (dataset: string, format: string, event: string) => `${dataset} as ${format} · ${event}`,
  daily: (time: string, zone: string) => `Every day at ${time}, ${zone}`,
  /** `weekday` is 1 for Monday and 7 for Sunday. */
  weekly: (weekday: number, time: string, zone: string) => `Every ${weekdays[weekday - 1] ?? ''} at ${time}, ${zone}`,
  monthly: (day: number, time: string, zone: string) => `On day ${day} of every month at ${time}, ${zone}`,
  recipients: (addresses: string) => `To ${addresses}`,
  next: (when: Child): Child[] => ['Next ', when],
  due: 'Due now',
  neverRan: 'Never ran',
  lastRan: (when: Child): Child[] => ['Last ran ', when],

  states: {
    active: 'Active',
    paused: 'Paused',
    pausedAfterFailures: 'Paused: it failed too often',
    pausedWithoutAccess: 'Paused: its creator lost access to this data',
    failed: (times: number) =>
      times === 1 ? 'Failed last time' : counted(times, { one: 'Failed # time', other: 'Failed # times' }),
  },
  pause: 'Pause',
  paused: 'Export paused.',
  resume: 'Resume',
  resumed: 'Export resumed.',
  deleting: {
    title: 'Delete this export?',
    about: 'We delete its runs and their files too. Links we emailed stop working.',
    action: 'Delete export',
  },

  form: {
    create: 'Schedule an export',
    edit: 'Edit export',
    data: 'Data',
    format: 'Format',
    csv: 'CSV, for spreadsheets',
    json: 'JSON, for programs',
    event: 'Event',
    everyEvent: 'Every event',
    /** An event that is over and therefore missing from the list of upcoming events. */
    currentEvent: 'Current event',
    frequency: 'How often',
    daily: 'Every day',
    weekly: 'Every week',
    monthly: 'Every month',
    weekday: 'Weekday',
    dayOfMonth: 'Day of the month',
    dayOfMonthHint: 'In shorter months, it runs on the last day.',
    time: 'Time',
    timezone: 'Time zone',
    recipients: 'Emailed to',
    recipientsHint: 'Up to ten addresses, separated by commas. We email each one a link that expires.',
    createAction: 'Schedule export',
    editAction: 'Save export',
  },

  runs: {
    title: 'Runs',
    empty: 'This export hasn’t run yet.',
    newest: (shown: number, total: number) => `The newest ${shown} of ${total}.`,
    states: { PENDING: 'Waiting', RUNNING: 'Running', SUCCEEDED: 'Done', FAILED: 'Failed' },
    rows: (count: number) => counted(count, { one: '# row', other: '# rows' }),
    attempts: (count: number) => counted(count, { one: '# attempt', other: '# attempts' }),
    download: 'Download',
    downloadUntil: (link: (words: string) => Child, when: Child): Child[] => [
      link('Download'),
      ' (expires ',
      when,
      ')',
    ],
    bytes: (count: number) => counted(count, { one: '# byte', other: '# bytes' }),
    kilobytes: (amount: string) => `${amount} KB`,
    megabytes: (amount: string) => `${amount} MB`,
    gigabytes: (amount: string) => `${amount} GB`,
  },
}

export type ExportsWords = typeof english

export const exportsWords = area('exports', english)
