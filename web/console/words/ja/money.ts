import type { MoneyWords } from '../en/money.ts'

export const money: MoneyWords = {
  title: '売上',
  lead: '過去1年間の通貨別の収入です。異なる通貨は合算しません。',
  income: {
    none: '過去1年間の売上はありません。',
    netIn: (currency) => `純売上（${currency}）`,
    gross: '総売上',
    refunded: '返金額',
  },
  recent: {
    title: '最近の注文',
    empty: '有料の注文はまだありません',
    emptyText: 'すべてのイベントの注文がここに表示されます。無料の注文は、各イベントで確認できます。',
    more: '注文をさらに表示',
  },
  onSale: { title: '販売中', none: '有料チケットのある今後のイベントはありません。' },
}
