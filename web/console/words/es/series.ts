import type { SeriesWords } from '../en/series.ts'
import { counted } from './counted.ts'

export const series: SeriesWords = {
  title: 'Series',
  lead: 'Eventos periódicos. Cada fecha es un evento propio, con sus invitados.',
  newSeries: 'Nueva serie',
  empty: {
    title: 'Aún no hay series',
    text: 'Describe una vez tu encuentro de los jueves y crearemos las fechas automáticamente.',
    createSeries: 'Crear serie',
  },
  columns: { series: 'Serie', dates: 'Fechas' },
  dates: (dates) => counted(dates, { one: '# fecha', other: '# fechas' }),
  statuses: { cancelled: 'Cancelada', paused: 'En pausa', over: 'Terminada', active: 'Activa' },
  sheet: {
    changeDates: 'Cambiar fechas…',
    editNext: 'Editar próxima fecha',
    cancel: 'Cancelar próximas fechas…',
    delete: 'Eliminar…',
    cancelledAt: (time) => `Cancelada el ${time}`,
    pausedSince: (time) =>
      `Las fechas nuevas están en pausa desde el ${time}: el calendario ha llegado al límite de próximos eventos de su plan. Se reanudarán automáticamente cuando haya sitio.`,
    editedSeparately: 'editada por separado',
    more: (dates) => counted(dates, { one: 'y # más', other: 'y # más' }),
  },
  datesDialog: {
    title: (title) => `Fechas de «${title}»`,
    extra: 'Fechas adicionales',
    extraHint: 'Fechas fuera de la repetición.',
    day: 'Día',
    time: 'Hora',
    add: 'Añadir fecha',
    removeDate: (date) => `Quitar ${date}`,
    preview: 'Vista previa',
    nothing: 'Aún no hay cambios.',
    noEffect: 'No cambia ninguna próxima fecha.',
    created: (dates) => counted(dates, { one: '# fecha nueva', other: '# fechas nuevas' }),
    removed: (dates) => counted(dates, { one: '# fecha quitada', other: '# fechas quitadas' }),
    changed: (dates) => counted(dates, { one: '# fecha cambiada', other: '# fechas cambiadas' }),
    andMore: (dates) => counted(dates, { one: 'y # más', other: 'y # más' }),
    guestsAffected: (guests) => counted(guests, { one: 'Afecta a # invitado.', other: 'Afecta a # invitados.' }),
    noGuestsAffected: 'No afecta a ningún invitado.',
    withGuests: (guests) => counted(guests, { one: '# invitado', other: '# invitados' }),
    blocked: 'Estas fechas no entran en la nueva repetición, pero tienen o han tenido invitados:',
    cancelThem: 'Cancelar estas fechas',
    quota: (adds, room) =>
      `${counted(adds, { one: 'Se añade # fecha', other: 'Se añaden # fechas' })}, pero en tu plan solo hay sitio para ${room}.`,
    email: (guests) =>
      counted(guests, { one: 'Avisar por correo a # invitado', other: 'Avisar por correo a # invitados' }),
    save: 'Guardar fechas',
    saveAndEmail: (guests) =>
      counted(guests, { one: 'Guardar fechas y avisar a # invitado', other: 'Guardar fechas y avisar a # invitados' }),
    saved: 'Fechas guardadas.',
  },
  cancelDialog: {
    title: (title) => `¿Cancelar «${title}»?`,
    text: 'Se cancelan todas las fechas que no han empezado y no se crean más.',
    reason: 'Motivo',
    reasonAside: 'visible para los invitados',
    cancel: 'Cancelar próximas fechas',
    keep: 'Mantenerlas',
    cancelled: 'Serie cancelada.',
  },
  deleteDialog: {
    title: (title) => `¿Eliminar «${title}»?`,
    text: (dates) =>
      counted(dates, {
        one: 'Se elimina # próxima fecha sin invitados. Las demás quedan como eventos independientes.',
        other: 'Se eliminan # próximas fechas sin invitados. Las demás quedan como eventos independientes.',
      }),
    delete: 'Eliminar serie',
  },
}
