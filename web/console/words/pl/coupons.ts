import type { CouponsWords } from '../en/coupons.ts'
import { counted, number } from './counted.ts'

export const coupons: CouponsWords = {
  title: 'Kupony',
  new: 'Nowy kupon',
  none: 'Nie ma jeszcze kuponów. Kupon daje zniżkę każdemu, kto zna kod.',
  statuses: {
    ACTIVE: 'Aktywny',
    SCHEDULED: 'Zaplanowany',
    EXPIRED: 'Wygasł',
    EXHAUSTED: 'Wykorzystany',
    DISABLED: 'Nieaktywny',
  },
  percentOff: (percent) => `−${percent}%`,
  amountOff: (amount) => `−${amount}`,
  used: (times) =>
    counted(times, { one: 'użyto # raz', few: 'użyto # razy', many: 'użyto # razy', other: 'użyto # raza' }),
  usedOf: (times, limit) => `użyto ${number(times)} z ${limit}`,
  everyEvent: 'na każde wydarzenie',
  oneEvent: 'na jedno wydarzenie',
  from: (time) => `ważny od: ${time}`,
  until: (time) => `ważny do: ${time}`,
  someTickets: (tickets) =>
    counted(tickets, { one: 'na # bilet', few: 'na # bilety', many: 'na # biletów', other: 'na # biletu' }),
  editOf: (code) => `Edytuj ${code}`,
  deleteOf: (code) => `Usuń ${code}`,

  deletion: {
    ask: (code) => `Usunąć ${code}?`,
    action: 'Usuń kupon',
    means: 'Zamówienia, w których go użyto, zachowają zniżkę.',
  },

  form: {
    editTitle: (code) => `Edytuj ${code}`,
    code: 'Kod',
    discount: 'Zniżka',
    discounts: { PERCENT: 'procent', AMOUNT: 'stała kwota' },
    percent: 'Procent',
    amountIn: (currency) => `Kwota w ${currency}`,
    uses: 'Liczba użyć',
    blankUnlimited: 'puste = bez limitu',
    seats: 'Miejsca ze zniżką w zamówieniu',
    blankAll: 'puste = wszystkie',
    validFrom: 'Ważny od',
    blankNow: 'puste = teraz',
    validUntil: 'Ważny do',
    blankNoEnd: 'puste = bezterminowo',
    times: (zone) => `Strefa czasowa: ${zone}.`,
    tickets: 'Na te bilety',
    ticketsHint: 'Nie wybieraj żadnego, aby zniżka obejmowała wszystkie.',
    onlyHere: 'Tylko na to wydarzenie',
    active: 'Aktywny',
    create: 'Utwórz kupon',
    save: 'Zapisz kupon',
  },
}
