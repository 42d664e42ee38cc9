import type { HomeWords } from '../en/home.ts'
import { counted } from './counted.ts'

export const home: HomeWords = {
  greeting: {
    morning: (name) => `Bom dia, ${name}`,
    afternoon: (name) => `Boa tarde, ${name}`,
    evening: (name) => `Boa noite, ${name}`,
  },
  lead: {
    nothing: 'De momento, não tem nada pendente.',
    doors: (doors) =>
      counted(doors, { one: 'A entrada está aberta num evento.', other: 'A entrada está aberta em # eventos.' }),
    things: (things) => counted(things, { one: 'Há um assunto à sua espera.', other: 'Há # assuntos à sua espera.' }),
    both: (doors, things) => `${doors} ${things}`,
  },
  needsYou: 'À sua espera',
  needs: {
    DOOR_OPEN: {
      text: (guests) =>
        guests === 0
          ? 'Entrada aberta, ainda ninguém entrou'
          : counted(guests, {
              one: 'Entrada aberta, # convidado dentro',
              other: 'Entrada aberta, # convidados dentro',
            }),
      action: 'Ver entrada',
      actionFor: (title) => `Ver entrada: ${title}`,
    },
    APPROVALS: {
      text: (guests) => counted(guests, { one: '# convidado por aprovar', other: '# convidados por aprovar' }),
      action: 'Analisar',
      actionFor: (title) => `Analisar: ${title}`,
    },
    UNPAID: {
      text: (orders) => counted(orders, { one: '# encomenda por pagar', other: '# encomendas por pagar' }),
      action: 'Ver encomendas',
      actionFor: (title) => `Ver encomendas: ${title}`,
    },
    INVITATIONS: {
      text: (members) =>
        counted(members, { one: '# novo membro por confirmar', other: '# novos membros por confirmar' }),
      action: 'Ver equipa',
      actionFor: (title) => `Ver equipa: ${title}`,
    },
  },
  card: {
    noEvents: 'Sem eventos agendados',
    events: (events) => counted(events, { one: '# evento futuro', other: '# eventos futuros' }),
    moreDates: (dates) => counted(dates, { one: 'mais # data', other: 'mais # datas' }),
    openCalendar: (calendar) => `Abrir ${calendar}`,
    newEvent: 'Novo evento',
    newEventIn: (calendar) => `Novo evento em ${calendar}`,
    staff: 'Regista as entradas dos convidados.',
  },
  profile: {
    shown: 'As suas equipas veem o seu nome e o seu endereço de e-mail.',
    hidden: 'As suas equipas só veem o seu ID de utilizador.',
  },
}
