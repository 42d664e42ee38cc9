import type { SeriesWords } from '../en/series.ts'
import { counted } from './counted.ts'

export const series: SeriesWords = {
  title: 'Serien',
  lead: 'Wiederkehrende Veranstaltungen. Jeder Termin ist eine eigene Veranstaltung mit eigenen Gästen.',
  newSeries: 'Neue Serie',
  empty: {
    title: 'Noch keine Serien',
    text: 'Beschreiben Sie Ihren Donnerstagstreff einmal, und wir legen die Termine automatisch an.',
    createSeries: 'Serie anlegen',
  },
  columns: { series: 'Serie', dates: 'Termine' },
  dates: (dates) => counted(dates, { one: '# Termin', other: '# Termine' }),
  statuses: { cancelled: 'Abgesagt', paused: 'Pausiert', over: 'Vorbei', active: 'Aktiv' },
  sheet: {
    changeDates: 'Termine ändern …',
    editNext: 'Nächsten Termin bearbeiten',
    cancel: 'Kommende Termine absagen …',
    delete: 'Löschen …',
    cancelledAt: (time) => `Abgesagt: ${time}`,
    pausedSince: (time) =>
      `Neue Termine pausieren seit ${time}: Der Kalender hat so viele künftige Veranstaltungen, wie der Tarif erlaubt. Sobald wieder Platz ist, geht es automatisch weiter.`,
    editedSeparately: 'einzeln bearbeitet',
    more: (dates) => counted(dates, { one: 'und # weiterer', other: 'und # weitere' }),
  },
  datesDialog: {
    title: (title) => `Termine von „${title}“`,
    extra: 'Zusätzliche Termine',
    extraHint: 'Termine außerhalb der Wiederholung.',
    day: 'Tag',
    time: 'Uhrzeit',
    add: 'Termin hinzufügen',
    removeDate: (date) => `${date} entfernen`,
    preview: 'Vorschau',
    nothing: 'Noch keine Änderungen.',
    noEffect: 'Kein kommender Termin ändert sich.',
    created: (dates) => counted(dates, { one: '# neuer Termin', other: '# neue Termine' }),
    removed: (dates) => counted(dates, { one: '# Termin entfernt', other: '# Termine entfernt' }),
    changed: (dates) => counted(dates, { one: '# Termin geändert', other: '# Termine geändert' }),
    andMore: (dates) => counted(dates, { one: 'und # weiterer', other: 'und # weitere' }),
    guestsAffected: (guests) => counted(guests, { one: '# Gast ist betroffen.', other: '# Gäste sind betroffen.' }),
    noGuestsAffected: 'Keine Gäste sind betroffen.',
    withGuests: (guests) => counted(guests, { one: '# Gast', other: '# Gäste' }),
    blocked: 'Diese Termine fallen mit der neuen Wiederholung weg, haben oder hatten aber Gäste:',
    cancelThem: 'Diese Termine absagen',
    quota: (adds, room) =>
      `${counted(adds, { one: '# Termin kommt hinzu', other: '# Termine kommen hinzu' })}, Ihr Tarif hat aber nur noch Platz für ${room}.`,
    email: (guests) =>
      counted(guests, { one: '# Gast per E-Mail informieren', other: '# Gäste per E-Mail informieren' }),
    save: 'Termine speichern',
    saveAndEmail: (guests) =>
      counted(guests, {
        one: 'Termine speichern und # Gast schreiben',
        other: 'Termine speichern und # Gästen schreiben',
      }),
    saved: 'Termine gespeichert.',
  },
  cancelDialog: {
    title: (title) => `„${title}“ absagen?`,
    text: 'Alle Termine, die noch nicht begonnen haben, werden abgesagt, und wir legen keine neuen an.',
    reason: 'Grund',
    reasonAside: 'für Gäste sichtbar',
    cancel: 'Kommende Termine absagen',
    keep: 'Nicht absagen',
    cancelled: 'Serie abgesagt.',
  },
  deleteDialog: {
    title: (title) => `„${title}“ löschen?`,
    text: (dates) =>
      counted(dates, {
        one: '# kommender Termin ohne Gäste wird gelöscht. Alle anderen bleiben als einzelne Veranstaltungen.',
        other: '# kommende Termine ohne Gäste werden gelöscht. Alle anderen bleiben als einzelne Veranstaltungen.',
      }),
    delete: 'Serie löschen',
  },
}
