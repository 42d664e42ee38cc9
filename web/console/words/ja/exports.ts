import type { ExportsWords } from '../en/exports.ts'
import { number } from './counted.ts'

const weekdays = ['月曜日', '火曜日', '水曜日', '木曜日', '金曜日', '土曜日', '日曜日']

export const exports: ExportsWords = {
  title: 'エクスポート',
  lead: '定期的にファイルを作成し、リンクをメールでお送りします。',
  schedule: 'エクスポートを予約',
  empty: {
    title: 'エクスポートはまだありません',
    about:
      '参加者、注文、入場、イベントをファイルで受け取れます。毎日、毎週、または毎月、リンクをメールでお送りします。',
  },

  datasets: { GUESTS: '参加者', ORDERS: '注文', CHECKINS: '入場', EVENTS: 'イベント' },
  weekdays,
  file: (dataset, format) => `${dataset}（${format}）`,
  fileOfEvent: (dataset, format, event) => `${dataset}（${format}） · ${event}`,
  daily: (time, zone) => `毎日${time}、${zone}`,
  weekly: (weekday, time, zone) => `毎週${weekdays[weekday - 1] ?? ''}${time}、${zone}`,
  monthly: (day, time, zone) => `毎月${day}日${time}、${zone}`,
  recipients: (addresses) => `宛先：${addresses}`,
  next: (when) => ['次回：', when],
  due: 'まもなく実行',
  neverRan: '未実行',
  lastRan: (when) => ['前回：', when],

  states: {
    active: '有効',
    paused: '停止中',
    pausedAfterFailures: '停止中：失敗が続きました',
    pausedWithoutAccess: '停止中：作成者がこのデータにアクセスできません',
    failed: (times) => (times === 1 ? '前回は失敗' : `${number(times)}回失敗`),
  },
  pause: '停止',
  paused: 'エクスポートを停止しました。',
  resume: '再開',
  resumed: 'エクスポートを再開しました。',
  deleting: {
    title: 'このエクスポートを削除しますか？',
    about: '実行の記録とファイルも削除されます。メールで送ったリンクは使えなくなります。',
    action: 'エクスポートを削除',
  },

  form: {
    create: 'エクスポートを予約',
    edit: 'エクスポートを編集',
    data: 'データ',
    format: '形式',
    csv: 'CSV（表計算向け）',
    json: 'JSON（プログラム向け）',
    event: 'イベント',
    everyEvent: 'すべてのイベント',
    currentEvent: '現在のイベント',
    frequency: '頻度',
    daily: '毎日',
    weekly: '毎週',
    monthly: '毎月',
    weekday: '曜日',
    dayOfMonth: '日',
    dayOfMonthHint: '日数の少ない月は、月末に実行されます。',
    time: '時刻',
    timezone: 'タイムゾーン',
    recipients: '送信先',
    recipientsHint: 'カンマ区切りで10件まで。期限付きのリンクをそれぞれにお送りします。',
    createAction: 'エクスポートを予約',
    editAction: 'エクスポートを保存',
  },

  runs: {
    title: '実行の記録',
    empty: 'このエクスポートはまだ実行されていません。',
    newest: (shown, total) => `${total}件中、最新の${shown}件。`,
    states: { PENDING: '待機中', RUNNING: '実行中', SUCCEEDED: '完了', FAILED: '失敗' },
    rows: (count) => `${number(count)}行`,
    attempts: (count) => `${number(count)}回試行`,
    download: 'ダウンロード',
    downloadUntil: (link, when) => [link('ダウンロード'), '（期限：', when, '）'],
    bytes: (count) => `${number(count)}バイト`,
    kilobytes: (amount) => `${amount} KB`,
    megabytes: (amount) => `${amount} MB`,
    gigabytes: (amount) => `${amount} GB`,
  },
}
