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
  did: 'O que fez',
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
    could: 'A aplicação poderia',
    apart:
      'A aplicação também poderia enviar e-mails, alterar inscrições, reembolsar dinheiro ou enviar os seus dados para outro lado',
    unchecked: (host) => `Não verificámos ${host}. A aplicação nunca poderá fazer mais do que a sua própria conta.`,
    commandLine: 'A linha de comandos deste serviço',
    claimed:
      'Qualquer programa neste computador pode fazer-se passar pelo evcal. Nunca poderá fazer mais do que a sua própria conta.',
    returns: (to) => `A aplicação irá devolver o navegador a ${to}.`,
    returnsHere:
      'A aplicação irá devolver o navegador a um programa neste computador. Autorize apenas se acabou de iniciar esse programa.',
    elsewhere: (to, host) => `Atenção: a aplicação abre ${to}, que não é ${host}.`,
    anyTime: 'Pode terminar isto a qualquer momento em Definições → Aplicações.',
    allow: 'Autorizar a aplicação',
    noCalendar: {
      title: 'Não tem nenhum calendário para esta aplicação',
      text: 'Uma aplicação precisa de um calendário com o plano PRO que gira ou possua.',
    },
    wrong: {
      title: 'O pedido desta aplicação está incorreto',
      text: 'Não voltamos a esse endereço, porque pode não pertencer à aplicação. Tente de novo a partir da aplicação ou avise quem a faz.',
    },
  },
}
