import type { Child } from 'hono/jsx/dom'
import type { GuestSheetWords } from '../en/guest-sheet.ts'

export const guestSheet: GuestSheetWords = {
  approve: 'Aprovar',
  decline: 'Recusar',
  resend: 'Reenviar',
  transfer: 'Ceder lugar',
  moreFor: (name) => `Mais ações: ${name}`,
  resendEmail: 'Reenviar o e-mail',
  renewLinks: 'Renovar os links',
  erase: 'Apagar…',
  codeOf: (name) => `Código QR de ${name}`,
  answers: 'Respostas',

  moves: {
    CONFIRMED: 'Confirmar',
    CHECKED_IN: 'Registar entrada',
    WAITLISTED: 'Passar para a lista de espera',
    DECLINED: 'Recusar',
    CANCELLED: 'Cancelar inscrição',
  },
  moved: {
    CONFIRMED: (name) => `${name}: inscrição confirmada.`,
    CHECKED_IN: (name) => `${name}: entrada registada.`,
    WAITLISTED: (name) => `${name}: lista de espera.`,
    DECLINED: (name) => `${name}: inscrição recusada.`,
    CANCELLED: (name) => `${name}: inscrição cancelada.`,
  },
  approved: (name) => `${name}: inscrição aprovada.`,
  declined: (name) => `${name}: inscrição recusada.`,
  resent: (name) => `Estamos a reenviar o e-mail a ${name}.`,
  renewed: (name) => `${name} tem novos links.`,

  history: { title: 'Histórico', none: 'Sem alterações nos últimos 30 dias.' },

  mails: {
    title: 'E-mails',
    none: 'Ainda não há e-mails.',
    mail: (kind, status) => `${kind}, ${status}`,
    statuses: {
      sent: 'enviado',
      pending: 'a caminho',
      retrying: 'nova tentativa',
      failed: 'não entregue',
      cancelled: 'não enviado',
    },
    kinds: {
      confirmation: 'Confirmação',
      promoted: 'Lugar atribuído',
      'transfer.received': 'Lugar recebido',
      'transfer.sent': 'Lugar cedido',
      pending: 'Inscrição recebida',
      'payment-processing': 'Pagamento em curso',
      'payment-failed': 'Pagamento falhado',
      'payment-overdue': 'Pagamento em atraso',
      document: 'Fatura',
      waitlisted: 'Lista de espera',
      offered: 'Lugar oferecido',
      refusal: 'Inscrição recusada',
      cancelled: 'Inscrição cancelada',
      withdrawn: 'Cancelada pelo convidado',
      'reply.kept': 'Resposta do calendário recebida',
      invitation: 'Convite',
      'event.cancelled': 'Evento cancelado',
      'event.changed': 'Evento alterado',
      'address-changed': 'Endereço alterado',
      announcement: 'Anúncio',
      reminder: 'Lembrete',
      refund: 'Reembolso',
      'refund-account': 'Conta para um reembolso',
      registrations: 'Inscrições',
      verification: 'Verificação do e-mail',
      party: 'Grupo',
    },
  },

  party: {
    title: (guests) => `Inscrição em grupo, ${guests}`,
    list: 'Inscrição em grupo',
    buyerErased: 'Não temos dados de quem fez a inscrição.',
    registeredBy: (name: Child, email: Child): Child => ['Inscrição feita por ', name, ', ', email],
    registeredByWithEmails: (name: Child, email: Child): Child => [
      'Inscrição feita por ',
      name,
      ', ',
      email,
      '. Os e-mails vão para lá, porque este convidado não tem endereço próprio.',
    ],
    editBuyer: 'Editar comprador',
  },

  edit: {
    title: (name) => `Editar ${name}`,
    guestMoved: 'O novo endereço recebe um novo código e um novo link. Os antigos deixam logo de funcionar.',
    buyerLead:
      'Este é o nome do grupo e da respetiva encomenda. Se o comprador também for convidado, edite o nome do convidado à parte.',
    buyerMoved:
      'Se ainda houver inscrições ativas no grupo, enviamos para o novo endereço um novo link do grupo. O link antigo deixa logo de funcionar, tal como os códigos e links dos convidados que usam o endereço do comprador: os e-mails deles passam a ir para o novo endereço. Se o comprador também for convidado, esse convidado fica igualmente com o novo endereço.',
    ticketLeft: (ticket, left) => `${ticket} (restam: ${left})`,
    ticketFull: (ticket) => `${ticket} (esgotado)`,
    ticketMoved:
      'O convidado recebe um e-mail com o novo bilhete. O código continua válido. Por agora, nada é cobrado nem reembolsado.',
    samePriceOnly: 'Só bilhetes do mesmo preço, porque é o preço da encomenda do convidado.',
    save: 'Guardar dados',
    saveAndEmail: 'Guardar e enviar e-mail',
    saved: 'Dados guardados.',
  },

  transferring: {
    title: (name) => `Ceder o lugar de ${name}`,
    lead: 'O bilhete, a encomenda e o lugar passam para outra pessoa. O código antigo deixa de funcionar e ambas recebem um e-mail.',
    name: 'Nome dessa pessoa',
    email: 'Endereço de e-mail dessa pessoa',
    action: 'Ceder e avisar ambas',
    done: (name) => `O lugar de ${name} foi cedido. Estamos a avisar ambas as pessoas por e-mail.`,
  },

  erasing: {
    ask: (name) => `Apagar os dados de ${name}?`,
    action: 'Apagar definitivamente',
    means:
      'Apagamos os nomes, o endereço, as respostas e o código, também em encomendas, e-mails e ficheiros exportados. Se tinha um lugar, passa para a primeira pessoa da lista de espera. Não é possível voltar atrás. As faturas ficam guardadas durante o tempo que a lei fiscal exige.',
    done: 'Todos os dados pessoais do convidado foram apagados.',
    kept: (numbers: string, until: string) =>
      `Convidado apagado. Guardado até ${until}, como exige a lei fiscal: ${numbers}`,
  },
}
