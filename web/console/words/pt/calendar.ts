import type { Child } from 'hono/jsx/dom'
import type { CalendarWords } from '../en/calendar.ts'
import { counted } from './counted.ts'

export const calendar: CalendarWords = {
  firstSteps: {
    appName: 'Calendário',
    label: 'Passos',
    steps: { calendar: 'O seu calendário', event: 'O primeiro evento', share: 'Partilhar' },
    preview: 'Pré-visualização',
    signOut: 'Terminar sessão',
  },
  newCalendar: {
    firstTitle: 'Crie o seu calendário',
    title: 'Novo calendário',
    lead: 'Um calendário reúne os seus eventos. Pode alterar tudo isto mais tarde.',
    address: 'Endereço',
    addressHint: 'É aqui que as pessoas encontram todos os seus eventos.',
    timeZone: 'Fuso horário',
    timeZoneHint: 'O deste aparelho. Cada evento pode ter o seu.',
    cover: 'Capa',
    coverHint: 'JPEG, PNG ou WebP. O seu navegador reduz a imagem e remove-lhe a localização. A cor adapta-se a ela.',
    visibleTo: 'Visível para',
    public: 'Todos',
    publicHint: 'Aparece nos motores de busca, nos feeds e na lista incorporada.',
    private: 'Só a sua equipa e quem tiver convite',
    create: 'Criar calendário',
    free: 'Grátis, sem cartão.',
    invited: (userId: Child): Child => [
      'Tem um convite para uma equipa? Abra o link do e-mail ou dê a um proprietário o seu ID de utilizador: ',
      userId,
      '.',
    ],
    doorPass: 'Tem um passe de staff?',
    unnamed: 'O seu calendário',
    generatedCover: 'Gerada a partir do nome até acrescentar uma capa',
    eventsHere: 'Os seus eventos vão aparecer aqui.',
  },
  zone: {
    named: (city, abbreviation, offset) => `${city} (${abbreviation}, ${offset})`,
    unnamed: (city, offset) => (city === offset ? city : `${city} (${offset})`),
  },
  messages: {
    title: 'Mensagens',
    lead: 'Escreva a todos os convidados de um evento ou só a alguns.',
    list: 'Enviadas e agendadas',
    empty: 'Nada nos últimos 30 dias',
    emptyText: 'As suas mensagens e os lembretes automáticos vão aparecer aqui.',
    sent: (sent) => counted(sent, { one: '# enviada', other: '# enviadas' }),
    sentAndFailed: (sent, failed) =>
      `${counted(sent, { one: '# enviada', other: '# enviadas' })}, ${counted(failed, { one: '# não entregue', other: '# não entregues' })}`,
    writeTo: 'Escrever aos convidados de…',
    noEvents: 'Sem eventos futuros publicados.',
  },
}
