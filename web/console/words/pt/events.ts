import type { EventsWords } from '../en/events.ts'
import { counted } from './counted.ts'

export const events: EventsWords = {
  list: {
    newEvent: 'Novo evento',
    filterLabel: 'Estado do evento',
    filters: { upcoming: 'Próximos', drafts: 'Rascunhos', past: 'Passados', cancelled: 'Cancelados' },
    tag: 'Tema',
    search: 'Procurar no título ou no texto',
    seats: 'Lugares',
    actions: 'Ações',
    dates: (dates) => counted(dates, { one: '# data', other: '# datas' }),
  },
  empty: {
    noMatches: 'Sem resultados',
    noMatchesText: 'Nenhum evento deste calendário tem estas palavras no título ou no texto.',
    upcoming: 'Sem eventos agendados',
    upcomingText: 'Cada evento tem a sua página de inscrição. Aqui vê quem vem.',
    drafts: 'Sem rascunhos',
    past: 'Sem eventos passados',
    cancelled: 'Sem eventos cancelados',
    createEvent: 'Criar evento',
  },
  menu: {
    label: (title) => `Mais ações: ${title}`,
    publish: 'Publicar…',
    share: 'Partilhar',
    duplicate: 'Duplicar…',
    cancel: 'Cancelar evento…',
    delete: 'Eliminar…',
  },
  cancelDialog: {
    title: (title) => `Cancelar «${title}»?`,
    text: 'A página continua online e mostra que o evento foi cancelado. Não é possível voltar atrás.',
    reason: 'Motivo',
    reasonAside: 'visível para os convidados',
    email: (guests) =>
      counted(guests, { one: 'Avisar # convidado por e-mail', other: 'Avisar # convidados por e-mail' }),
    paidOrders: 'Encomendas pagas',
    paid: (orders) => counted(orders, { one: '# encomenda paga', other: '# encomendas pagas' }),
    refunds: 'Reembolsos',
    refundNow: 'Reembolsar tudo agora',
    refundNowHint: 'Vai ver o resultado de cada encomenda.',
    refundLater: 'Mais tarde',
    refundLaterHint: 'Use «Reembolsar todas» nas encomendas do evento.',
    ownerRefunds: 'Só um proprietário deste calendário pode ver e reembolsar as encomendas.',
    cancel: 'Cancelar evento',
    cancelAndEmail: (guests) =>
      counted(guests, { one: 'Cancelar e avisar # convidado', other: 'Cancelar e avisar # convidados' }),
    keep: 'Não cancelar',
    cancelled: 'Evento cancelado.',
    cancelledAndEmailing: (guests) =>
      counted(guests, {
        one: 'Evento cancelado. Estamos a avisar # convidado por e-mail.',
        other: 'Evento cancelado. Estamos a avisar # convidados por e-mail.',
      }),
  },
  duplicateDialog: {
    title: (title) => `Duplicar «${title}»`,
    date: 'Data da cópia',
    time: 'Hora de início',
    means:
      'Os períodos de venda, inscrição, entrada e cupões são deslocados na mesma medida. A cópia é um rascunho sem convidados. Os cupões ficam por usar e recebem códigos novos, como EARLY-2.',
    action: 'Duplicar evento',
  },
  deleteDialog: {
    title: (title) => `Eliminar «${title}»?`,
    text: 'Os bilhetes e as perguntas também são eliminados. Se já houver inscrições, só pode cancelar o evento.',
    delete: 'Eliminar definitivamente',
    deleted: 'Evento eliminado.',
  },
  publishDialog: {
    title: (title) => `Publicar «${title}»?`,
    text: 'A página e as inscrições abrem imediatamente. Não é enviado nenhum e-mail.',
    publish: 'Publicar',
    notYet: 'Ainda não',
    published: 'Evento publicado.',
  },
}
