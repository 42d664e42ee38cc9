import type { HomeWords } from '../en/home.ts'
import { counted } from './counted.ts'

export const home: HomeWords = {
  greeting: {
    morning: (name) => `Buongiorno, ${name}`,
    afternoon: (name) => `Buon pomeriggio, ${name}`,
    evening: (name) => `Buonasera, ${name}`,
  },
  lead: {
    nothing: 'Nulla da fare per ora.',
    doors: (doors) =>
      counted(doors, { one: 'L’ingresso è aperto a un evento.', other: 'L’ingresso è aperto a # eventi.' }),
    things: (things) => counted(things, { one: 'C’è una cosa da fare.', other: 'Ci sono # cose da fare.' }),
    both: (doors, things) => `${doors} ${things}`,
  },
  needsYou: 'Da fare',
  needs: {
    DOOR_OPEN: {
      text: (guests) =>
        guests === 0
          ? 'Ingresso aperto, ancora nessun ospite dentro'
          : counted(guests, { one: 'Ingresso aperto, # ospite dentro', other: 'Ingresso aperto, # ospiti dentro' }),
      action: 'Vedi ingresso',
      actionFor: (title) => `Vedi ingresso: ${title}`,
    },
    APPROVALS: {
      text: (guests) =>
        counted(guests, {
          one: '# ospite attende la tua approvazione',
          other: '# ospiti attendono la tua approvazione',
        }),
      action: 'Valuta',
      actionFor: (title) => `Valuta: ${title}`,
    },
    UNPAID: {
      text: (orders) => counted(orders, { one: '# ordine da pagare', other: '# ordini da pagare' }),
      action: 'Vedi ordini',
      actionFor: (title) => `Vedi ordini: ${title}`,
    },
    INVITATIONS: {
      text: (members) =>
        counted(members, {
          one: '# nuovo membro attende la tua conferma',
          other: '# nuovi membri attendono la tua conferma',
        }),
      action: 'Vedi team',
      actionFor: (title) => `Vedi team: ${title}`,
    },
  },
  card: {
    noEvents: 'Nessun evento in arrivo',
    events: (events) => counted(events, { one: '# evento in arrivo', other: '# eventi in arrivo' }),
    moreDates: (dates) => counted(dates, { one: '# altra data', other: '# altre date' }),
    openCalendar: (calendar) => `Apri ${calendar}`,
    newEvent: 'Nuovo evento',
    newEventIn: (calendar) => `Nuovo evento in ${calendar}`,
    staff: 'Accogli gli ospiti all’ingresso.',
  },
  profile: {
    shown: 'I tuoi team vedono il tuo nome e la tua e-mail.',
    hidden: 'I tuoi team vedono solo il tuo ID utente.',
  },
}
