import type { TaxRatesWords } from '../en/tax-rates.ts'

export const taxRates: TaxRatesWords = {
  title: 'Podatek',
  lead: 'Ceny zawierają podatek. Zamówienia pokazują jego kwotę według stawki z chwili zakupu.',
  name: 'Nazwa',
  example: 'VAT',
  percent: 'Stawka w %',
  makeDefault: 'Używaj dla wszystkich biletów',
  makeDefaultHint: 'Dla każdego biletu bez własnej stawki.',
  isDefault: 'domyślna',
  add: 'Dodaj stawkę',
  remove: 'Usuń',
  ofTicket: 'Stawka podatku',
  usual: 'Domyślna',
  isNet: 'Cena netto',
  buyersPay: (total, tax, rate) => `Kupujący płacą ${total}, w tym ${tax} podatku (${rate}).`,
}
