import type { Child } from 'hono/jsx/dom'
import type { OverviewWords } from '../en/overview.ts'
import { counted } from './counted.ts'

const times = (count: number) => counted(count, { one: '# volta', other: '# volte' })

export const overview: OverviewWords = {
  figures: {
    seatsTaken: 'Posti occupati',
    takenOf: (taken, capacity, small): Child => [taken, ' ', small(`su ${capacity}`)],
    percentFull: (percent) => `pieno al ${percent}%`,
    thisWeek: 'Questa settimana',
    weekBefore: (registrations) =>
      counted(registrations, { one: '# la settimana prima', other: '# la settimana prima' }),
    netSales: 'Vendite nette',
    unpaid: (money) => `${money} da incassare`,
    refunded: (money) => `${money} rimborsati`,
    noSales: 'ancora nessuna vendita',
    waiting: 'In attesa',
    firstMovesUp: 'si procede in ordine',
    noWaitingList: 'nessuna lista d’attesa',
    checkedIn: 'Entrati',
    started: 'Iniziato',
    starts: 'Inizio',
    guestsInTotal: 'ospiti in totale',
    registrationCloses: (fromNow) => `le iscrizioni chiudono ${fromNow}`,
  },
  period: {
    label: 'Periodo',
    week: '7 g',
    month: '30 g',
    all: 'Tutto',
  },
  registrations: {
    title: 'Iscrizioni',
    total: 'Totale iscrizioni',
    none: 'Nessuna iscrizione in questo periodo',
    noneYet: 'Ancora nessuna iscrizione',
    day: 'Giorno',
    column: 'Iscrizioni',
    totalColumn: 'Totale',
    perDay: (days) =>
      counted(days, {
        one: 'Iscrizioni al giorno nell’ultimo giorno',
        other: 'Iscrizioni al giorno negli ultimi # giorni',
      }),
    totalPerDay: (days) =>
      counted(days, {
        one: 'Totale iscrizioni nell’ultimo giorno',
        other: 'Totale iscrizioni in ognuno degli ultimi # giorni',
      }),
    onDay: (day, registrations) => `${day}: ${counted(registrations, { one: '# iscrizione', other: '# iscrizioni' })}`,
    seats: (seats) => counted(seats, { one: '# posto', other: '# posti' }),
  },
  tickets: {
    title: 'Per biglietto',
    edit: 'Modifica biglietti',
    seats: 'Posti',
    sales: 'Vendite',
  },
  checkpoints: {
    title: 'Per punto di controllo',
    seeDoor: 'Vedi ingresso',
    entries: (entries) => `entrati ${times(entries)}`,
    entriesAndExits: (entries, exits) => `entrati ${times(entries)}, usciti ${times(exits)}`,
  },
  needs: {
    title: 'Da fare',
    nothing: 'Niente per ora.',
    button: (action, need) => `${action}: ${need}`,
    draft: { title: 'Questa è una bozza', more: 'la vede solo il tuo team', action: 'Modifica evento' },
    approvals: {
      title: (guests) => counted(guests, { one: '# ospite da approvare', other: '# ospiti da approvare' }),
      more: 'senza la tua approvazione non possono partecipare',
      action: 'Valuta',
    },
    unpaid: {
      title: (orders) => counted(orders, { one: '# ordine da pagare', other: '# ordini da pagare' }),
      more: (seats) =>
        counted(seats, { one: '# posto riservato fino al pagamento', other: '# posti riservati fino al pagamento' }),
      action: 'Vedi ordini',
    },
    description: {
      title: 'Manca la descrizione',
      more: 'aggiungila per far sapere cosa aspettarsi',
      action: 'Aggiungi descrizione',
    },
  },
  share: 'Condividi',
}
