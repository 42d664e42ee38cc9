import type { Child } from 'hono/jsx/dom'
import type { CalendarWords } from '../en/calendar.ts'
import { counted } from './counted.ts'

export const calendar: CalendarWords = {
  firstSteps: {
    appName: 'Calendario',
    label: 'Passaggi',
    steps: { calendar: 'Il tuo calendario', event: 'Il tuo primo evento', share: 'Condividilo' },
    preview: 'Anteprima',
    signOut: 'Esci',
  },
  newCalendar: {
    firstTitle: 'Crea il tuo calendario',
    title: 'Nuovo calendario',
    lead: 'Un calendario raccoglie i tuoi eventi. Potrai cambiare tutto in seguito.',
    address: 'Indirizzo',
    addressHint: 'Qui si trovano tutti i tuoi eventi.',
    timeZone: 'Fuso orario',
    timeZoneHint: 'Quello di questo dispositivo. Ogni evento può averne uno suo.',
    cover: 'Copertina',
    coverHint:
      'JPEG, PNG o WebP. Il browser la riduce e rimuove la posizione. Il colore del calendario si adatta all’immagine.',
    visibleTo: 'Visibile a',
    public: 'Tutti',
    publicHint: 'Compare nei motori di ricerca, nei feed e nel widget.',
    private: 'Solo il tuo team e gli ospiti invitati',
    create: 'Crea calendario',
    free: 'Gratis, senza carta di credito.',
    invited: (userId: Child): Child => [
      'Hai ricevuto un invito a un team? Apri il link nell’e-mail, oppure dai a un proprietario il tuo ID utente: ',
      userId,
      '.',
    ],
    doorPass: 'Hai un pass per l’ingresso?',
    unnamed: 'Il tuo calendario',
    generatedCover: 'Generata dal nome finché non aggiungi una copertina',
    eventsHere: 'I tuoi eventi compariranno qui.',
  },
  zone: {
    named: (city, abbreviation, offset) => `${city} (${abbreviation}, ${offset})`,
    unnamed: (city, offset) => (city === offset ? city : `${city} (${offset})`),
  },
  messages: {
    title: 'Messaggi',
    lead: 'Scrivi a tutti gli ospiti di un evento o solo ad alcuni.',
    list: 'Inviati e programmati',
    empty: 'Nessun messaggio negli ultimi 30 giorni',
    emptyText: 'I tuoi messaggi e i promemoria automatici compariranno qui.',
    sent: (sent) => counted(sent, { one: '# inviato', other: '# inviati' }),
    sentAndFailed: (sent, failed) =>
      `${counted(sent, { one: '# inviato', other: '# inviati' })}, ${counted(failed, { one: '# non recapitato', other: '# non recapitati' })}`,
    writeTo: 'Scrivi agli ospiti di…',
    noEvents: 'Nessun evento pubblicato in arrivo.',
  },
}
