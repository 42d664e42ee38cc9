import type { Child } from 'hono/jsx/dom'
import type { ImportingWords } from '../en/importing.ts'
import { counted } from './counted.ts'

export const importing: ImportingWords = {
  title: 'Adicionar convidados de um ficheiro',
  file: 'Ficheiro CSV',
  paste: 'Ou cole uma tabela',
  pasteExample: 'Nome próprio, Apelido, E-mail\nNora, Lindqvist, nora@example.org',
  chooseAnother: 'Escolher outro ficheiro',
  readAs: {
    commas: (encoding) => `Lido como ${encoding}, com vírgulas entre as colunas.`,
    semicolons: (encoding) => `Lido como ${encoding}, com pontos e vírgulas entre as colunas.`,
    tabs: (encoding) => `Lido como ${encoding}, com tabulações entre as colunas.`,
    bars: (encoding) => `Lido como ${encoding}, com barras verticais entre as colunas.`,
  },
  checkLetters: 'Se letras como ã ou ç aparecerem mal, guarde o ficheiro em UTF-8 e escolha-o de novo.',

  columns: {
    email: 'E-mail',
    firstName: 'Nome próprio',
    lastName: 'Apelido',
    name: 'Nome completo',
    ticket: 'Bilhete',
  },
  skipColumn: 'Ignorar',
  reason: 'Motivo',

  rows: {
    label: 'Linhas do ficheiro',
    column: (number) => `Coluna ${number}`,
    row: (number) => `Linha ${number}`,
    fault: (number, fault) => `Linha ${number}: ${fault}`,
    moreFaults: (count) => counted(count, { one: 'e mais #', other: 'e mais #' }),
    ticketForOthers: 'Bilhete para as linhas que não indicam nenhum',
  },

  faults: {
    noAddress: 'falta o endereço de e-mail',
    twice: 'aparece duas vezes no ficheiro',
    noName: 'falta o nome',
    stopped: 'não processada, porque interrompeu a importação',
    noTicket: (ticket) => `nenhum bilhete se chama «${ticket}»`,
  },

  willBeAdded: (guests) => counted(guests, { one: '# convidado a adicionar', other: '# convidados a adicionar' }),
  willBeAddedExcept: (added: Child, skipped): Child => [
    added,
    counted(skipped, { one: ', # linha ignorada:', other: ', # linhas ignoradas:' }),
  ],
  emailing: {
    ask: 'Enviar um e-mail a estes convidados?',
    no: 'Não, só adicionar',
    noHint: (resend) =>
      `Só enviamos um e-mail aos convidados com uma encomenda por pagar, porque ela expira. Pode enviar os bilhetes mais tarde: selecione os convidados e escolha «${resend}».`,
    yes: 'Sim, enviar os bilhetes por e-mail',
    yesHint: 'Cada convidado recebe logo um e-mail.',
  },

  add: 'Adicionar',
  addOnly: (guests) => counted(guests, { one: 'Adicionar # convidado', other: 'Adicionar # convidados' }),
  addAndEmail: (guests) =>
    counted(guests, { one: 'Adicionar e avisar # convidado', other: 'Adicionar e avisar # convidados' }),
  running: {
    doing: 'A adicionar',
    progress: (done, total) => `A adicionar: ${done} de ${total}`,
  },
  added: (guests) => counted(guests, { one: '# convidado adicionado.', other: '# convidados adicionados.' }),
  addedExcept: (guests, rows, open) =>
    `${counted(guests, { one: '# convidado adicionado', other: '# convidados adicionados' })}, ${counted(rows, { one: '# linha não adicionada', other: '# linhas não adicionadas' })}. Para saber porquê, escolha «${open}».`,

  result: {
    title: (guests) => counted(guests, { one: '# convidado adicionado', other: '# convidados adicionados' }),
    allEmailed: 'Estamos a enviar os bilhetes a todos por e-mail.',
    noneEmailed: 'Só enviamos um e-mail aos convidados com uma encomenda por pagar.',
    notAdded: (people) =>
      counted(people, {
        one: '# linha não foi adicionada:',
        other: '# linhas não foram adicionadas:',
      }),
    list: 'Não adicionados',
    download: 'Transferir estas linhas',
  },

  inviting: {
    title: 'Convidar pessoas',
    addresses: 'Endereços de e-mail',
    addressesExample: 'nora@example.org\nBen Carter <ben@example.org>',
    found: (addresses) =>
      counted(addresses, {
        one: '# endereço encontrado. Cole-os em qualquer formato.',
        other: '# endereços encontrados. Cole-os em qualquer formato.',
      }),
    file: 'Ou um ficheiro CSV',
    message: 'A sua mensagem',
    showPreview: 'Pré-visualizar o e-mail',
    hidePreview: 'Ocultar a pré-visualização',
    send: (invitations) => counted(invitations, { one: 'Enviar # convite', other: 'Enviar # convites' }),
    done: (people) => counted(people, { one: '# pessoa convidada', other: '# pessoas convidadas' }),
    results: {
      invited: (count) => counted(count, { one: '# convidada', other: '# convidadas' }),
      alreadyRegistered: (count) => counted(count, { one: '# já tem inscrição', other: '# já têm inscrição' }),
      unsubscribed: (count) =>
        counted(count, {
          one: '# cancelou a subscrição deste calendário',
          other: '# cancelaram a subscrição deste calendário',
        }),
      declined: (count) => counted(count, { one: '# já recusou este evento', other: '# já recusaram este evento' }),
      invalid: (count) => counted(count, { one: '# não válido', other: '# não válidos' }),
    },
  },
}
