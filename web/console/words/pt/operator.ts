import type { OperatorWords } from '../en/operator.ts'
import { counted } from './counted.ts'

export const operator: OperatorWords = {
  title: 'Todos os calendários',
  lead: 'Este serviço está a seu cargo. Defina os planos e suspenda os calendários que façam um uso indevido.',
  search: 'Procurar por nome ou endereço',
  onlySuspended: 'Só calendários suspensos',
  none: 'Nenhum calendário corresponde',
  about: (address, events, members) => [address, ' · ', events, ' · ', members],
  events: (count) => counted(count, { one: '# evento', other: '# eventos' }),
  members: (count) => counted(count, { one: '# membro', other: '# membros' }),
  planOf: (calendar) => `Plano de ${calendar}`,
  planSet: {
    FREE: (calendar) => `${calendar} está agora no plano Free.`,
    PLUS: (calendar) => `${calendar} está agora no plano Plus.`,
    PRO: (calendar) => `${calendar} está agora no plano Pro.`,
    ENTERPRISE: (calendar) => `${calendar} está agora no plano Enterprise.`,
  },
  suspended: (reason) => `Suspenso: ${reason}`,
  erased: (fromNow) => `Eliminação ${fromNow}`,
  suspend: 'Suspender…',
  suspendNamed: (calendar) => `Suspender ${calendar}`,
  reinstate: 'Reativar',
  reinstateNamed: (calendar) => `Reativar ${calendar}`,
  reinstated: (calendar) => `${calendar} voltou a ser público.`,
  suspendDialog: {
    title: (calendar) => `Suspender ${calendar}?`,
    text: 'Deixa de ser público, não envia e-mails nem webhooks e ninguém o pode alterar. Os links dos convidados, os reembolsos e a entrada continuam a funcionar.',
    reason: 'Motivo, para os membros',
    suspend: 'Suspender calendário',
    done: (calendar) => `${calendar} está suspenso.`,
  },
  previous: 'Anterior',
  next: 'Seguinte',
  plans: {
    title: 'Planos',
    lead: 'Compare os planos. Cada calendário tem um plano.',
    ask: 'Para mudar o plano de um calendário, contacte o operador deste serviço e indique o endereço do calendário.',
    yours: (calendar, plan) => [calendar, ' está no plano ', plan, '.'],
    includes: {
      FREE: [
        'Eventos, séries, bilhetes, inscrição e listas de espera',
        'Mensagens, lembretes e estatísticas',
        'Controlo de entradas com a app, para os membros da sua equipa',
        'Um ZIP com tudo, em qualquer altura',
      ],
      PLUS: [
        'Tudo o que está no Free',
        'Um feed do calendário e a lista incorporada para o seu site',
        'Webhooks',
        'Exportações agendadas por e-mail',
        'Mais eventos, convidados e e-mails',
      ],
      PRO: [
        'Tudo o que está no Plus',
        'Chaves de API e o registo das entregas de webhooks',
        'Passes de staff para quem ajuda sem ter conta',
        'Procura de convidados por parte do nome',
        'Os limites mais altos de eventos, convidados e e-mails',
      ],
    },
  },
}
