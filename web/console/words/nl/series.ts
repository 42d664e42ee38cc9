import type { SeriesWords } from '../en/series.ts'
import { counted } from './counted.ts'

export const series: SeriesWords = {
  title: 'Reeksen',
  lead: 'Terugkerende evenementen. Elke datum is een eigen evenement, met eigen gasten.',
  newSeries: 'Nieuwe reeks',
  empty: {
    title: 'Nog geen reeksen',
    text: 'Beschrijf je donderdagborrel één keer, dan maken wij de datums automatisch.',
    createSeries: 'Reeks maken',
  },
  columns: { series: 'Reeks', dates: 'Datums' },
  dates: (dates) => counted(dates, { one: '# datum', other: '# datums' }),
  statuses: { cancelled: 'Afgelast', paused: 'Gepauzeerd', over: 'Voorbij', active: 'Actief' },
  sheet: {
    changeDates: 'Datums wijzigen…',
    editNext: 'Volgende datum bewerken',
    cancel: 'Komende datums afgelasten…',
    delete: 'Verwijderen…',
    cancelledAt: (time) => `Afgelast: ${time}`,
    pausedSince: (time) =>
      `Nieuwe datums zijn gepauzeerd sinds ${time}: de agenda heeft het maximum aan komende evenementen van zijn abonnement bereikt. Ze gaan automatisch verder zodra er ruimte is.`,
    editedSeparately: 'apart bewerkt',
    more: (dates) => counted(dates, { one: 'en nog #', other: 'en nog #' }),
  },
  datesDialog: {
    title: (title) => `Datums van ‘${title}’`,
    extra: 'Extra datums',
    extraHint: 'Datums buiten de herhaling.',
    day: 'Dag',
    time: 'Tijd',
    add: 'Datum toevoegen',
    removeDate: (date) => `${date} verwijderen`,
    preview: 'Voorbeeld',
    nothing: 'Nog geen wijzigingen.',
    noEffect: 'Er verandert geen komende datum.',
    created: (dates) => counted(dates, { one: '# nieuwe datum', other: '# nieuwe datums' }),
    removed: (dates) => counted(dates, { one: '# datum verwijderd', other: '# datums verwijderd' }),
    changed: (dates) => counted(dates, { one: '# datum gewijzigd', other: '# datums gewijzigd' }),
    andMore: (dates) => counted(dates, { one: 'en nog #', other: 'en nog #' }),
    guestsAffected: (guests) =>
      counted(guests, { one: 'Dit heeft gevolgen voor # gast.', other: 'Dit heeft gevolgen voor # gasten.' }),
    noGuestsAffected: 'Dit heeft voor geen enkele gast gevolgen.',
    withGuests: (guests) => counted(guests, { one: '# gast', other: '# gasten' }),
    blocked: 'Deze datums vallen buiten de nieuwe herhaling, maar hebben of hadden gasten:',
    cancelThem: 'Deze datums afgelasten',
    quota: (adds, room) =>
      `${counted(adds, { one: 'Er komt # datum bij', other: 'Er komen # datums bij' })}, maar je abonnement heeft ruimte voor ${room}.`,
    email: (guests) => counted(guests, { one: '# gast mailen', other: '# gasten mailen' }),
    save: 'Datums opslaan',
    saveAndEmail: (guests) =>
      counted(guests, { one: 'Datums opslaan en # gast mailen', other: 'Datums opslaan en # gasten mailen' }),
    saved: 'Datums opgeslagen.',
  },
  cancelDialog: {
    title: (title) => `‘${title}’ afgelasten?`,
    text: 'Alle datums die nog niet begonnen zijn, worden afgelast. Er komen geen nieuwe bij.',
    reason: 'Reden',
    reasonAside: 'zichtbaar voor gasten',
    cancel: 'Komende datums afgelasten',
    keep: 'Niet afgelasten',
    cancelled: 'Reeks afgelast.',
  },
  deleteDialog: {
    title: (title) => `‘${title}’ verwijderen?`,
    text: (dates) =>
      counted(dates, {
        one: '# komende datum zonder gasten wordt verwijderd. Alle andere blijven, elk als los evenement.',
        other: '# komende datums zonder gasten worden verwijderd. Alle andere blijven, elk als los evenement.',
      }),
    delete: 'Reeks verwijderen',
  },
}
