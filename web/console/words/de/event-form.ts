import type { EventFormWords } from '../en/event-form.ts'
import { counted } from './counted.ts'

export const eventForm: EventFormWords = {
  newEvent: 'Neue Veranstaltung',
  preview: 'Vorschau',
  repeats: 'Wiederholt sich',
  partsLabel: 'Teile des Formulars',
  parts: {
    what: 'Angaben',
    when: 'Datum und Zeit',
    where: 'Ort',
    tickets: 'Tickets',
    registration: 'Anmeldung',
    seen: 'Sichtbarkeit',
  },
  saveAsDraft: 'Als Entwurf speichern',
  publish: 'Veröffentlichen',
  publishSeries: (dates) => counted(dates, { one: '# Termin veröffentlichen', other: '# Termine veröffentlichen' }),
  publishEndlessSeries: 'Termine veröffentlichen',
  moreDates: (dates) => counted(dates, { one: 'und # weiterer Termin', other: 'und # weitere Termine' }),
  moreDatesAndSoOn: (dates) =>
    counted(dates, { one: 'und # weiterer Termin usw.', other: 'und # weitere Termine usw.' }),
  created: (dates) => counted(dates, { one: '# Termin angelegt.', other: '# Termine angelegt.' }),
  first: {
    title: 'Legen Sie Ihre erste Veranstaltung an',
    lead: 'Beginnen Sie mit Titel, Zeit und Ort. Alles Weitere können Sie später ergänzen.',
    skip: 'Vorerst überspringen',
  },
}
