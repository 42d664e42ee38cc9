import type { EventFormWords } from '../en/event-form.ts'
import { counted } from './counted.ts'

export const eventForm: EventFormWords = {
  newEvent: 'Novo evento',
  preview: 'Pré-visualização',
  repeats: 'Repete-se',
  partsLabel: 'Secções do formulário',
  parts: {
    what: 'Detalhes',
    when: 'Data e hora',
    where: 'Local',
    tickets: 'Bilhetes',
    registration: 'Inscrição',
    seen: 'Visibilidade',
  },
  saveAsDraft: 'Guardar rascunho',
  publish: 'Publicar',
  publishSeries: (dates) => counted(dates, { one: 'Publicar # data', other: 'Publicar # datas' }),
  publishEndlessSeries: 'Publicar datas',
  moreDates: (dates) => counted(dates, { one: 'e mais # data', other: 'e mais # datas' }),
  moreDatesAndSoOn: (dates) =>
    counted(dates, { one: 'e mais # data, e assim por diante', other: 'e mais # datas, e assim por diante' }),
  created: (dates) => counted(dates, { one: '# data criada.', other: '# datas criadas.' }),
  first: {
    title: 'Crie o seu primeiro evento',
    lead: 'Comece pelo título, pela hora e pelo local. O resto pode ficar para depois.',
    skip: 'Agora não',
  },
}
