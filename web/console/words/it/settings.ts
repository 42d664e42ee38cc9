import type { Child } from 'hono/jsx/dom'
import type { SettingsWords } from '../en/settings.ts'

export const settings: SettingsWords = {
  title: 'Impostazioni',
  hidden: (reason) => `Il gestore di questo servizio ha nascosto il calendario al pubblico: ${reason}`,
  appearance: {
    title: 'Aspetto',
    lead: 'Nella pagina del calendario e in cima a ogni e-mail.',
    address: 'Indirizzo',
    description: 'Descrizione',
    markdown: 'Markdown',
    picture: 'Immagine',
    cover: 'Copertina',
    accent: 'Colore',
  },
  language: {
    title: 'Lingua e fuso orario',
    timeZone: 'Fuso orario',
    language: 'Lingua',
    currency: 'Valuta',
    currencyHint: 'Per i nuovi biglietti e codici sconto, come EUR. Lascia vuoto per usare la valuta del fuso orario.',
    languageHint: 'Per pagine ed e-mail, se chi legge non ne sceglie un’altra.',
  },
  visibility: {
    title: 'Visibilità',
    label: 'Visibile a',
    public: 'Tutti',
    publicHint: 'Il calendario ha una pagina, dei feed e un widget.',
    private: 'Solo il tuo team e gli ospiti invitati',
  },
  legal: {
    title: 'Contatti e note legali',
    lead: 'In fondo a ogni pagina ed e-mail.',
    email: 'E-mail per gli ospiti',
    website: 'Sito web',
    imprint: 'Note legali',
    privacy: 'Privacy',
  },
  payment: {
    title: 'Pagamento offline',
    lead: 'Visibile agli ospiti con un ordine da pagare, nella loro pagina e nelle e-mail.',
    instructions: 'Come pagare',
    instructionsAside: 'Markdown; ogni evento può avere istruzioni proprie',
  },
  unsaved: 'Modifiche non salvate',
  allSaved: 'Tutte le modifiche sono salvate',
  saved: 'Impostazioni salvate.',
  plan: {
    title: 'Piano',
    isOn: (calendar, plan: Child): Child => [`${calendar} ha il piano `, plan, '.'],
  },
  quotas: {
    names: {
      eventsPerCalendar: 'Eventi in arrivo',
      guestsPerEvent: 'Ospiti per evento',
      messagesPerEventAndDay: 'Messaggi per evento e giorno',
      recipientsPerDay: 'Destinatari dei messaggi oggi',
      imagesPerCalendar: 'Immagini',
      imagesPerDay: 'Caricamenti oggi',
      archivesPerDay: 'Archivi oggi',
    },
    resets: (fromNow) => `si azzera ${fromNow}`,
    atMost: (quota, limit) => `${quota}: al massimo ${limit}`,
  },
  danger: {
    title: 'Zona pericolosa',
    lead: 'Prima che tu decida ti mostriamo che cosa verrà eliminato, e aspettiamo 30 giorni.',
    delete: 'Elimina calendario…',
  },
}
