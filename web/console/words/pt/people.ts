import type { PeopleWords } from '../en/people.ts'
import { counted } from './counted.ts'

export const people: PeopleWords = {
  title: 'Pessoas',
  lead: 'Todas as pessoas com inscrição ou convite para os seus eventos. Cada uma aparece uma só vez, com todos os seus eventos neste calendário.',
  search: 'Nome ou e-mail',
  tooShort: 'Escreva pelo menos 2 caracteres para procurar.',
  columns: ['Nome próprio', 'Apelido', 'E-mail', 'Evento', 'Início (UTC)', 'Bilhete', 'Estado', 'Inscrição (UTC)'],
  results: {
    label: 'Resultados',
    nameMissing: 'Falta o nome',
    events: (events) => counted(events, { one: '# evento', other: '# eventos' }),
    noMatches: 'Sem resultados',
    noMatchesText: 'Nenhum convidado dos eventos deste calendário corresponde à sua procura.',
  },
  recent: {
    title: 'Recentes',
    empty: 'Sem convidados nos últimos 30 dias',
    emptyText: 'Os convidados aparecem aqui pouco depois de se inscreverem ou de receberem o seu convite.',
  },
}
