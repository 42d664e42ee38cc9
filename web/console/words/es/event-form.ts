import type { EventFormWords } from '../en/event-form.ts'
import { counted } from './counted.ts'

export const eventForm: EventFormWords = {
  newEvent: 'Nuevo evento',
  preview: 'Vista previa',
  repeats: 'Se repite',
  partsLabel: 'Partes del formulario',
  parts: {
    what: 'Detalles',
    when: 'Fecha y hora',
    where: 'Lugar',
    tickets: 'Entradas',
    registration: 'Inscripción',
    seen: 'Visibilidad',
  },
  saveAsDraft: 'Guardar borrador',
  publish: 'Publicar',
  publishSeries: (dates) => counted(dates, { one: 'Publicar # fecha', other: 'Publicar # fechas' }),
  publishEndlessSeries: 'Publicar fechas',
  moreDates: (dates) => counted(dates, { one: 'y # fecha más', other: 'y # fechas más' }),
  moreDatesAndSoOn: (dates) => counted(dates, { one: 'y # fecha más, etc.', other: 'y # fechas más, etc.' }),
  created: (dates) => counted(dates, { one: '# fecha creada.', other: '# fechas creadas.' }),
  first: {
    title: 'Crea tu primer evento',
    lead: 'Empieza por el título, la hora y el lugar. Lo demás puedes añadirlo después.',
    skip: 'Omitir por ahora',
  },
}
