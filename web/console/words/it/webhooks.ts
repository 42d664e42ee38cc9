import type { Child } from 'hono/jsx/dom'
import type { WebhooksWords } from '../en/webhooks.ts'
import { counted } from './counted.ts'

export const webhooks: WebhooksWords = {
  title: 'Webhook',
  lead: 'Ricevi una richiesta firmata al tuo indirizzo quando succede qualcosa.',
  create: 'Crea webhook',
  empty: {
    title: 'Ancora nessun webhook',
    about: 'Chiamiamo un webhook entro pochi secondi quando qualcuno si iscrive o entra, o quando un evento cambia.',
  },

  states: { active: 'Attivo', paused: 'In pausa', switchedOff: 'Disattivato' },
  failures: (count) =>
    count === 1
      ? 'Ultima consegna fallita'
      : counted(count, { one: '# errore di seguito', other: '# errori di seguito' }),
  everyEvent: 'Tutti gli eventi del calendario',
  signedByTarget: 'Firmato con X-Svc-Signature e Standard Webhooks',
  signedByCurrent: 'Firmato con X-Svc-Webhook-Signature',
  created: (when: Child): Child[] => ['Creato ', when],
  grantEnded: 'L’accesso dell’app è terminato, quindi questo webhook è disattivato.',
  receiverGone:
    'Abbiamo disattivato questo webhook perché il destinatario ha risposto 410 Gone. Riattivalo quando il destinatario funziona di nuovo.',
  typesOfWebhook: 'Tipi di evento',

  sendTest: 'Invia un test',
  pause: 'Metti in pausa',
  resume: 'Riattiva',
  resumed: 'Riattivato. Da adesso inviamo i nuovi eventi.',
  rotateSecret: 'Rinnova il segreto',
  resendMissed: 'Invia di nuovo le consegne perse',
  log: 'Registro',

  test: {
    sending: 'Invio di un test…',
    sentWithoutLog: 'Abbiamo inviato un test. Con Pro, il registro mostra la risposta del destinatario.',
    waiting: 'Abbiamo inviato un test. Il destinatario non ha ancora risposto.',
    arrived: (answer) => `Il test è arrivato: ${answer}.`,
    missedAndRetried: (answer) => `Il test non è arrivato: ${answer}. Riproveremo.`,
    missedForGood: (answer) => `Il test non è arrivato: ${answer}. Non riproveremo automaticamente.`,
    openLog: 'Vedi nel registro',
    answer: (code, ms) => `${code} in ${ms} ms`,
    noAnswer: 'nessuna risposta',
  },

  form: {
    address: 'Indirizzo',
    addressHint: 'Il tuo indirizzo https. Deve rispondere 2xx entro dieci secondi.',
    scope: 'Ambito',
    calendar: 'Tutti gli eventi di questo calendario',
    calendarHint: 'Firmato con X-Svc-Signature e con gli header Standard Webhooks.',
    event: 'Un evento',
    eventHint: 'Firmato con X-Svc-Webhook-Signature, che contiene l’ora e la firma.',
    chooseEvent: 'Evento',
    types: 'Tipi di evento',
    secret: 'Segreto (facoltativo)',
    secretHint: 'Da 16 a 256 caratteri. Se lo lasci vuoto, ne creiamo uno noi.',
  },
  creating: { title: 'Crea un webhook', action: 'Crea webhook' },
  editing: { title: 'Modifica il webhook', action: 'Salva webhook' },
  rotating: {
    title: 'Rinnovare il segreto?',
    about:
      'Per 24 ore firmiamo le consegne con entrambi i segreti. X-Svc-Signature può contenerne uno solo e usa quello nuovo.',
    action: 'Rinnova segreto',
  },
  secret: {
    ofCreated: 'Il segreto del tuo webhook',
    ofRotated: 'Il nuovo segreto',
    giveToReceiver: 'Impostalo nel destinatario entro 24 ore.',
    copied: 'il segreto',
    headers: 'Usalo per verificare le nostre richieste. Questi sono gli header:',
  },
  pausing: {
    title: 'Mettere in pausa questo webhook?',
    about: 'Non inviamo nulla finché non lo riattivi, e scartiamo le consegne ancora in attesa.',
    action: 'Metti in pausa',
  },
  deleting: {
    title: 'Eliminare questo webhook?',
    about: (url: Child): Child[] => [
      'Non inviamo più nulla a ',
      url,
      ', nemmeno le consegne in attesa di un nuovo tentativo.',
    ],
    action: 'Elimina webhook',
  },

  recovering: {
    title: 'Inviare di nuovo le consegne perse?',
    about:
      'Inviamo di nuovo le consegne fallite e scartate, dalla più vecchia, con gli stessi id e contenuti, al massimo dieci al secondo.',
    span: 'Periodo',
    lastHour: 'L’ultima ora',
    lastDay: 'L’ultimo giorno',
    last7Days: 'Gli ultimi sette giorni',
    last30Days: 'Gli ultimi trenta giorni',
    action: 'Invia di nuovo',
  },
  recovery: {
    running: (sent, matched) => `Nuovo invio: ${sent} di ${matched}.`,
    nothingMissed: 'Nessuna consegna persa in questo periodo.',
    ended: (arrived, matched) => `Inviate di nuovo: ${arrived} di ${matched} arrivate.`,
    endedWithFailures: (arrived, matched, failed) =>
      `Inviate di nuovo: ${arrived} di ${matched} arrivate, ${failed} ancora fallite.`,
    stopped: (arrived, matched) => `Interrotto: ${arrived} di ${matched} arrivate.`,
    stoppedWithFailures: (arrived, matched, failed) =>
      `Interrotto: ${arrived} di ${matched} arrivate, ${failed} ancora fallite.`,
    stop: 'Interrompi',
  },

  eventTypes: {
    'guest.registered': 'Un ospite si è iscritto, è stato aggiunto o ha accettato un invito',
    'checkin.created': 'Un ospite è entrato',
    'checkpoint.scanned': 'Un ospite ha passato un punto di controllo, o è uscito ed è rientrato',
    'event.updated': 'I dati di un evento sono cambiati, per esempio titolo, orario o luogo',
    'event.cancelled': 'Un evento è stato annullato',
    'announcement.sent': 'Un annuncio è stato inviato per e-mail',
    'reminder.sent': 'Un promemoria è stato inviato per e-mail',
    'guest.updated': 'Lo stato, il nome o l’e-mail di un ospite sono cambiati',
    'checkin.undone': 'Un ingresso è stato annullato',
    'order.updated': 'Un ordine è stato pagato, è scaduto o è stato rimborsato',
    'refund.updated': 'Un rimborso è stato avviato, completato o è fallito',
    'dispute.updated': 'Un acquirente ha contestato un pagamento, o la contestazione è stata decisa',
    'document.issued': 'È stata emessa una fattura o una nota di credito',
    'event.created': 'Un evento è stato creato, anche come bozza',
    'event.published': 'Un evento è stato pubblicato',
    'import.completed': 'Un’importazione è stata completata',
    'archive.completed': 'Un archivio è pronto o non è riuscito',
  },
}
