import type { CalendarWords } from '../en/calendar.ts'
import { number } from './counted.ts'

export const calendar: CalendarWords = {
  firstSteps: {
    appName: 'カレンダー',
    label: '手順',
    steps: { calendar: 'カレンダー', event: '最初のイベント', share: '共有' },
    preview: 'プレビュー',
    signOut: 'サインアウト',
  },
  newCalendar: {
    firstTitle: 'カレンダーを作成',
    title: '新しいカレンダー',
    lead: 'イベントをまとめる場所です。内容はすべて後から変更できます。',
    address: 'アドレス',
    addressHint: 'すべてのイベントがここに表示されます。',
    timeZone: 'タイムゾーン',
    timeZoneHint: 'この端末の設定です。イベントごとに変更できます。',
    cover: 'カバー画像',
    coverHint: 'JPEG、PNG、WebP。ブラウザーで縮小し、位置情報を削除します。アクセントカラーも画像に合わせます。',
    visibleTo: '公開範囲',
    public: '全員',
    publicHint: '検索エンジン、フィード、埋め込みに表示されます。',
    private: 'チームと招待した参加者のみ',
    create: 'カレンダーを作成',
    free: '無料。カード登録は不要です。',
    invited: (userId) => [
      'チームに招待された方は、メールのリンクを開くか、オーナーにユーザーIDを伝えてください：',
      userId,
    ],
    doorPass: '受付パスをお持ちの方',
    unnamed: 'カレンダー名',
    generatedCover: 'カバー画像を追加するまでは、名前から自動で作成します',
    eventsHere: 'イベントはここに表示されます。',
  },
  zone: {
    named: (city, abbreviation, offset) => `${city}（${abbreviation}、${offset}）`,
    unnamed: (city, offset) => (city === offset ? city : `${city}（${offset}）`),
  },
  messages: {
    title: 'メッセージ',
    lead: 'イベントの参加者全員、または一部にメールを送れます。',
    list: '送信済み・予約済み',
    empty: '過去30日間の記録はありません',
    emptyText: '送ったメッセージと自動リマインダーがここに表示されます。',
    sent: (sent) => `${number(sent)}件送信`,
    sentAndFailed: (sent, failed) => `${number(sent)}件送信、${number(failed)}件未達`,
    writeTo: '送り先のイベント…',
    noEvents: '公開中の今後のイベントはありません。',
  },
}
