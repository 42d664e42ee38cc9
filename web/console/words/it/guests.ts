import type { GuestsWords } from '../en/guests.ts'
import { counted } from './counted.ts'

export const guests: GuestsWords = {
  papers: {
    menu: 'Stampa ed esporta',
    csv: 'Scarica CSV',
    printList: 'Stampa lista',
    printBadges: 'Stampa badge',
    arrived: 'Arrivato',
  },

  add: {
    menu: 'Aggiungi ospiti',
    one: 'Aggiungi un ospite',
    fromFile: 'Aggiungi da un file',
    invite: 'Invita per e-mail',
    title: 'Aggiungi un ospite',
    emailHint: 'Riceverà subito il biglietto per e-mail.',
    action: 'Aggiungi ospite',
    added: (name) => `Ospite aggiunto: ${name}.`,
  },

  filters: {
    status: 'Stato dell’ospite',
    needsApproval: 'Da approvare',
    ticket: (name, count) => `${name} (${count})`,
    answer: 'Risposta',
    answerTo: (question, answer) => `${question}: ${answer}`,
    newestFirst: 'Prima i più recenti',
  },

  list: {
    search: 'Nome, e-mail o codice',
    registered: 'Iscrizione',
    noMatches: 'Nessun risultato',
    noMatchesText: 'Nessun ospite di questo evento corrisponde alla ricerca e ai filtri.',
    none: 'Ancora nessuna iscrizione',
    noneText: 'Gli ospiti compaiono qui appena si iscrivono.',
    noneInDraft: 'Ci si può iscrivere non appena l’evento è pubblicato.',
    share: 'Condividi evento',
    position: (position, total) => `${position} di ${total}`,
  },

  selection: {
    label: 'Selezione',
    count: (count) => counted(count, { one: '# selezionato', other: '# selezionati' }),
    approve: (count) => counted(count, { one: 'Approva #', other: 'Approva #' }),
    decline: (count) => counted(count, { one: 'Rifiuta #', other: 'Rifiuta #' }),
    more: 'Altre azioni per la selezione',
    resend: 'Invia di nuovo l’e-mail',
    cancel: 'Annulla iscrizioni…',
    selectFirst: (count) => counted(count, { one: 'Seleziona il primo', other: 'Seleziona i primi #' }),
    selectAll: (count) => counted(count, { one: 'Seleziona #', other: 'Seleziona tutti i #' }),
    clear: 'Azzera selezione',
  },

  running: {
    failed: (count) => counted(count, { one: '# non riuscito', other: '# non riusciti' }),
    mayLeave: 'Puoi lasciare questa pagina',
    waiting: 'In attesa del servizio, poi si riprende',
    paused: 'In pausa',
    pause: 'Metti in pausa',
    resume: 'Continua',
    stop: 'Interrompi',
  },

  acts: {
    approve: {
      doing: 'Approvazione',
      progress: (done, total) => `Approvazione: ${done} di ${total}`,
      done: (count) => counted(count, { one: '# approvato.', other: '# approvati.' }),
      doneExcept: (count, failed) =>
        `${counted(count, { one: '# approvato', other: '# approvati' })}, ${counted(failed, { one: '# non riuscito', other: '# non riusciti' })}.`,
    },
    reject: {
      doing: 'Rifiuto',
      progress: (done, total) => `Rifiuto: ${done} di ${total}`,
      done: (count) => counted(count, { one: '# rifiutato.', other: '# rifiutati.' }),
      doneExcept: (count, failed) =>
        `${counted(count, { one: '# rifiutato', other: '# rifiutati' })}, ${counted(failed, { one: '# non riuscito', other: '# non riusciti' })}.`,
    },
    resend: {
      doing: 'Nuovo invio',
      progress: (done, total) => `Nuovo invio: ${done} di ${total}`,
      done: (count) => counted(count, { one: '# e-mail inviata di nuovo.', other: '# e-mail inviate di nuovo.' }),
      doneExcept: (count, failed) =>
        `${counted(count, { one: '# e-mail inviata di nuovo', other: '# e-mail inviate di nuovo' })}, ${counted(failed, { one: '# non riuscita', other: '# non riuscite' })}.`,
    },
    cancel: {
      doing: 'Annullamento',
      progress: (done, total) => `Annullamento: ${done} di ${total}`,
      done: (count) => counted(count, { one: '# annullata.', other: '# annullate.' }),
      doneExcept: (count, failed) =>
        `${counted(count, { one: '# annullata', other: '# annullate' })}, ${counted(failed, { one: '# non riuscita', other: '# non riuscite' })}.`,
    },
  },

  declining: {
    ask: (name) => `Rifiutare ${name}?`,
    askMany: (count) => counted(count, { one: 'Rifiutare # ospite?', other: 'Rifiutare # ospiti?' }),
    means: 'Scriviamo agli interessati che non possono partecipare. Hai 10 secondi per tornare indietro.',
    message: 'Messaggio',
    messageHint: 'Il tuo messaggio viene citato nell’e-mail.',
    tooLong: (characters) =>
      counted(characters, { one: 'Usa al massimo # carattere.', other: 'Usa al massimo # caratteri.' }),
    keep: 'Non rifiutare',
    action: 'Rifiuta',
    started: (name) => `Rifiuteremo ${name} tra 10 secondi.`,
    startedMany: (count) =>
      counted(count, { one: 'Rifiuteremo # ospite tra 10 secondi.', other: 'Rifiuteremo # ospiti tra 10 secondi.' }),
    undo: 'Annulla il rifiuto',
    state: 'Rifiuto in corso',
  },

  approving: {
    ask: (count) => counted(count, { one: 'Approvare # ospite?', other: 'Approvare # ospiti?' }),
  },

  quoted: {
    emails: (count) =>
      counted(count, { one: '# indirizzo riceve un’e-mail.', other: '# indirizzi ricevono un’e-mail.' }),
    orders: (sum) => `Nuovi ordini da pagare: ${sum}.`,
  },

  cancelling: {
    ask: (count) => counted(count, { one: 'Annullare # iscrizione?', other: 'Annullare # iscrizioni?' }),
    action: (count) => counted(count, { one: 'Annulla e scrivi a # ospite', other: 'Annulla e scrivi a # ospiti' }),
    keep: 'Non annullare',
    means: 'I posti si liberano. I pagamenti non vengono rimborsati.',
  },

  names: {
    erased: 'Cancellato',
    erasedBelow: 'dati personali cancellati',
    noAddress: 'nessun indirizzo',
    missing: 'Nome mancante',
    via: (email) => `tramite ${email}`,
    noReply: 'non ha ancora risposto',
  },
}
