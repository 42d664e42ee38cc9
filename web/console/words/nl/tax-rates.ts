import type { TaxRatesWords } from '../en/tax-rates.ts'

export const taxRates: TaxRatesWords = {
  title: 'Belasting',
  lead: 'Prijzen zijn inclusief belasting. Bestellingen tonen hoeveel, met het tarief bij de bestelling.',
  name: 'Naam',
  example: 'btw',
  percent: 'Tarief in %',
  makeDefault: 'Voor alle tickets gebruiken',
  makeDefaultHint: 'Voor elk ticket zonder eigen tarief.',
  isDefault: 'standaard',
  add: 'Tarief toevoegen',
  remove: 'Verwijderen',
  ofTicket: 'Belastingtarief',
  usual: 'Standaard',
  isNet: 'Prijs is exclusief belasting',
  buyersPay: (total, tax, rate) => `Kopers betalen ${total}, waarvan ${tax} belasting (${rate}).`,
}
