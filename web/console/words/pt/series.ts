import type { SeriesWords } from '../en/series.ts'
import { counted } from './counted.ts'

export const series: SeriesWords = {
  title: 'Séries',
  lead: 'Eventos que se repetem. Cada data é um evento próprio, com os seus convidados.',
  newSeries: 'Nova série',
  empty: {
    title: 'Ainda não há séries',
    text: 'Descreva uma vez o seu encontro de quinta-feira e criamos as datas automaticamente.',
    createSeries: 'Criar série',
  },
  columns: { series: 'Série', dates: 'Datas' },
  dates: (dates) => counted(dates, { one: '# data', other: '# datas' }),
  statuses: { cancelled: 'Cancelada', paused: 'Em pausa', over: 'Terminada', active: 'Ativa' },
  sheet: {
    changeDates: 'Alterar datas…',
    editNext: 'Editar a próxima data',
    cancel: 'Cancelar as próximas datas…',
    delete: 'Eliminar…',
    cancelledAt: (time) => `Cancelada: ${time}`,
    pausedSince: (time) =>
      `Novas datas em pausa desde ${time}: o calendário atingiu o limite de eventos futuros do seu plano. Voltam a ser criadas automaticamente quando houver espaço.`,
    editedSeparately: 'editada à parte',
    more: (dates) => counted(dates, { one: 'e mais #', other: 'e mais #' }),
  },
  datesDialog: {
    title: (title) => `Datas de «${title}»`,
    extra: 'Datas adicionais',
    extraHint: 'Datas fora da repetição.',
    day: 'Dia',
    time: 'Hora',
    add: 'Adicionar data',
    removeDate: (date) => `Remover ${date}`,
    preview: 'Pré-visualização',
    nothing: 'Ainda sem alterações.',
    noEffect: 'Nenhuma das próximas datas muda.',
    created: (dates) => counted(dates, { one: '# data nova', other: '# datas novas' }),
    removed: (dates) => counted(dates, { one: '# data removida', other: '# datas removidas' }),
    changed: (dates) => counted(dates, { one: '# data alterada', other: '# datas alteradas' }),
    andMore: (dates) => counted(dates, { one: 'e mais #', other: 'e mais #' }),
    guestsAffected: (guests) => counted(guests, { one: 'Afeta # convidado.', other: 'Afeta # convidados.' }),
    noGuestsAffected: 'Não afeta nenhum convidado.',
    withGuests: (guests) => counted(guests, { one: '# convidado', other: '# convidados' }),
    blocked: 'Estas datas não fazem parte da nova repetição, mas têm ou tiveram convidados:',
    cancelThem: 'Cancelar estas datas',
    quota: (adds, room) =>
      `${counted(adds, { one: 'É acrescentada # data', other: 'São acrescentadas # datas' })}, mas o seu plano só tem espaço para ${room}.`,
    email: (guests) =>
      counted(guests, { one: 'Avisar # convidado por e-mail', other: 'Avisar # convidados por e-mail' }),
    save: 'Guardar datas',
    saveAndEmail: (guests) =>
      counted(guests, {
        one: 'Guardar datas e avisar # convidado por e-mail',
        other: 'Guardar datas e avisar # convidados por e-mail',
      }),
    saved: 'Datas guardadas.',
  },
  cancelDialog: {
    title: (title) => `Cancelar «${title}»?`,
    text: 'Todas as datas que ainda não começaram são canceladas, e não são criadas mais.',
    reason: 'Motivo',
    reasonAside: 'visível para os convidados',
    cancel: 'Cancelar as próximas datas',
    keep: 'Não cancelar',
    cancelled: 'Série cancelada.',
  },
  deleteDialog: {
    title: (title) => `Eliminar «${title}»?`,
    text: (dates) =>
      counted(dates, {
        one: '# próxima data sem convidados é eliminada. As outras mantêm-se, cada uma como evento separado.',
        other: '# próximas datas sem convidados são eliminadas. As outras mantêm-se, cada uma como evento separado.',
      }),
    delete: 'Eliminar série',
  },
}
