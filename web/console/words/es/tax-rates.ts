import type { TaxRatesWords } from '../en/tax-rates.ts'

export const taxRates: TaxRatesWords = {
  title: 'Impuestos',
  lead: 'Los precios incluyen impuestos. Los pedidos indican el importe, al tipo vigente en el momento de la compra.',
  name: 'Nombre',
  example: 'IVA',
  percent: 'Tipo en %',
  makeDefault: 'Usar para todas las entradas',
  makeDefaultHint: 'Para cada entrada sin tipo propio.',
  isDefault: 'predeterminado',
  add: 'Añadir tipo',
  remove: 'Eliminar',
  ofTicket: 'Tipo de impuesto',
  usual: 'El predeterminado',
  isNet: 'El precio es sin impuestos',
  buyersPay: (total, tax, rate) => `Los compradores pagan ${total}, con ${tax} de impuestos (${rate}).`,
}
