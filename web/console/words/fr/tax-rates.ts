import type { TaxRatesWords } from '../en/tax-rates.ts'

export const taxRates: TaxRatesWords = {
  title: 'Taxes',
  lead: 'Les prix comprennent la taxe. Les commandes en indiquent le montant, au taux en vigueur lors de la commande.',
  name: 'Nom',
  example: 'TVA',
  percent: 'Taux en %',
  makeDefault: 'Utiliser pour tous les billets',
  makeDefaultHint: 'Pour chaque billet sans taux propre.',
  isDefault: 'par défaut',
  add: 'Ajouter un taux',
  remove: 'Supprimer',
  ofTicket: 'Taux de taxe',
  usual: 'Par défaut',
  isNet: 'Le prix est hors taxe',
  buyersPay: (total, tax, rate) => `Les acheteurs paient ${total}, dont ${tax} de taxe (${rate}).`,
}
