import type { JoinWords } from '../en/join.ts'

export const join: JoinWords = {
  title: 'Invito',
  join: {
    title: (calendar) => `Entra in ${calendar}`,
    invitedBy: {
      OWNER: (who, calendar) => `${who} ti invita a gestire insieme ${calendar} come proprietario.`,
      MANAGER: (who, calendar) => `${who} ti invita a gestire insieme ${calendar} come manager.`,
      STAFF: (who, calendar) => `${who} ti invita a dare una mano con ${calendar} come staff.`,
    },
    invited: {
      OWNER: (calendar) => `Hai ricevuto un invito a gestire ${calendar} come proprietario.`,
      MANAGER: (calendar) => `Hai ricevuto un invito a gestire ${calendar} come manager.`,
      STAFF: (calendar) => `Hai ricevuto un invito a dare una mano con ${calendar} come staff.`,
    },
    may: {
      OWNER: 'I proprietari possono fare tutto, anche gestire gli incassi, il team e le chiavi API.',
      MANAGER: 'I manager gestiscono gli eventi e si occupano degli ospiti.',
      STAFF: 'Lo staff vede gli ospiti e li accoglie all’ingresso.',
    },
    text: (email) => `L’invito è per ${email}. I proprietari vedranno il tuo nome e la tua e-mail.`,
    joinAs: { OWNER: 'Entra come proprietario', MANAGER: 'Entra come manager', STAFF: 'Entra come staff' },
  },
  waiting: {
    title: 'In attesa di un proprietario',
    text: (name, email, calendar) =>
      `Hai effettuato l’accesso come ${name}, ma l’invito è per ${email}. Entrerai nel team appena un proprietario di ${calendar} conferma che sei tu.`,
  },
  expired: {
    title: 'Questo invito è scaduto',
    text: 'Un invito vale una volta sola, per sette giorni. Chiedine uno nuovo.',
  },
}
