import type { RefundsWords } from '../en/refunds.ts'
import { number } from './counted.ts'

export const refunds: RefundsWords = {
  title: 'すべての注文を返金',
  sum: (orders, money) => `${number(orders)}件の注文、${money}`,
  means: '各購入者に、注文の残額を返金し、メールを送ります。これまでの返金はそのまま残ります。',
  meansByHand: 'オフライン払いの注文については送金しません。手動で返金してください。',
  nothing: '返金できる残額はありません。',
  action: (orders) => `${number(orders)}件の注文を返金`,
  later: '後で',
  tryAgain: (orders) => `${number(orders)}件の注文をもう一度試す`,
  progress: (done, all) => `${number(all)}件中${number(done)}件の注文が完了。この画面を開いたままにしてください。`,
  finished: '完了しました。',
  results: '返金',
  refunded: (orders, money) => `返金済み：${number(orders)}件の注文、${money}`,
  pending: (orders, money) => `決済事業者で処理中：${number(orders)}件の返金、${money}`,
  byHand: (orders, money) => `手動で返金が必要：${number(orders)}件の注文、${money}`,
  failed: (orders) => `返金できませんでした：${number(orders)}件の注文`,
}
