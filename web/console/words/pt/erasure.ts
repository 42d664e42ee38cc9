import type { ErasureWords } from '../en/erasure.ts'
import { counted } from './counted.ts'

export const erasure: ErasureWords = {
  title: {
    event: (name) => `Eliminar «${name}»?`,
    calendar: (name) => `Eliminar ${name}?`,
    account: 'Eliminar a sua conta?',
  },
  lead: {
    event:
      'Eliminamos o evento daqui a 30 dias. Até lá, não é público, ninguém o pode alterar e pode cancelar a eliminação.',
    calendar:
      'Eliminamos o calendário daqui a 30 dias. Até lá, não é público, ninguém o pode alterar e pode cancelar a eliminação.',
    account:
      'Eliminamos a sua conta daqui a 30 dias, com os calendários de que mais ninguém é membro. Até lá, pode cancelar a eliminação. A sua conta no fornecedor de identidade mantém-se.',
  },
  empty: {
    event: 'Nunca ninguém se inscreveu neste evento, por isso eliminamo-lo já. Não é possível voltar atrás.',
    calendar:
      'Este calendário não tem eventos, por isso eliminamo-lo já. A página, os feeds e a lista incorporada deixam de funcionar. Não é possível voltar atrás.',
  },
  deleteNow: 'Eliminar definitivamente',
  erases: 'O que eliminamos',
  counts: {
    events: (count) => counted(count, { one: '# evento', other: '# eventos' }),
    guests: (count) => counted(count, { one: '# convidado', other: '# convidados' }),
    orders: (count) => counted(count, { one: '# encomenda', other: '# encomendas' }),
    members: (count) => counted(count, { one: '# participação em equipas', other: '# participações em equipas' }),
    images: (count) => counted(count, { one: '# imagem', other: '# imagens' }),
    apiKeys: (count) => counted(count, { one: '# chave de API', other: '# chaves de API' }),
    webhooks: (count) => counted(count, { one: '# webhook', other: '# webhooks' }),
  },
  nothingElse: 'O seu nome, as suas definições e o seu ID de utilizador em todos os registos',
  stays: 'O que guardamos',
  staying: {
    DOCUMENTS: 'As faturas e notas de crédito de um evento até à respetiva data, porque a lei fiscal o exige',
    POSTINGS: 'Os movimentos de dinheiro, sem nomes, para manter as contas completas',
    SLUGS: 'Os endereços web, para que um link antigo nunca leve a outra coisa',
    CHANGE_FEED:
      'A lista de alterações, só com ID, durante 30 dias, para que os programas ligados saibam da eliminação',
    RESPONSES:
      'Respostas cifradas a programas durante 1 dia, para que um pedido repetido não seja executado duas vezes',
    EMAIL_RECORDS:
      'Registos dos e-mails enviados, sem endereço nem conteúdo, durante 30 dias, para que nenhum e-mail seja enviado duas vezes',
  },
  copyFirst: 'Quer uma cópia? Primeiro, transfira tudo:',
  confirm: (name) => `Escreva «${name}» para confirmar`,
  request: 'Eliminar daqui a 30 dias',
  blocked: {
    event: 'Ainda não pode eliminar este evento',
    calendar: 'Ainda não pode eliminar este calendário',
    account: 'Ainda não pode eliminar a sua conta',
  },
  blocks: {
    EVENT_AHEAD:
      'O evento ainda não terminou. Cancele-o primeiro, para que os convidados recebam um e-mail, ou espere que termine.',
    EVENTS_WITH_GUESTS: (count) =>
      counted(count, {
        one: '# evento futuro tem convidados. Cancele-o primeiro, para que os convidados recebam um e-mail.',
        other: '# eventos futuros têm convidados. Cancele-os primeiro, para que os convidados recebam um e-mail.',
      }),
    DOCUMENTS_KEPT: 'O calendário tem faturas que a lei obriga a guardar. Depois pode eliminá-lo.',
    OPEN_PAYMENTS: 'Há reembolsos ou pagamentos em curso. Tente de novo quando estiverem concluídos.',
    ONLY_OWNER: (calendar, members) =>
      counted(members, {
        one: `Mais ninguém é proprietário de ${calendar}, que tem mais # membro. Dê-lhe essa função ou elimine primeiro o calendário.`,
        other: `Mais ninguém é proprietário de ${calendar}, que tem mais # membros. Dê essa função a um deles ou elimine primeiro o calendário.`,
      }),
    other: 'Há algo em curso. Tente de novo mais tarde.',
  },
  open: {
    EVENT_AHEAD: 'Abrir o evento',
    EVENTS_WITH_GUESTS: 'Ver eventos',
    OPEN_PAYMENTS: 'Ver receitas',
    ONLY_OWNER: 'Abrir equipa',
  },
  managersCant: 'Já houve inscrições neste evento. Cancele-o ou peça a um proprietário que o elimine.',
  pending: {
    event: (name, when) => [name, ` vai ser eliminado em ${when}. Até lá, ninguém o pode alterar.`],
    calendar: (name, when) => [name, ` vai ser eliminado em ${when}. Até lá, não é público e ninguém o pode alterar.`],
    account: (when) => `A sua conta vai ser eliminada em ${when}.`,
  },
  takeBack: 'Cancelar eliminação',
  takenBack: 'Eliminação cancelada. Nada vai ser eliminado.',
  requested: {
    event: 'Enviámos a data por e-mail aos proprietários.',
    calendar: 'Enviámos a data por e-mail aos proprietários.',
    account: 'Até lá, pode cancelar a eliminação.',
  },
  download: {
    title: 'Levar tudo consigo',
    lead: 'Um ZIP com eventos, convidados, encomendas, entradas, mensagens, cupões, a equipa e as imagens, em CSV e JSON. Não contém palavras-passe, chaves nem códigos QR.',
    button: 'Transferir tudo',
    underWay: 'A transferir…',
  },
}
