import type { TaxRatesWords } from '../en/tax-rates.ts'

export const taxRates: TaxRatesWords = {
  title: 'Imposte',
  lead: 'I prezzi includono l’imposta. Gli ordini ne mostrano l’importo, con l’aliquota al momento dell’ordine.',
  name: 'Nome',
  example: 'IVA',
  percent: 'Aliquota in %',
  makeDefault: 'Usa per tutti i biglietti',
  makeDefaultHint: 'Per ogni biglietto senza aliquota propria.',
  isDefault: 'predefinita',
  add: 'Aggiungi aliquota',
  remove: 'Elimina',
  ofTicket: 'Aliquota',
  usual: 'Quella predefinita',
  isNet: 'Il prezzo è senza imposta',
  buyersPay: (total, tax, rate) => `Gli acquirenti pagano ${total}, con ${tax} di imposta (${rate}).`,
}
