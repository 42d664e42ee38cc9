import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  newEvent: 'New event',
  preview: 'Preview',
  repeats: 'Repeats',
  partsLabel: 'Parts of the form',
  parts: {
    what: 'Details',
    when: 'Date and time',
    where: 'Location',
    tickets: 'Tickets',
    registration: 'Registration',
    seen: 'Visibility',
  },
  saveAsDraft: 'Save as draft',
  publish: 'Publish',
  /** For a series with an end, and for one without. */
  publishSeries: (dates: number) => counted(dates, { one: 'Publish # date', other: 'Publish # dates' }),
  publishEndlessSeries: 'Publish dates',
  /** Below the first date in the preview. */
  moreDates: (dates: number) => counted(dates, { one: 'and # more date', other: 'and # more dates' }),
  moreDatesAndSoOn: (dates: number) =>
    counted(dates, { one: 'and # more date, and so on', other: 'and # more dates, and so on' }),
  created: (dates: number) => counted(dates, { one: 'Created # date.', other: 'Created # dates.' }),
  first: {
    title: 'Create your first event',
    lead: 'Start with the title, time and place. You can add everything else later.',
    skip: 'Skip for now',
  },
}

export type EventFormWords = typeof english

export const eventFormWords = area('eventForm', english)
