import type { NumbersWords } from '../en/numbers.ts'
import { counted } from './counted.ts'

export const numbers: NumbersWords = {
  title: 'Statistiche',
  periodLabel: 'Periodo',
  periods: { 7: '7 giorni', 30: '30 giorni', 90: '90 giorni', 365: 'Un anno' },
  empty: {
    title: 'Nessuna attività in questo periodo',
    text: 'Iscrizioni e ingressi compaiono qui, giorno per giorno.',
  },
  percent: (number) => `${number}%`,
  registrations: {
    figure: 'Iscrizioni',
    noneBefore: (days) =>
      counted(days, { one: 'nessuna nel giorno precedente', other: 'nessuna nei # giorni precedenti' }),
    grew: (percent, days) =>
      counted(days, { one: `+${percent}% sul giorno precedente`, other: `+${percent}% sui # giorni precedenti` }),
    shrank: (percent, days) =>
      counted(days, { one: `−${percent}% sul giorno precedente`, other: `−${percent}% sui # giorni precedenti` }),
    none: 'Nessuna iscrizione in questo periodo',
    byDay: 'Iscrizioni per giorno',
    onDays: (days, count) => `${days}: ${counted(count, { one: '# iscrizione', other: '# iscrizioni' })}`,
  },
  checkIns: {
    figure: 'Entrati',
    below: 'per giorno d’ingresso',
    none: 'Nessun ingresso in questo periodo',
    byDay: 'Ingressi per giorno',
    column: 'Ingressi',
    onDays: (days, count) => `${days}: ${counted(count, { one: '# ingresso', other: '# ingressi' })}`,
  },
  dayColumn: 'Giorno',
  noShows: {
    figure: 'Assenti',
    noneEnded: 'Nessun evento è ancora terminato',
    outOf: (guests, events) =>
      `su ${counted(guests, { one: '# ospite', other: '# ospiti' })} di ${counted(events, { one: '# evento passato', other: '# eventi passati' })}`,
  },
  sales: {
    figure: 'Vendite nette',
    also: (amounts) => amounts.map((amount) => `e ${amount}`).join(', '),
    byCurrency: 'Vendite per valuta',
    none: 'Nessuna vendita in questo periodo',
    currency: 'Valuta',
    gross: 'Lordo',
    refunded: 'Rimborsato',
    net: 'Netto',
  },
  byEvent: {
    title: 'Per evento',
    guests: (confirmed, checkedIn) =>
      `${counted(confirmed, { one: '# confermato', other: '# confermati' })}, ${counted(checkedIn, { one: '# entrato', other: '# entrati' })}`,
  },
}
