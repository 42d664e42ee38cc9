import type { AppsWords } from '../en/apps.ts'

export const apps: AppsWords = {
  title: 'Aplicações',
  lead: 'Aplicações e assistentes que agem por um membro deste calendário.',
  none: 'Nenhuma aplicação tem acesso a este calendário.',
  list: 'Aplicações com acesso',
  calledItself: (name) => `Apresenta-se como «${name}»`,
  allowed: (when, who) => ['Autorizada ', when, ` por ${who}`],
  neverUsed: 'Ainda não usada',
  lastUsed: (when) => ['Última utilização ', when],
  scopes: 'Pode',
  limit: 'Como assistente, pode',
  limited: 'Guardado.',
  end: 'Terminar o acesso',
  ending: {
    title: (host) => `Terminar o acesso de ${host}?`,
    about: 'A aplicação deixa de poder ler ou alterar este calendário e os seus webhooks param.',
    action: 'Terminar o acesso',
    done: (host) => `${host} já não tem acesso.`,
  },
  consent: {
    title: 'Autorizar uma aplicação',
    wants: (host) => [host, ' quer acesso a um calendário'],
    calendar: 'Calendário',
    could: 'Poderia',
    apart: 'Também poderia enviar e-mails, alterar inscrições ou reembolsar dinheiro',
    unchecked: (host) => `Não verificámos ${host}. Nunca pode fazer mais do que você.`,
    returns: (to) => `Vai enviá-lo de volta para ${to}.`,
    returnsHere:
      'Vai enviá-lo de volta para um programa neste computador. Autorize apenas se acabou de iniciar esse programa.',
    elsewhere: (to, host) => `Atenção: envia-o para ${to}, que não é ${host}.`,
    anyTime: 'Pode terminar isto a qualquer momento em Definições → Aplicações.',
    allow: 'Autorizar a aplicação',
    noCalendar: {
      title: 'Não tem nenhum calendário para esta aplicação',
      text: 'Uma aplicação precisa de um calendário com o plano PRO que gira ou possua.',
    },
    wrong: {
      title: 'O pedido desta aplicação está incorreto',
      text: 'Não o enviamos de volta, porque o endereço pode não pertencer à aplicação. Tente de novo a partir da aplicação ou avise quem a faz.',
    },
  },
}
