import type { Child } from 'hono/jsx/dom'
import type { TeamWords } from '../en/team.ts'
import { counted } from './counted.ts'

export const team: TeamWords = {
  title: 'Equipa',
  lead: 'Os proprietários veem as receitas e as chaves de API. Os gestores organizam eventos. O staff regista as entradas.',
  add: {
    summary: 'Adicionar por ID de utilizador',
    form: 'Adicionar um membro',
    userId: 'ID de utilizador',
    userIdHint: 'Está no menu da conta dessa pessoa, por baixo do nome.',
    add: 'Adicionar membro',
  },
  isNow: {
    OWNER: (who) => `Nova função de ${who}: proprietário.`,
    MANAGER: (who) => `Nova função de ${who}: gestor.`,
    STAFF: (who) => `Nova função de ${who}: staff.`,
  },
  members: {
    title: 'Membros',
    count: (people) => counted(people, { one: '# pessoa', other: '# pessoas' }),
    you: 'eu',
    showName: 'Mostrar o meu nome',
    hideName: 'Ocultar o meu nome',
    roleOf: (who) => `Função de ${who}`,
    leave: 'Sair',
    removeMember: (who) => `Remover ${who}`,
  },
  leaveDialog: {
    title: (calendar) => `Sair da equipa de ${calendar}?`,
    text: 'Perde o acesso a este calendário. Só um proprietário lho pode devolver.',
  },
  removeDialog: {
    title: (who) => `Remover ${who}?`,
    text: 'Esta pessoa perde o acesso a este calendário já no próximo clique.',
  },
  invite: {
    form: 'Convidar por e-mail',
    placeholder: 'nome@example.org',
    hint: 'O link funciona uma só vez, durante 7 dias. Quem iniciar sessão com outro endereço precisa da aprovação de um proprietário.',
    send: 'Enviar convite',
    sent: (email) => `Convite enviado para ${email}.`,
  },
  invited: {
    title: 'Convites enviados',
    as: { OWNER: 'como proprietário', MANAGER: 'como gestor', STAFF: 'como staff' },
    openedBy: (who: Child): Child => ['aberto por ', who, ', com outro endereço. É a pessoa certa?'],
    openedBySomeone: 'aberto por alguém, com outro endereço. É a pessoa certa?',
    expired: 'o link expirou',
    expires: (fromNow) => `o link expira ${fromNow}`,
    addThem: 'Sim, adicionar',
    isMember: (email) => `${email} já faz parte da equipa.`,
    resend: 'Reenviar',
    resent: 'Convite reenviado.',
    withdraw: 'Retirar',
    withdrawFor: (email) => `Retirar o convite de ${email}`,
    withdrawn: 'Convite retirado.',
  },
}
