import type { TaxRatesWords } from '../en/tax-rates.ts'

export const taxRates: TaxRatesWords = {
  title: 'Impostos',
  lead: 'Os preços incluem imposto. As encomendas indicam o montante, à taxa em vigor no momento da compra.',
  name: 'Nome',
  example: 'IVA',
  percent: 'Taxa em %',
  makeDefault: 'Usar para todos os bilhetes',
  makeDefaultHint: 'Para cada bilhete sem taxa própria.',
  isDefault: 'predefinida',
  add: 'Adicionar taxa',
  remove: 'Eliminar',
  ofTicket: 'Taxa de imposto',
  usual: 'A predefinida',
  isNet: 'O preço é sem imposto',
  buyersPay: (total, tax, rate) => `Os compradores pagam ${total}, com ${tax} de imposto (${rate}).`,
}
