import type { OverviewWords } from '../en/overview.ts'
import { counted } from './counted.ts'

const times = (count: number) => counted(count, { one: '#-mal', other: '#-mal' })

export const overview: OverviewWords = {
  figures: {
    seatsTaken: 'Belegte Plätze',
    takenOf: (taken, capacity, small) => [taken, ' ', small(`von ${capacity}`)],
    percentFull: (percent) => `zu ${percent} % belegt`,
    thisWeek: 'Diese Woche',
    weekBefore: (registrations) =>
      counted(registrations, { one: '# in der Woche davor', other: '# in der Woche davor' }),
    netSales: 'Nettoumsatz',
    unpaid: (money) => `${money} unbezahlt`,
    refunded: (money) => `${money} erstattet`,
    noSales: 'noch keine Verkäufe',
    waiting: 'Auf der Warteliste',
    firstMovesUp: 'die erste Person rückt nach',
    noWaitingList: 'keine Warteliste',
    checkedIn: 'Eingelassen',
    started: 'Begonnen',
    starts: 'Beginn',
    guestsInTotal: 'Gäste insgesamt',
    registrationCloses: (fromNow) => `Anmeldung schließt ${fromNow}`,
  },
  period: {
    label: 'Zeitraum',
    week: '7 Tage',
    month: '30 Tage',
    all: 'Alle',
  },
  registrations: {
    title: 'Anmeldungen',
    total: 'Anmeldungen insgesamt',
    none: 'Keine Anmeldungen in diesem Zeitraum',
    noneYet: 'Noch keine Anmeldungen',
    day: 'Tag',
    column: 'Anmeldungen',
    totalColumn: 'Gesamt',
    perDay: (days) =>
      counted(days, { one: 'Anmeldungen am letzten Tag', other: 'Anmeldungen pro Tag in den letzten # Tagen' }),
    totalPerDay: (days) =>
      counted(days, {
        one: 'Anmeldungen insgesamt am letzten Tag',
        other: 'Anmeldungen insgesamt an jedem der letzten # Tage',
      }),
    onDay: (day, registrations) => `${day}: ${counted(registrations, { one: '# Anmeldung', other: '# Anmeldungen' })}`,
    seats: (seats) => counted(seats, { one: '# Platz', other: '# Plätze' }),
  },
  tickets: {
    title: 'Nach Ticket',
    edit: 'Tickets bearbeiten',
    seats: 'Plätze',
    sales: 'Verkäufe',
  },
  checkpoints: {
    title: 'Nach Kontrollpunkt',
    seeDoor: 'Einlass ansehen',
    entries: (entries) => `${times(entries)} hinein`,
    entriesAndExits: (entries, exits) => `${times(entries)} hinein, ${times(exits)} hinaus`,
  },
  needs: {
    title: 'Zu erledigen',
    nothing: 'Zurzeit nichts.',
    button: (action, need) => `${action}: ${need}`,
    draft: { title: 'Das ist ein Entwurf', more: 'nur Ihr Team kann ihn sehen', action: 'Veranstaltung bearbeiten' },
    approvals: {
      title: (guests) => counted(guests, { one: '# Gast wartet auf Freigabe', other: '# Gäste warten auf Freigabe' }),
      more: 'ohne Ihre Freigabe keine Teilnahme',
      action: 'Prüfen',
    },
    unpaid: {
      title: (orders) => counted(orders, { one: '# Bestellung ist unbezahlt', other: '# Bestellungen sind unbezahlt' }),
      more: (seats) =>
        counted(seats, {
          one: '# Platz ist bis zur Zahlung reserviert',
          other: '# Plätze sind bis zur Zahlung reserviert',
        }),
      action: 'Bestellungen ansehen',
    },
    description: {
      title: 'Noch keine Beschreibung',
      more: 'damit alle wissen, was sie erwartet',
      action: 'Beschreibung hinzufügen',
    },
  },
  share: 'Teilen',
}
