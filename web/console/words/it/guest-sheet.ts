import type { Child } from 'hono/jsx/dom'
import type { GuestSheetWords } from '../en/guest-sheet.ts'

export const guestSheet: GuestSheetWords = {
  approve: 'Approva',
  decline: 'Rifiuta',
  resend: 'Invia di nuovo',
  transfer: 'Cedi',
  moreFor: (name) => `Altre azioni per ${name}`,
  resendEmail: 'Invia di nuovo l’e-mail',
  renewLinks: 'Rinnova i link',
  erase: 'Cancella i dati…',
  codeOf: (name) => `Codice QR di ${name}`,
  answers: 'Risposte',

  moves: {
    CONFIRMED: 'Conferma',
    CHECKED_IN: 'Registra l’ingresso a mano',
    WAITLISTED: 'Metti in lista d’attesa',
    DECLINED: 'Rifiuta',
    CANCELLED: 'Annulla iscrizione',
  },
  moved: {
    CONFIRMED: (name) => `${name}: posto confermato.`,
    CHECKED_IN: (name) => `${name}: ingresso registrato.`,
    WAITLISTED: (name) => `${name}: in lista d’attesa.`,
    DECLINED: (name) => `${name}: iscrizione rifiutata.`,
    CANCELLED: (name) => `${name}: iscrizione annullata.`,
  },
  approved: (name) => `${name}: iscrizione approvata.`,
  declined: (name) => `${name}: iscrizione rifiutata.`,
  resent: (name) => `Stiamo inviando di nuovo l’e-mail a ${name}.`,
  renewed: (name) => `${name} ha nuovi link.`,

  history: { title: 'Cronologia', none: 'Nessuna modifica negli ultimi 30 giorni.' },

  mails: {
    title: 'E-mail',
    none: 'Ancora nessuna e-mail.',
    mail: (kind, status) => `${kind}, ${status}`,
    statuses: {
      sent: 'inviata',
      pending: 'in invio',
      retrying: 'nuovo tentativo',
      failed: 'non recapitata',
      cancelled: 'non inviata',
    },
    kinds: {
      confirmation: 'Conferma',
      promoted: 'Posto libero',
      'transfer.received': 'Posto ricevuto',
      'transfer.sent': 'Posto ceduto',
      pending: 'Iscrizione ricevuta',
      'payment-processing': 'Pagamento in corso',
      'payment-failed': 'Pagamento non riuscito',
      'payment-overdue': 'Pagamento scaduto',
      document: 'Fattura',
      waitlisted: 'Lista d’attesa',
      offered: 'Posto offerto',
      refusal: 'Iscrizione rifiutata',
      cancelled: 'Iscrizione annullata',
      withdrawn: 'Annullata dall’ospite',
      'reply.kept': 'Risposta dal calendario ricevuta',
      invitation: 'Invito',
      'event.cancelled': 'Evento annullato',
      'event.changed': 'Evento modificato',
      'address-changed': 'Indirizzo cambiato',
      announcement: 'Annuncio',
      reminder: 'Promemoria',
      refund: 'Rimborso',
      'refund-account': 'Conto per un rimborso',
      registrations: 'Iscrizioni',
      verification: 'Verifica dell’e-mail',
      party: 'Gruppo',
    },
  },

  party: {
    title: (guests) => `Iscritti insieme, ${guests}`,
    list: 'Iscritti insieme',
    buyerErased: 'Non abbiamo dati su chi li ha iscritti.',
    registeredBy: (name: Child, email: Child): Child => ['Iscrizione di ', name, ', ', email],
    registeredByWithEmails: (name: Child, email: Child): Child => [
      'Iscrizione di ',
      name,
      ', ',
      email,
      '. Le e-mail vanno lì perché questo ospite non ha un indirizzo proprio.',
    ],
    editBuyer: 'Modifica acquirente',
  },

  edit: {
    title: (name) => `Modifica ${name}`,
    guestMoved:
      'Il nuovo indirizzo riceve un nuovo codice e un nuovo link. Quelli vecchi smettono subito di funzionare.',
    buyerLead:
      'È il nome sul gruppo e sul suo ordine. Se l’acquirente è anche un ospite, modifica il nome di quell’ospite a parte.',
    buyerMoved:
      'Se nel gruppo c’è ancora qualcuno con un’iscrizione, inviamo al nuovo indirizzo un nuovo link per il gruppo. Il vecchio link smette subito di funzionare, e così i codici e i link degli ospiti che usano l’indirizzo dell’acquirente: da adesso le loro e-mail vanno al nuovo indirizzo. Se l’acquirente è anche un ospite, anche quell’ospite passa al nuovo indirizzo.',
    ticketLeft: (ticket, left) => `${ticket} (rimasti: ${left})`,
    ticketFull: (ticket) => `${ticket} (esaurito)`,
    ticketMoved:
      'L’ospite riceve un’e-mail con il nuovo biglietto. Il codice resta valido. Per ora non si addebita né si rimborsa nulla.',
    samePriceOnly: 'Solo biglietti allo stesso prezzo, perché è quello dell’ordine dell’ospite.',
    save: 'Salva dati',
    saveAndEmail: 'Salva e scrivi',
    saved: 'Dati salvati.',
  },

  transferring: {
    title: (name) => `Cedi il posto di ${name}`,
    lead: 'Biglietto, ordine e posto passano a un’altra persona. Il vecchio codice smette di funzionare ed entrambe ricevono un’e-mail.',
    name: 'Nome della persona',
    email: 'La sua e-mail',
    action: 'Cedi e scrivi a entrambi',
    done: (name) => `Il posto di ${name} è stato ceduto. Stiamo scrivendo a entrambe le persone.`,
  },

  erasing: {
    ask: (name) => `Cancellare i dati di ${name}?`,
    action: 'Cancella definitivamente',
    means:
      'Cancelliamo nomi, indirizzo, risposte e codice, anche da ordini, e-mail e file esportati. Se aveva un posto, passa alla prima persona in lista d’attesa. Non si può tornare indietro. Le fatture restano per il tempo richiesto dalle norme fiscali.',
    done: 'Ospite cancellato, con tutti i suoi dati personali.',
    kept: (numbers: string, until: string) =>
      `Ospite cancellato. Conservato fino al ${until}, come richiedono le norme fiscali: ${numbers}`,
  },
}
