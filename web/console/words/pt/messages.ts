import type { Child } from 'hono/jsx/dom'
import type { MessagesWords } from '../en/messages.ts'
import { counted } from './counted.ts'

export const messages: MessagesWords = {
  invitePeople: 'Convidar pessoas',
  onceIsPublished: 'Pode escrever aos convidados assim que o evento estiver publicado.',
  write: {
    title: 'Escrever aos convidados',
    to: 'Para',
    recipients: (guests) => counted(guests, { one: '# convidado', other: '# convidados' }),
    recipientsOfChosenTickets: (guests: Child): Child => [guests, '.'],
    recipientsOfAllTickets: (guests: Child): Child => [guests, ', todos os bilhetes.'],
    excludesUnsubscribed: 'Exclui quem cancelou a subscrição.',
    excludes: (people) =>
      counted(people, {
        one: 'Exclui mais # pessoa que não quer e-mails.',
        other: 'Exclui mais # pessoas que não querem e-mails.',
      }),
    subject: 'Assunto',
    message: 'Mensagem',
    messageHint: 'Markdown. O rascunho fica guardado neste separador até ao envio.',
    sendTime: 'Quando enviar',
    now: 'Agora',
    later: 'Mais tarde',
    sendAt: 'Data e hora',
    send: 'Enviar',
    sendTo: (guests) => counted(guests, { one: 'Enviar a # convidado', other: 'Enviar a # convidados' }),
    schedule: 'Agendar',
    scheduleFor: (guests) => counted(guests, { one: 'Agendar para # convidado', other: 'Agendar para # convidados' }),
    scheduled: 'Mensagem agendada.',
    sending: 'Estamos a enviar a sua mensagem.',
    noSubject: 'Assunto',
    noMessage: 'A sua mensagem aparece aqui.',
  },
  list: {
    title: 'Enviadas e agendadas',
    remindNow: 'Enviar lembrete…',
    noReminders: 'Sem lembretes automáticos.',
    reminders: (reminders) =>
      counted(reminders, {
        one: '# lembrete automático antes do início.',
        other: '# lembretes automáticos antes do início.',
      }),
    empty: 'Ainda não há mensagens.',
    sends: (fromNow) => `envio ${fromNow}`,
    sent: (sent, recipients) => counted(recipients, { one: `${sent} de # enviada`, other: `${sent} de # enviadas` }),
    queued: (emails) => counted(emails, { one: '# em fila', other: '# em fila' }),
    optedOut: (guests) => counted(guests, { one: '# não quer e-mails', other: '# não querem e-mails' }),
    whoMissed: 'Quem não recebeu?',
    notReached: (guests) => counted(guests, { one: '# não recebeu', other: '# não receberam' }),
    cancel: 'Cancelar mensagem',
    cancelMessage: (subject) => `Cancelar a mensagem ${subject}`,
    cancelled: 'Mensagem cancelada. Não será enviada.',
    automatic: 'automático',
    reminder: 'lembrete',
  },
  failures: {
    title: (subject) => `Entregas falhadas de «${subject}»`,
    label: 'Entregas falhadas',
    none: 'Todos receberam.',
    reasons: {
      failed: 'o serviço de e-mail não indicou o motivo',
      retrying: 'o serviço de e-mail não indicou o motivo',
      cancelled: 'a mensagem já não se justificava à hora de envio',
      unsubscribed: 'cancelou a subscrição das suas mensagens',
      declined: 'recusou o convite',
      no_address: 'sem endereço de e-mail: os dados do comprador foram apagados',
    },
    guestWithoutAddress: 'Convidado sem endereço de e-mail',
    attempts: (attempts) => counted(attempts, { one: '# tentativa', other: '# tentativas' }),
    statuses: {
      failed: 'Não entregue',
      retrying: 'Nova tentativa',
      cancelled: 'Não enviado',
      unsubscribed: 'Não enviado',
      declined: 'Não enviado',
      no_address: 'Não enviado',
    },
  },
  remind: {
    title: 'Enviar um lembrete a quem vem',
    message: 'A sua mensagem',
    send: 'Enviar lembrete',
    sendTo: (guests) =>
      counted(guests, { one: 'Enviar lembrete a # convidado', other: 'Enviar lembrete a # convidados' }),
    sending: 'Estamos a enviar o lembrete.',
  },
}
