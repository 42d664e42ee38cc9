import type { EventFormWords } from '../en/event-form.ts'
import { counted } from './counted.ts'

export const eventForm: EventFormWords = {
  newEvent: 'Nuovo evento',
  preview: 'Anteprima',
  repeats: 'Si ripete',
  partsLabel: 'Parti del modulo',
  parts: {
    what: 'Dettagli',
    when: 'Data e ora',
    where: 'Luogo',
    tickets: 'Biglietti',
    registration: 'Iscrizioni',
    seen: 'Visibilità',
  },
  saveAsDraft: 'Salva come bozza',
  publish: 'Pubblica',
  publishSeries: (dates) => counted(dates, { one: 'Pubblica # data', other: 'Pubblica # date' }),
  publishEndlessSeries: 'Pubblica le date',
  moreDates: (dates) => counted(dates, { one: 'e # altra data', other: 'e altre # date' }),
  moreDatesAndSoOn: (dates) =>
    counted(dates, { one: 'e # altra data, e così via', other: 'e altre # date, e così via' }),
  created: (dates) => counted(dates, { one: '# data creata.', other: '# date create.' }),
  first: {
    title: 'Crea il tuo primo evento',
    lead: 'Comincia da titolo, orario e luogo. Il resto puoi aggiungerlo in seguito.',
    skip: 'Salta per ora',
  },
}
