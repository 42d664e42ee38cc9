import type { NumbersWords } from '../en/numbers.ts'
import { counted, registrationsCounted, number } from './counted.ts'

const previousDays = (days: number) =>
  counted(days, {
    one: 'poprzedniego dnia',
    few: 'poprzednich # dni',
    many: 'poprzednich # dni',
    other: 'poprzednich # dnia',
  })

export const numbers: NumbersWords = {
  title: 'Liczby',
  periodLabel: 'Okres',
  periods: { 7: '7 dni', 30: '30 dni', 90: '90 dni', 365: 'Rok' },
  empty: { title: 'Brak aktywności w tym okresie', text: 'Tutaj pojawią się zapisy i wejścia, dzień po dniu.' },
  percent: (figure) => `${figure}%`,
  registrations: {
    figure: 'Zapisy',
    noneBefore: (days) =>
      counted(days, {
        one: 'brak w ciągu poprzedniego dnia',
        few: 'brak w ciągu poprzednich # dni',
        many: 'brak w ciągu poprzednich # dni',
        other: 'brak w ciągu poprzednich # dnia',
      }),
    grew: (percent, days) => `+${percent}% względem ${previousDays(days)}`,
    shrank: (percent, days) => `−${percent}% względem ${previousDays(days)}`,
    none: 'Brak zapisów w tym okresie',
    byDay: 'Zapisy według dnia',
    onDays: (days, count) => `${days}: ${registrationsCounted(count)}`,
  },
  checkIns: {
    figure: 'Wejścia',
    below: 'według dnia wejścia',
    none: 'Brak wejść w tym okresie',
    byDay: 'Wejścia według dnia',
    column: 'Wejścia',
    onDays: (days, count) =>
      `${days}: ${counted(count, { one: '# wejście', few: '# wejścia', many: '# wejść', other: '# wejścia' })}`,
  },
  dayColumn: 'Dzień',
  noShows: {
    figure: 'Nie przyszli',
    noneEnded: 'Żadne wydarzenie jeszcze się nie skończyło',
    outOf: (guests, events) =>
      `z ${counted(guests, { one: '# gościa', few: '# gości', many: '# gości', other: '# gościa' })} na ${counted(events, { one: '# zakończonym wydarzeniu', few: '# zakończonych wydarzeniach', many: '# zakończonych wydarzeniach', other: '# zakończonego wydarzenia' })}`,
  },
  sales: {
    figure: 'Sprzedaż netto',
    also: (amounts) => amounts.map((amount) => `i ${amount}`).join(', '),
    byCurrency: 'Sprzedaż według waluty',
    none: 'Brak sprzedaży w tym okresie',
    currency: 'Waluta',
    gross: 'Brutto',
    refunded: 'Zwrócono',
    net: 'Netto',
  },
  byEvent: {
    title: 'Według wydarzenia',
    guests: (confirmed, checkedIn) => `potwierdzono: ${number(confirmed)}, wejścia: ${number(checkedIn)}`,
  },
}
