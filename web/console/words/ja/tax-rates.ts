import type { TaxRatesWords } from '../en/tax-rates.ts'

export const taxRates: TaxRatesWords = {
  title: '税',
  lead: '価格は税込みです。注文には、購入時の税率による税額が表示されます。',
  name: '名称',
  example: '消費税',
  percent: '税率（%）',
  makeDefault: 'すべてのチケットに適用',
  makeDefaultHint: '個別の税率がないチケットに適用されます。',
  isDefault: '既定',
  add: '税率を追加',
  remove: '削除',
  ofTicket: '税率',
  usual: '既定',
  isNet: '税抜き価格',
  buyersPay: (total, tax, rate) => `購入者は${total}を支払います（うち税${tax}、${rate}）。`,
}
