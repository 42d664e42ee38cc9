import type { TaxRatesWords } from '../en/tax-rates.ts'

export const taxRates: TaxRatesWords = {
  title: 'Impuestos',
  lead: 'Los precios incluyen impuestos. Los pedidos muestran cuánto, al tipo vigente al comprar.',
  name: 'Nombre',
  example: 'IVA',
  percent: 'Tipo en %',
  makeDefault: 'Usar para todas las entradas',
  makeDefaultHint: 'Para cada entrada sin tipo propio.',
  isDefault: 'predeterminado',
  add: 'Añadir tipo',
  remove: 'Eliminar',
}
