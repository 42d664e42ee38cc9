import type { Child } from 'hono/jsx/dom'
import type { ExportsWords } from '../en/exports.ts'
import { counted } from './counted.ts'

const weekdays = ['Segunda-feira', 'Terça-feira', 'Quarta-feira', 'Quinta-feira', 'Sexta-feira', 'Sábado', 'Domingo']

const everyWeekday = [
  'Todas as segundas-feiras',
  'Todas as terças-feiras',
  'Todas as quartas-feiras',
  'Todas as quintas-feiras',
  'Todas as sextas-feiras',
  'Todos os sábados',
  'Todos os domingos',
]

export const exports: ExportsWords = {
  title: 'Exportações',
  lead: 'Ficheiros criados periodicamente e enviados por e-mail sob a forma de link.',
  schedule: 'Agendar uma exportação',
  empty: {
    title: 'Ainda não há exportações',
    about:
      'Receba convidados, encomendas, entradas ou eventos num ficheiro. Enviamos-lhe um link todos os dias, todas as semanas ou todos os meses.',
  },

  datasets: { GUESTS: 'Convidados', ORDERS: 'Encomendas', CHECKINS: 'Entradas', EVENTS: 'Eventos' },
  weekdays,
  file: (dataset, format) => `${dataset} em ${format}`,
  fileOfEvent: (dataset, format, event) => `${dataset} em ${format} · ${event}`,
  daily: (time, zone) => `Todos os dias às ${time}, ${zone}`,
  weekly: (weekday, time, zone) => `${everyWeekday[weekday - 1] ?? ''} às ${time}, ${zone}`,
  monthly: (day, time, zone) => `No dia ${day} de cada mês às ${time}, ${zone}`,
  recipients: (addresses) => `Para ${addresses}`,
  next: (when: Child): Child[] => ['Próxima execução ', when],
  due: 'Prestes a começar',
  neverRan: 'Nunca executada',
  lastRan: (when: Child): Child[] => ['Última execução ', when],

  states: {
    active: 'Ativa',
    paused: 'Em pausa',
    pausedAfterFailures: 'Em pausa: falhou demasiadas vezes',
    pausedWithoutAccess: 'Em pausa: quem a criou perdeu o acesso a estes dados',
    failed: (times) =>
      times === 1 ? 'Falhou da última vez' : counted(times, { one: 'Falhou # vez', other: 'Falhou # vezes' }),
  },
  pause: 'Pôr em pausa',
  paused: 'Exportação em pausa.',
  resume: 'Retomar',
  resumed: 'Exportação retomada.',
  deleting: {
    title: 'Eliminar esta exportação?',
    about: 'Eliminamos também as execuções e os respetivos ficheiros. Os links já enviados deixam de funcionar.',
    action: 'Eliminar exportação',
  },

  form: {
    create: 'Agendar uma exportação',
    edit: 'Editar exportação',
    data: 'Dados',
    format: 'Formato',
    csv: 'CSV, para folhas de cálculo',
    json: 'JSON, para programas',
    event: 'Evento',
    everyEvent: 'Todos os eventos',
    currentEvent: 'Evento atual',
    frequency: 'Frequência',
    daily: 'Todos os dias',
    weekly: 'Todas as semanas',
    monthly: 'Todos os meses',
    weekday: 'Dia da semana',
    dayOfMonth: 'Dia do mês',
    dayOfMonthHint: 'Nos meses mais curtos, é executada no último dia.',
    time: 'Hora',
    timezone: 'Fuso horário',
    recipients: 'Destinatários',
    recipientsHint: 'Até dez endereços, separados por vírgulas. Cada um recebe por e-mail um link que expira.',
    createAction: 'Agendar exportação',
    editAction: 'Guardar exportação',
  },

  runs: {
    title: 'Execuções',
    empty: 'Esta exportação ainda não foi executada.',
    newest: (shown, total) => `As ${shown} mais recentes de ${total}.`,
    states: { PENDING: 'Em espera', RUNNING: 'Em curso', SUCCEEDED: 'Concluída', FAILED: 'Falhou' },
    rows: (count) => counted(count, { one: '# linha', other: '# linhas' }),
    attempts: (count) => counted(count, { one: '# tentativa', other: '# tentativas' }),
    download: 'Transferir',
    downloadUntil: (link: (words: string) => Child, when: Child): Child[] => [
      link('Transferir'),
      ' (expira ',
      when,
      ')',
    ],
    bytes: (count) => counted(count, { one: '# byte', other: '# bytes' }),
    kilobytes: (amount) => `${amount} KB`,
    megabytes: (amount) => `${amount} MB`,
    gigabytes: (amount) => `${amount} GB`,
  },
}
