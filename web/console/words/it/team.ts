import type { Child } from 'hono/jsx/dom'
import type { TeamWords } from '../en/team.ts'
import { counted } from './counted.ts'

export const team: TeamWords = {
  title: 'Team',
  lead: 'I proprietari vedono gli incassi e le chiavi API. I manager gestiscono gli eventi. Lo staff accoglie gli ospiti all’ingresso.',
  add: {
    summary: 'Aggiungi per ID utente',
    form: 'Aggiungi un membro',
    userId: 'ID utente',
    userIdHint: 'È nel menu dell’account, sotto il nome.',
    add: 'Aggiungi membro',
  },
  isNow: {
    OWNER: (who) => `${who} ora è nel ruolo di proprietario.`,
    MANAGER: (who) => `${who} ora è manager.`,
    STAFF: (who) => `${who} ora fa parte dello staff.`,
  },
  members: {
    title: 'Membri',
    count: (people) => counted(people, { one: '# persona', other: '# persone' }),
    you: 'tu',
    showName: 'Mostra il mio nome',
    hideName: 'Nascondi il mio nome',
    roleOf: (who) => `Ruolo di ${who}`,
    leave: 'Lascia',
    removeMember: (who) => `Rimuovi ${who}`,
  },
  leaveDialog: {
    title: (calendar) => `Lasciare ${calendar}?`,
    text: 'Perderai l’accesso a questo calendario finché un proprietario non ti aggiunge di nuovo.',
  },
  removeDialog: {
    title: (who) => `Rimuovere ${who}?`,
    text: 'Perderà l’accesso a questo calendario al prossimo clic.',
  },
  invite: {
    form: 'Invita per e-mail',
    placeholder: 'nome@example.org',
    hint: 'Il link funziona una volta, per 7 giorni. Chi accede con un altro indirizzo ha bisogno dell’approvazione di un proprietario.',
    send: 'Invia invito',
    sent: (email) => `Invito inviato a ${email}.`,
  },
  invited: {
    title: 'Invitati',
    as: { OWNER: 'come proprietario', MANAGER: 'come manager', STAFF: 'come staff' },
    openedBy: (who: Child): Child => ['aperto da ', who, ', con un altro indirizzo. È la persona giusta?'],
    openedBySomeone: 'aperto da qualcuno, con un altro indirizzo. È la persona giusta?',
    expired: 'il link è scaduto',
    expires: (fromNow) => `il link scade ${fromNow}`,
    addThem: 'Sì, aggiungi',
    isMember: (email) => `${email} ora fa parte del team.`,
    resend: 'Invia di nuovo',
    resent: 'Invito inviato di nuovo.',
    withdraw: 'Ritira',
    withdrawFor: (email) => `Ritira l’invito per ${email}`,
    withdrawn: 'Invito ritirato.',
  },
}
