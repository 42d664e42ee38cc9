import type { NumbersWords } from '../en/numbers.ts'
import { counted } from './counted.ts'

export const numbers: NumbersWords = {
  title: 'Cijfers',
  periodLabel: 'Periode',
  periods: { 7: '7 dagen', 30: '30 dagen', 90: '90 dagen', 365: 'Een jaar' },
  empty: { title: 'Geen activiteit in deze periode', text: 'Inschrijvingen en check-ins verschijnen hier, per dag.' },
  percent: (number) => `${number}%`,
  registrations: {
    figure: 'Inschrijvingen',
    noneBefore: (days) => counted(days, { one: 'geen op de vorige dag', other: 'geen in de vorige # dagen' }),
    grew: (percent, days) =>
      counted(days, { one: `+${percent}% t.o.v. de vorige dag`, other: `+${percent}% t.o.v. de vorige # dagen` }),
    shrank: (percent, days) =>
      counted(days, { one: `−${percent}% t.o.v. de vorige dag`, other: `−${percent}% t.o.v. de vorige # dagen` }),
    none: 'Geen inschrijvingen in deze periode',
    byDay: 'Inschrijvingen per dag',
    onDays: (days, count) => `${days}: ${counted(count, { one: '# inschrijving', other: '# inschrijvingen' })}`,
  },
  checkIns: {
    figure: 'Ingecheckt',
    below: 'per dag van check-in',
    none: 'Geen check-ins in deze periode',
    byDay: 'Check-ins per dag',
    column: 'Check-ins',
    onDays: (days, count) => `${days}: ${counted(count, { one: '# check-in', other: '# check-ins' })}`,
  },
  dayColumn: 'Dag',
  noShows: {
    figure: 'Niet gekomen',
    noneEnded: 'Er is nog geen evenement afgelopen',
    outOf: (guests, events) =>
      `van ${counted(guests, { one: '# gast', other: '# gasten' })} bij ${counted(events, { one: '# eerder evenement', other: '# eerdere evenementen' })}`,
  },
  sales: {
    figure: 'Netto-omzet',
    also: (amounts) => amounts.map((amount) => `en ${amount}`).join(', '),
    byCurrency: 'Verkoop per valuta',
    none: 'Geen verkoop in deze periode',
    currency: 'Valuta',
    gross: 'Bruto',
    refunded: 'Terugbetaald',
    net: 'Netto',
  },
  byEvent: {
    title: 'Per evenement',
    guests: (confirmed, checkedIn) =>
      `${counted(confirmed, { one: '# bevestigd', other: '# bevestigd' })}, ${counted(checkedIn, { one: '# ingecheckt', other: '# ingecheckt' })}`,
  },
}
