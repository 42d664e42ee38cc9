import type { OverviewWords } from '../en/overview.ts'
import { counted, seatsCounted, registrationsCounted, number } from './counted.ts'

export const overview: OverviewWords = {
  figures: {
    seatsTaken: 'Zajęte miejsca',
    takenOf: (taken, capacity, small) => [taken, ' ', small(`z ${capacity}`)],
    percentFull: (percent) => `zajęte w ${percent}%`,
    thisWeek: 'W tym tygodniu',
    weekBefore: (registrations) => `tydzień wcześniej: ${number(registrations)}`,
    netSales: 'Sprzedaż netto',
    unpaid: (money) => `do zapłaty ${money}`,
    refunded: (money) => `zwrócono ${money}`,
    noSales: 'jeszcze bez sprzedaży',
    waiting: 'Oczekujący',
    firstMovesUp: 'pierwsza osoba dostanie miejsce',
    noWaitingList: 'bez listy oczekujących',
    checkedIn: 'Wejścia',
    started: 'Początek',
    starts: 'Początek',
    guestsInTotal: 'gości łącznie',
    registrationCloses: (fromNow) => `koniec zapisów ${fromNow}`,
  },
  period: { label: 'Okres', week: '7 dni', month: '30 dni', all: 'Wszystko' },
  registrations: {
    title: 'Zapisy',
    total: 'Zapisy łącznie',
    none: 'Brak zapisów w tym okresie',
    noneYet: 'Nie ma jeszcze zapisów',
    day: 'Dzień',
    column: 'Zapisy',
    totalColumn: 'Łącznie',
    perDay: (days) =>
      counted(days, {
        one: 'Zapisy w ciągu ostatniego dnia',
        few: 'Zapisy dzień po dniu, ostatnie # dni',
        many: 'Zapisy dzień po dniu, ostatnie # dni',
        other: 'Zapisy dzień po dniu, ostatnie # dnia',
      }),
    totalPerDay: (days) =>
      counted(days, {
        one: 'Zapisy łącznie, ostatni dzień',
        few: 'Zapisy łącznie dzień po dniu, ostatnie # dni',
        many: 'Zapisy łącznie dzień po dniu, ostatnie # dni',
        other: 'Zapisy łącznie dzień po dniu, ostatnie # dnia',
      }),
    onDay: (day, registrations) => `${day}: ${registrationsCounted(registrations)}`,
    seats: seatsCounted,
  },
  tickets: { title: 'Według biletu', edit: 'Edytuj bilety', seats: 'Miejsca', sales: 'Sprzedaż' },
  checkpoints: {
    title: 'Według punktu kontroli',
    seeDoor: 'Zobacz wejście',
    entries: (entries) => `wejścia: ${number(entries)}`,
    entriesAndExits: (entries, exits) => `wejścia: ${number(entries)}, wyjścia: ${number(exits)}`,
  },
  needs: {
    title: 'Czeka na Ciebie',
    nothing: 'Teraz nic.',
    button: (action, need) => `${action}: ${need}`,
    draft: { title: 'To jest szkic', more: 'widzi go tylko Twój zespół', action: 'Edytuj wydarzenie' },
    approvals: {
      title: (guests) =>
        counted(guests, {
          one: '# gość czeka na akceptację',
          few: '# goście czekają na akceptację',
          many: '# gości czeka na akceptację',
          other: '# gościa czeka na akceptację',
        }),
      more: 'bez Twojej akceptacji nie mogą wziąć udziału',
      action: 'Sprawdź',
    },
    unpaid: {
      title: (orders) =>
        counted(orders, {
          one: '# zamówienie bez zapłaty',
          few: '# zamówienia bez zapłaty',
          many: '# zamówień bez zapłaty',
          other: '# zamówienia bez zapłaty',
        }),
      more: (seats) =>
        counted(seats, {
          one: '# miejsce czeka na zapłatę',
          few: '# miejsca czekają na zapłatę',
          many: '# miejsc czeka na zapłatę',
          other: '# miejsca czeka na zapłatę',
        }),
      action: 'Zobacz zamówienia',
    },
    description: {
      title: 'Nie ma jeszcze opisu',
      more: 'dodaj go, aby było wiadomo, czego się spodziewać',
      action: 'Dodaj opis',
    },
  },
  share: 'Udostępnij',
}
