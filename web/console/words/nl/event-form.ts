import type { EventFormWords } from '../en/event-form.ts'
import { counted } from './counted.ts'

export const eventForm: EventFormWords = {
  newEvent: 'Nieuw evenement',
  preview: 'Voorbeeld',
  repeats: 'Herhalen',
  partsLabel: 'Delen van het formulier',
  parts: {
    what: 'Details',
    when: 'Datum en tijd',
    where: 'Locatie',
    tickets: 'Tickets',
    registration: 'Inschrijving',
    seen: 'Zichtbaarheid',
  },
  saveAsDraft: 'Als concept opslaan',
  publish: 'Publiceren',
  publishSeries: (dates) => counted(dates, { one: '# datum publiceren', other: '# datums publiceren' }),
  publishEndlessSeries: 'Datums publiceren',
  moreDates: (dates) => counted(dates, { one: 'en nog # datum', other: 'en nog # datums' }),
  moreDatesAndSoOn: (dates) =>
    counted(dates, { one: 'en nog # datum, enzovoort', other: 'en nog # datums, enzovoort' }),
  created: (dates) => counted(dates, { one: '# datum gemaakt.', other: '# datums gemaakt.' }),
  first: {
    title: 'Maak je eerste evenement',
    lead: 'Begin met titel, tijd en plaats. De rest kun je later toevoegen.',
    skip: 'Nu overslaan',
  },
}
