import type { NumbersWords } from '../en/numbers.ts'
import { counted } from './counted.ts'

export const numbers: NumbersWords = {
  title: 'Zahlen',
  periodLabel: 'Zeitraum',
  periods: { 7: '7 Tage', 30: '30 Tage', 90: '90 Tage', 365: 'Ein Jahr' },
  empty: { title: 'Keine Aktivität in diesem Zeitraum', text: 'Anmeldungen und Einlass erscheinen hier, nach Tagen.' },
  percent: (number) => `${number} %`,
  registrations: {
    figure: 'Anmeldungen',
    noneBefore: (days) => counted(days, { one: 'keine am Tag davor', other: 'keine in den # Tagen davor' }),
    grew: (percent, days) =>
      counted(days, {
        one: `+${percent} % gegenüber dem Tag davor`,
        other: `+${percent} % gegenüber den # Tagen davor`,
      }),
    shrank: (percent, days) =>
      counted(days, {
        one: `−${percent} % gegenüber dem Tag davor`,
        other: `−${percent} % gegenüber den # Tagen davor`,
      }),
    none: 'Keine Anmeldungen in diesem Zeitraum',
    byDay: 'Anmeldungen nach Tagen',
    onDays: (days, count) => `${days}: ${counted(count, { one: '# Anmeldung', other: '# Anmeldungen' })}`,
  },
  checkIns: {
    figure: 'Eingelassen',
    below: 'nach dem Tag des Einlasses',
    none: 'In diesem Zeitraum niemand eingelassen',
    byDay: 'Einlass nach Tagen',
    column: 'Eingelassen',
    onDays: (days, count) => `${days}: ${counted(count, { one: '# eingelassen', other: '# eingelassen' })}`,
  },
  dayColumn: 'Tag',
  noShows: {
    figure: 'Nicht erschienen',
    noneEnded: 'Noch keine Veranstaltung ist vorbei',
    outOf: (guests, events) =>
      `von ${counted(guests, { one: '# Gast', other: '# Gästen' })} bei ${counted(events, { one: '# vergangenen Veranstaltung', other: '# vergangenen Veranstaltungen' })}`,
  },
  sales: {
    figure: 'Nettoumsatz',
    also: (amounts) => amounts.map((amount) => `und ${amount}`).join(', '),
    byCurrency: 'Verkäufe nach Währung',
    none: 'Keine Verkäufe in diesem Zeitraum',
    currency: 'Währung',
    gross: 'Brutto',
    refunded: 'Erstattet',
    net: 'Netto',
  },
  byEvent: {
    title: 'Nach Veranstaltung',
    guests: (confirmed, checkedIn) =>
      `${counted(confirmed, { one: '# bestätigt', other: '# bestätigt' })}, ${counted(checkedIn, { one: '# eingelassen', other: '# eingelassen' })}`,
  },
}
