import type { PeopleWords } from '../en/people.ts'
import { number } from './counted.ts'

export const people: PeopleWords = {
  title: '人',
  lead: 'イベントに申し込んだ方と招待した方の一覧です。1人につき1行で、このカレンダーのすべてのイベントを表示します。',
  search: '名前またはメールアドレス',
  tooShort: '2文字以上入力すると検索できます。',
  columns: ['名', '姓', 'メールアドレス', 'イベント', '開始日時（UTC）', 'チケット', '状態', '申し込み日時（UTC）'],
  results: {
    label: '結果',
    nameMissing: '名前なし',
    events: (events) => `${number(events)}件のイベント`,
    noMatches: '該当なし',
    noMatchesText: '検索に合う参加者はいません。',
  },
  recent: {
    title: '最近',
    empty: '過去30日間の参加者はいません',
    emptyText: '申し込みや招待があると、すぐここに表示されます。',
  },
}
