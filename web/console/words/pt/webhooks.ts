import type { Child } from 'hono/jsx/dom'
import type { WebhooksWords } from '../en/webhooks.ts'
import { counted } from './counted.ts'

export const webhooks: WebhooksWords = {
  title: 'Webhooks',
  lead: 'Receba um pedido assinado no seu endereço quando algo acontece.',
  create: 'Criar webhook',
  empty: {
    title: 'Ainda não há webhooks',
    about: 'Chamamos o webhook segundos depois de alguém se inscrever ou entrar, ou de um evento mudar.',
  },

  states: { active: 'Ativo', paused: 'Em pausa', switchedOff: 'Desativado' },
  failures: (count) =>
    count === 1 ? 'A última entrega falhou' : counted(count, { one: '# falha seguida', other: '# falhas seguidas' }),
  everyEvent: 'Todos os eventos do calendário',
  signedByTarget: 'Assinado com X-Svc-Signature e Standard Webhooks',
  signedByCurrent: 'Assinado com X-Svc-Webhook-Signature',
  created: (when: Child): Child[] => ['Criado ', when],
  grantEnded: 'O acesso da aplicação terminou, por isso este webhook está desativado.',
  receiverGone:
    'Desativámos este webhook porque o recetor respondeu 410 Gone. Retome-o quando o recetor voltar a funcionar.',
  typesOfWebhook: 'Tipos de evento',

  sendTest: 'Enviar teste',
  pause: 'Pôr em pausa',
  resume: 'Retomar',
  resumed: 'Retomado. A partir de agora enviamos os novos eventos.',
  rotateSecret: 'Renovar segredo',
  resendMissed: 'Reenviar entregas falhadas',
  log: 'Registo',

  test: {
    sending: 'A enviar um teste…',
    sentWithoutLog: 'Enviámos um teste. Com o plano Pro, o registo mostra a resposta do recetor.',
    waiting: 'Enviámos um teste. O recetor ainda não respondeu.',
    arrived: (answer) => `O teste chegou: ${answer}.`,
    missedAndRetried: (answer) => `O teste não chegou: ${answer}. Vamos tentar de novo.`,
    missedForGood: (answer) => `O teste não chegou: ${answer}. Não voltamos a tentar automaticamente.`,
    openLog: 'Ver no registo',
    answer: (code, ms) => `${code} em ${ms} ms`,
    noAnswer: 'sem resposta',
  },

  form: {
    address: 'Endereço',
    addressHint: 'O seu endereço https. Tem de responder 2xx no prazo de dez segundos.',
    scope: 'Âmbito',
    calendar: 'Todos os eventos deste calendário',
    calendarHint: 'Assinado com X-Svc-Signature e com os cabeçalhos Standard Webhooks.',
    event: 'Um evento',
    eventHint: 'Assinado com X-Svc-Webhook-Signature, que contém a hora e a assinatura.',
    chooseEvent: 'Evento',
    types: 'Tipos de evento',
    secret: 'Segredo (opcional)',
    secretHint: 'De 16 a 256 caracteres. Se o deixar em branco, criamos um por si.',
  },
  creating: { title: 'Criar um webhook', action: 'Criar webhook' },
  editing: { title: 'Editar o webhook', action: 'Guardar webhook' },
  rotating: {
    title: 'Renovar o segredo',
    about:
      'Durante 24 horas, assinamos as entregas com os dois segredos. Em X-Svc-Signature só cabe um: usamos o novo.',
    action: 'Renovar segredo',
  },
  secret: {
    ofCreated: 'O segredo do seu webhook',
    ofRotated: 'O novo segredo',
    giveToReceiver: 'Configure-o no recetor no prazo de 24 horas.',
    copied: 'o segredo',
    headers: 'Use-o para verificar os nossos pedidos. Estes são os cabeçalhos:',
  },
  pausing: {
    title: 'Pôr este webhook em pausa?',
    about: 'Não enviamos nada até o retomar e descartamos as entregas ainda em espera.',
    action: 'Pôr webhook em pausa',
  },
  deleting: {
    title: 'Eliminar este webhook?',
    about: (url: Child): Child[] => [
      'Não enviamos mais nada para ',
      url,
      ', nem sequer as entregas à espera de nova tentativa.',
    ],
    action: 'Eliminar webhook',
  },

  recovering: {
    title: 'Reenviar as entregas falhadas?',
    about:
      'Reenviamos as entregas falhadas e descartadas, a começar pelas mais antigas, com os mesmos ids e conteúdos, no máximo dez por segundo.',
    span: 'Período',
    lastHour: 'A última hora',
    lastDay: 'O último dia',
    last7Days: 'Os últimos sete dias',
    last30Days: 'Os últimos trinta dias',
    action: 'Reenviar entregas',
  },
  recovery: {
    running: (sent, matched) => `A reenviar: ${sent} de ${matched}.`,
    nothingMissed: 'Nenhuma entrega falhou nesse período.',
    ended: (arrived, matched) => `Reenvio concluído: chegaram ${arrived} de ${matched}.`,
    endedWithFailures: (arrived, matched, failed) =>
      `Reenvio concluído: chegaram ${arrived} de ${matched}, voltaram a falhar ${failed}.`,
    stopped: (arrived, matched) => `Reenvio parado: chegaram ${arrived} de ${matched}.`,
    stoppedWithFailures: (arrived, matched, failed) =>
      `Reenvio parado: chegaram ${arrived} de ${matched}, voltaram a falhar ${failed}.`,
    stop: 'Parar',
  },

  eventTypes: {
    'guest.registered': 'Um convidado inscreveu-se, foi adicionado ou aceitou um convite',
    'checkin.created': 'Um convidado entrou',
    'checkpoint.scanned': 'Um convidado passou um ponto de controlo, ou saiu pela porta e voltou',
    'event.updated': 'Os dados de um evento mudaram, como o título, a hora ou o local',
    'event.cancelled': 'Um evento foi cancelado',
    'announcement.sent': 'Um anúncio foi enviado por e-mail',
    'reminder.sent': 'Um lembrete foi enviado por e-mail',
    'guest.updated': 'O estado, o nome ou o endereço de e-mail de um convidado mudou',
    'checkin.undone': 'Uma entrada foi anulada',
    'order.updated': 'Uma encomenda foi paga, expirou ou foi reembolsada',
    'refund.updated': 'Um reembolso foi iniciado, concluído ou falhou',
    'dispute.updated': 'Um comprador contestou um pagamento, ou a contestação foi decidida',
    'document.issued': 'Uma fatura ou nota de crédito foi emitida',
    'event.created': 'Um evento foi criado, possivelmente como rascunho',
    'event.published': 'Um evento foi publicado',
    'import.completed': 'Uma importação foi concluída',
    'archive.completed': 'Um arquivo ficou pronto ou falhou',
  },
}
