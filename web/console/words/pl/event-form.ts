import type { EventFormWords } from '../en/event-form.ts'
import { datesCounted } from './counted.ts'

export const eventForm: EventFormWords = {
  newEvent: 'Nowe wydarzenie',
  preview: 'Podgląd',
  repeats: 'Powtarza się',
  partsLabel: 'Części formularza',
  parts: {
    what: 'Szczegóły',
    when: 'Data i godzina',
    where: 'Miejsce',
    tickets: 'Bilety',
    registration: 'Zapisy',
    seen: 'Widoczność',
  },
  saveAsDraft: 'Zapisz szkic',
  publish: 'Opublikuj',
  publishSeries: (dates) => `Opublikuj ${datesCounted(dates)}`,
  publishEndlessSeries: 'Opublikuj terminy',
  moreDates: (dates) => `i jeszcze ${datesCounted(dates)}`,
  moreDatesAndSoOn: (dates) => `i jeszcze ${datesCounted(dates)}, i tak dalej`,
  created: (dates) => `Utworzono ${datesCounted(dates)}.`,
  first: {
    title: 'Utwórz pierwsze wydarzenie',
    lead: 'Zacznij od tytułu, godziny i miejsca. Resztę możesz dodać później.',
    skip: 'Na razie pomiń',
  },
}
