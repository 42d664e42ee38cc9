import type { Child } from 'hono/jsx/dom'
import type { DoorWords } from '../en/door.ts'
import { counted } from './counted.ts'

export const door: DoorWords = {
  findGuest: 'Trova un ospite',
  openKiosk: 'Apri il chiosco',

  progress: {
    inside: 'Dentro ora',
    checkedIn: 'Entrati',
    live: 'Dal vivo',
    connecting: 'Connessione',
    ofExpected: (count: Child, expected, small): Child => [count, ' ', small(`su ${expected}`)],
    everyoneIn: 'Sono tutti dentro',
    toGo: (count) => counted(count, { one: 'ne manca #', other: 'ne mancano #' }),
    perMinute: (pace) => `${pace} al minuto`,
    lastGuest: (fromNow) => `a questo ritmo, l’ultimo ospite arriva ${fromNow}`,
  },

  chart: {
    title: 'Ingressi ogni 5 minuti',
    label: 'Ingressi nell’ultima ora, ogni 5 minuti',
    from: 'Dalle',
    checkIns: 'Ingressi',
    bar: (time, guests) => `${time}: ${counted(guests, { one: '# ospite', other: '# ospiti' })}`,
  },

  gates: { title: 'Varchi', none: 'Ancora nessun ospite dentro.', noGate: 'Senza varco' },

  latest: {
    title: 'Ultimi ingressi',
    none: 'Nessun ingresso nell’ultima ora.',
    time: 'Ora',
    gate: 'Varco',
    by: 'Da',
    byYou: 'te',
    actions: 'Azioni',
    undoOf: (name) => `Annulla l’ingresso di ${name}`,
    undone: (name) => `Ingresso di ${name} annullato.`,
  },

  hours: {
    title: 'Orari d’ingresso',
    edit: 'Modifica orari',
    opens: (time) => `Apertura: ${time}`,
    closes: (time) => `Chiusura: ${time}`,
    opensLabel: 'Apertura',
    closesLabel: 'Chiusura',
    blankOpens: 'vuoto = 4 ore prima dell’evento',
    blankCloses: 'vuoto = 4 ore dopo l’evento',
    save: 'Salva orari',
    saved: 'Orari d’ingresso salvati.',
    practice: 'Fino ad allora puoi fare pratica con il chiosco. Le scansioni di prova non contano.',
  },

  staff: {
    title: 'All’ingresso',
    lead: 'Apri il chiosco sul telefono con cui farai le scansioni. Hai già effettuato l’accesso.',
  },

  checkpoints: {
    title: 'Punti di controllo',
    add: 'Aggiungi punto di controllo',
    lead: 'Aggiungine uno per un altro ingresso interno, come un laboratorio, un pasto o una sala con posti limitati.',
    admitted: (count) => counted(count, { one: '# in totale', other: '# in totale' }),
  },

  checkpointForm: {
    newTitle: 'Nuovo punto di controllo',
    editTitle: (name) => `Modifica ${name}`,
    mode: 'Quante volte può entrare lo stesso ospite',
    modes: { ONCE: 'Una volta', DAILY: 'Una volta al giorno', IN_OUT: 'Di nuovo dopo essere uscito' },
    inOutHint: 'Gli ospiti vengono scansionati anche all’uscita.',
    capacity: 'Capienza',
    blankUnlimited: 'vuoto = senza limite',
    opens: 'Apertura',
    closes: 'Chiusura',
    blankAsDoor: 'vuoto = come l’ingresso principale',
    tickets: 'Biglietti accettati',
    ticketsHint: 'Non sceglierne nessuno per accettarli tutti.',
    create: 'Crea punto di controllo',
    save: 'Salva punto di controllo',
    delete: 'Elimina punto di controllo',
    askDelete: (name) => `Eliminare «${name}»?`,
    deleteText:
      'Gli ospiti non potranno più essere scansionati lì. I dispositivi di questo punto di controllo smetteranno di funzionare.',
  },

  passes: {
    title: 'Pass per l’ingresso',
    new: 'Nuovo pass',
    none: 'Un pass apre il chiosco su qualsiasi telefono fino a dopo l’evento, senza account.',
    needsPlan:
      'Con un pass, chi ti aiuta può far entrare gli ospiti senza account. Il tuo team apre il chiosco accedendo.',
    statuses: { ACTIVE: 'Attivo', EXPIRED: 'Scaduto', REVOKED: 'Revocato' },
    notUsed: 'non ancora usato',
    used: (fromNow) => `usato ${fromNow}`,
    expires: (time) => `scadenza: ${time}`,
    revoke: 'Revoca',
    revokeOf: (label) => `Revoca ${label}`,
    askRevoke: (label) => `Revocare «${label}»?`,
    revokePass: 'Revoca pass',
    revokeMeans: 'Questo pass smette di funzionare alla prossima scansione.',
  },

  passForm: {
    label: 'Etichetta',
    labelExample: 'Volontari',
    labelHint: 'Salvata con ogni ingresso registrato.',
    gate: 'Varco',
    hours: 'Validità in ore',
    hoursHint: (time) => `Lascia vuoto per una validità fino a ${time}, 2 ore dopo la fine dell’evento.`,
    door: 'Ingresso',
    everyDoor: 'Tutti gli ingressi',
    create: 'Crea pass',
  },

  newPass: {
    print: 'Stampa',
    copyLink: 'Copia link',
    ofLink: 'il link del pass',
    codeOf: (label) => `Codice QR del pass ${label}`,
    scan: (expires) =>
      `Inquadralo con la fotocamera di un telefono per aprire il chiosco senza account. Scadenza del pass: ${expires}.`,
    shownOnce: 'Lo mostriamo solo una volta. Se lo perdi, crea un nuovo pass.',
    onPaper: (expires) => `Inquadra con la fotocamera di un telefono per aprire il chiosco. Scadenza: ${expires}.`,
  },
}
