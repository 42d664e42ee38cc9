import type { EventsWords } from '../en/events.ts'
import { counted } from './counted.ts'

export const events: EventsWords = {
  list: {
    newEvent: 'Nuovo evento',
    filterLabel: 'Stato dell’evento',
    filters: { upcoming: 'In arrivo', drafts: 'Bozze', past: 'Passati', cancelled: 'Annullati' },
    tag: 'Tema',
    search: 'Cerca nel titolo o nel testo',
    seats: 'Posti',
    actions: 'Azioni',
    dates: (dates) => counted(dates, { one: '# data', other: '# date' }),
  },
  empty: {
    noMatches: 'Nessun risultato',
    noMatchesText: 'Nessun evento di questo calendario contiene queste parole nel titolo o nel testo.',
    upcoming: 'Nessun evento in arrivo',
    upcomingText: 'Ogni evento ha una sua pagina per le iscrizioni. Qui vedi chi viene.',
    drafts: 'Nessuna bozza',
    past: 'Nessun evento passato',
    cancelled: 'Nessun evento annullato',
    createEvent: 'Crea evento',
  },
  menu: {
    label: (title) => `Altre azioni per ${title}`,
    publish: 'Pubblica…',
    share: 'Condividi',
    duplicate: 'Duplica…',
    cancel: 'Annulla evento…',
    delete: 'Elimina…',
  },
  cancelDialog: {
    title: (title) => `Annullare «${title}»?`,
    text: 'La pagina resta online e indica che l’evento è annullato. Non si può tornare indietro.',
    reason: 'Motivo',
    reasonAside: 'visibile agli ospiti',
    email: (guests) => counted(guests, { one: 'Scrivi a # ospite', other: 'Scrivi a # ospiti' }),
    paidOrders: 'Ordini pagati',
    paid: (orders) => counted(orders, { one: '# ordine pagato', other: '# ordini pagati' }),
    refunds: 'Rimborsi',
    refundNow: 'Rimborsa tutto ora',
    refundNowHint: 'Vedrai il risultato di ogni ordine.',
    refundLater: 'Più tardi',
    refundLaterHint: 'Usa «Rimborsa tutto» negli ordini dell’evento.',
    ownerRefunds: 'Solo un proprietario di questo calendario può vedere e rimborsare i suoi ordini.',
    cancel: 'Annulla evento',
    cancelAndEmail: (guests) =>
      counted(guests, { one: 'Annulla e scrivi a # ospite', other: 'Annulla e scrivi a # ospiti' }),
    keep: 'Non annullare',
    cancelled: 'Evento annullato.',
    cancelledAndEmailing: (guests) =>
      counted(guests, {
        one: 'Evento annullato. Stiamo scrivendo a # ospite.',
        other: 'Evento annullato. Stiamo scrivendo a # ospiti.',
      }),
  },
  duplicateDialog: {
    title: (title) => `Duplica «${title}»`,
    date: 'Data della copia',
    time: 'Ora d’inizio',
    means:
      'I periodi di vendita, iscrizione, ingresso e codici sconto si spostano della stessa distanza. La copia è una bozza senza ospiti. I suoi codici sconto non sono ancora usati e sono nuovi, come EARLY-2.',
    action: 'Duplica evento',
  },
  deleteDialog: {
    title: (title) => `Eliminare «${title}»?`,
    text: 'Elimini anche i suoi biglietti e le sue domande. Se ci sono iscrizioni, puoi solo annullare l’evento.',
    delete: 'Elimina definitivamente',
    deleted: 'Evento eliminato.',
  },
  publishDialog: {
    title: (title) => `Pubblicare «${title}»?`,
    text: 'La pagina e le iscrizioni aprono subito. Non verrà inviata nessuna e-mail.',
    publish: 'Pubblica',
    notYet: 'Non ancora',
    published: 'Evento pubblicato.',
  },
}
