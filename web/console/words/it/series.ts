import type { SeriesWords } from '../en/series.ts'
import { counted } from './counted.ts'

export const series: SeriesWords = {
  title: 'Serie',
  lead: 'Eventi ricorrenti. Ogni data è un evento a sé, con i suoi ospiti.',
  newSeries: 'Nuova serie',
  empty: {
    title: 'Ancora nessuna serie',
    text: 'Descrivi una volta il tuo incontro del giovedì: le date le creiamo noi.',
    createSeries: 'Crea serie',
  },
  columns: { series: 'Serie', dates: 'Date' },
  dates: (dates) => counted(dates, { one: '# data', other: '# date' }),
  statuses: { cancelled: 'Annullata', paused: 'In pausa', over: 'Conclusa', active: 'Attiva' },
  sheet: {
    changeDates: 'Cambia le date…',
    editNext: 'Modifica la prossima data',
    cancel: 'Annulla le prossime date…',
    delete: 'Elimina…',
    cancelledAt: (time) => `Annullata: ${time}`,
    pausedSince: (time) =>
      `Nuove date in pausa da ${time}: il calendario ha raggiunto il limite di eventi in arrivo del suo piano. Riprendono da sole quando c’è spazio.`,
    editedSeparately: 'modificata a parte',
    more: (dates) => counted(dates, { one: 'e un’altra', other: 'e altre #' }),
  },
  datesDialog: {
    title: (title) => `Date di «${title}»`,
    extra: 'Altre date',
    extraHint: 'Date fuori dalla ricorrenza.',
    day: 'Giorno',
    time: 'Ora',
    add: 'Aggiungi data',
    removeDate: (date) => `Rimuovi ${date}`,
    preview: 'Anteprima',
    nothing: 'Ancora nessuna modifica.',
    noEffect: 'Nessuna delle prossime date cambia.',
    created: (dates) => counted(dates, { one: '# nuova data', other: '# nuove date' }),
    removed: (dates) => counted(dates, { one: '# data rimossa', other: '# date rimosse' }),
    changed: (dates) => counted(dates, { one: '# data modificata', other: '# date modificate' }),
    andMore: (dates) => counted(dates, { one: 'e un’altra', other: 'e altre #' }),
    guestsAffected: (guests) => counted(guests, { one: 'Riguarda # ospite.', other: 'Riguarda # ospiti.' }),
    noGuestsAffected: 'Non riguarda nessun ospite.',
    withGuests: (guests) => counted(guests, { one: '# ospite', other: '# ospiti' }),
    blocked: 'Queste date non rientrano nella nuova ricorrenza, ma hanno o hanno avuto ospiti:',
    cancelThem: 'Annulla queste date',
    quota: (adds, room) =>
      `${counted(adds, { one: 'Si aggiunge # data', other: 'Si aggiungono # date' })}, ma nel tuo piano c’è posto solo per ${room}.`,
    email: (guests) => counted(guests, { one: 'Scrivi a # ospite', other: 'Scrivi a # ospiti' }),
    save: 'Salva date',
    saveAndEmail: (guests) =>
      counted(guests, { one: 'Salva date e scrivi a # ospite', other: 'Salva date e scrivi a # ospiti' }),
    saved: 'Date salvate.',
  },
  cancelDialog: {
    title: (title) => `Annullare «${title}»?`,
    text: 'Le date non ancora iniziate vengono annullate e non se ne creano di nuove.',
    reason: 'Motivo',
    reasonAside: 'visibile agli ospiti',
    cancel: 'Annulla le prossime date',
    keep: 'Non annullare',
    cancelled: 'Serie annullata.',
  },
  deleteDialog: {
    title: (title) => `Eliminare «${title}»?`,
    text: (dates) =>
      counted(dates, {
        one: 'Viene eliminata # data futura senza ospiti. Tutte le altre restano, ognuna come evento a sé.',
        other: 'Vengono eliminate # date future senza ospiti. Tutte le altre restano, ognuna come evento a sé.',
      }),
    delete: 'Elimina serie',
  },
}
