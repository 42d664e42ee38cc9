import type { MoneyWords } from '../en/money.ts'

export const money: MoneyWords = {
  title: 'Pieniądze',
  lead: 'Przychody z ostatniego roku według waluty. Nigdy nie sumujemy różnych walut.',
  income: {
    none: 'Brak sprzedaży w ostatnim roku.',
    netIn: (currency) => `Netto w ${currency}`,
    gross: 'Brutto',
    refunded: 'Zwrócono',
  },
  recent: {
    title: 'Ostatnie zamówienia',
    empty: 'Nie ma jeszcze płatnych zamówień',
    emptyText: 'Tutaj pojawią się zamówienia ze wszystkich wydarzeń. Bezpłatne znajdziesz przy każdym wydarzeniu.',
    more: 'Pokaż więcej zamówień',
  },
  onSale: { title: 'W sprzedaży', none: 'Żadne nadchodzące wydarzenie nie ma płatnych biletów.' },
}
