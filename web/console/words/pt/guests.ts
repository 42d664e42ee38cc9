import type { GuestsWords } from '../en/guests.ts'
import { counted } from './counted.ts'

const figure = (count: number) => counted(count, { one: '#', other: '#' })
const failedOf = (count: number) => counted(count, { one: '# falhou', other: '# falharam' })

export const guests: GuestsWords = {
  papers: {
    menu: 'Imprimir e exportar',
    csv: 'Transferir CSV',
    printList: 'Imprimir lista',
    printBadges: 'Imprimir crachás',
    arrived: 'Chegou',
  },

  add: {
    menu: 'Adicionar convidados',
    one: 'Adicionar um convidado',
    fromFile: 'Adicionar de um ficheiro',
    invite: 'Convidar por e-mail',
    title: 'Adicionar um convidado',
    emailHint: 'Recebe logo o bilhete por e-mail.',
    action: 'Adicionar convidado',
    added: (name) => `Convidado adicionado: ${name}.`,
  },

  filters: {
    status: 'Estado do convidado',
    needsApproval: 'Por aprovar',
    ticket: (name, count) => `${name} (${count})`,
    answer: 'Resposta',
    answerTo: (question, answer) => `${question}: ${answer}`,
    newestFirst: 'Mais recentes primeiro',
  },

  list: {
    search: 'Nome, e-mail ou código',
    registered: 'Inscrição',
    noMatches: 'Sem resultados',
    noMatchesText: 'Nenhum convidado deste evento corresponde à sua procura e aos filtros.',
    none: 'Ainda não há inscrições',
    noneText: 'Os convidados aparecem aqui pouco depois de se inscreverem.',
    noneInDraft: 'As inscrições abrem assim que o evento for publicado.',
    share: 'Partilhar evento',
    position: (position, total) => `${position} de ${total}`,
  },

  selection: {
    label: 'Seleção',
    count: (count) => counted(count, { one: '# selecionado', other: '# selecionados' }),
    approve: (count) => `Aprovar ${figure(count)}`,
    decline: (count) => `Recusar ${figure(count)}`,
    more: 'Mais ações para a seleção',
    resend: 'Reenviar o e-mail',
    cancel: 'Cancelar inscrições…',
    selectFirst: (count) => counted(count, { one: 'Selecionar o primeiro', other: 'Selecionar os primeiros #' }),
    selectAll: (count) => counted(count, { one: 'Selecionar #', other: 'Selecionar todos os #' }),
    clear: 'Limpar seleção',
  },

  running: {
    failed: failedOf,
    mayLeave: 'Pode sair desta página',
    waiting: 'À espera do serviço para continuar',
    paused: 'Em pausa',
    pause: 'Pausar',
    resume: 'Continuar',
    stop: 'Parar',
  },

  acts: {
    approve: {
      doing: 'A aprovar',
      progress: (done, total) => `A aprovar: ${done} de ${total}`,
      done: (count) => counted(count, { one: '# aprovado.', other: '# aprovados.' }),
      doneExcept: (count, failed) =>
        `${counted(count, { one: '# aprovado', other: '# aprovados' })}, ${failedOf(failed)}.`,
    },
    reject: {
      doing: 'A recusar',
      progress: (done, total) => `A recusar: ${done} de ${total}`,
      done: (count) => counted(count, { one: '# recusado.', other: '# recusados.' }),
      doneExcept: (count, failed) =>
        `${counted(count, { one: '# recusado', other: '# recusados' })}, ${failedOf(failed)}.`,
    },
    resend: {
      doing: 'A reenviar',
      progress: (done, total) => `A reenviar: ${done} de ${total}`,
      done: (count) => counted(count, { one: '# e-mail reenviado.', other: '# e-mails reenviados.' }),
      doneExcept: (count, failed) =>
        `${counted(count, { one: '# e-mail reenviado', other: '# e-mails reenviados' })}, ${failedOf(failed)}.`,
    },
    cancel: {
      doing: 'A cancelar',
      progress: (done, total) => `A cancelar: ${done} de ${total}`,
      done: (count) => counted(count, { one: '# inscrição cancelada.', other: '# inscrições canceladas.' }),
      doneExcept: (count, failed) =>
        `${counted(count, { one: '# inscrição cancelada', other: '# inscrições canceladas' })}, ${failedOf(failed)}.`,
    },
  },

  declining: {
    ask: (name) => `Recusar ${name}?`,
    askMany: (count) => counted(count, { one: 'Recusar # convidado?', other: 'Recusar # convidados?' }),
    means: 'Avisamos por e-mail que não há possibilidade de participar. Tem 10 segundos para anular.',
    message: 'Mensagem',
    messageHint: 'A sua mensagem é citada no e-mail.',
    tooLong: (characters) =>
      counted(characters, { one: 'Use no máximo # carácter.', other: 'Use no máximo # caracteres.' }),
    keep: 'Não recusar',
    action: 'Recusar',
    started: (name) => `Vamos recusar ${name} dentro de 10 segundos.`,
    startedMany: (count) =>
      counted(count, {
        one: 'Vamos recusar # convidado dentro de 10 segundos.',
        other: 'Vamos recusar # convidados dentro de 10 segundos.',
      }),
    undo: 'Anular recusa',
    state: 'A recusar',
  },

  approving: {
    ask: (count) => counted(count, { one: 'Aprovar # convidado?', other: 'Aprovar # convidados?' }),
  },

  quoted: {
    emails: (count) => counted(count, { one: '# endereço recebe um e-mail.', other: '# endereços recebem um e-mail.' }),
    orders: (sum) => `Novas encomendas por pagar: ${sum}.`,
  },

  cancelling: {
    ask: (count) => counted(count, { one: 'Cancelar # inscrição?', other: 'Cancelar # inscrições?' }),
    action: (count) =>
      counted(count, { one: 'Cancelar e avisar # convidado', other: 'Cancelar e avisar # convidados' }),
    keep: 'Não cancelar',
    means: 'Os lugares ficam livres. Os pagamentos não são reembolsados.',
  },

  names: {
    erased: 'Apagado',
    erasedBelow: 'dados pessoais apagados',
    noAddress: 'sem endereço',
    missing: 'Falta o nome',
    via: (email) => `através de ${email}`,
    noReply: 'ainda sem resposta',
  },
}
