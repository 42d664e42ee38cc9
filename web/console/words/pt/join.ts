import type { JoinWords } from '../en/join.ts'

export const join: JoinWords = {
  title: 'Convite',
  join: {
    title: (calendar) => `Entrar na equipa de ${calendar}`,
    invitedBy: {
      OWNER: (who, calendar) => `Recebeu um convite de ${who} para ajudar a gerir ${calendar} como proprietário.`,
      MANAGER: (who, calendar) => `Recebeu um convite de ${who} para ajudar a gerir ${calendar} como gestor.`,
      STAFF: (who, calendar) => `Recebeu um convite de ${who} para ajudar em ${calendar} como staff.`,
    },
    invited: {
      OWNER: (calendar) => `Recebeu um convite para ajudar a gerir ${calendar} como proprietário.`,
      MANAGER: (calendar) => `Recebeu um convite para ajudar a gerir ${calendar} como gestor.`,
      STAFF: (calendar) => `Recebeu um convite para ajudar em ${calendar} como staff.`,
    },
    may: {
      OWNER: 'Os proprietários podem fazer tudo, incluindo gerir as receitas, a equipa e as chaves de API.',
      MANAGER: 'Os gestores organizam eventos e tratam dos convidados.',
      STAFF: 'O staff vê os convidados e regista as entradas.',
    },
    text: (email) => `O convite foi para ${email}. Os proprietários vão ver o seu nome e o seu endereço de e-mail.`,
    joinAs: { OWNER: 'Entrar como proprietário', MANAGER: 'Entrar como gestor', STAFF: 'Entrar como staff' },
  },
  waiting: {
    title: 'À espera de um proprietário',
    text: (name, email, calendar) =>
      `Tem sessão iniciada como ${name}, mas o convite foi para ${email}. Fará parte da equipa assim que um proprietário de ${calendar} confirmar a sua identidade.`,
  },
  expired: {
    title: 'Este convite expirou',
    text: 'Um convite funciona uma só vez, durante sete dias. Peça um novo.',
  },
}
