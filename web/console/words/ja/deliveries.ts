import type { DeliveriesWords } from '../en/deliveries.ts'
import { number } from './counted.ts'

export const deliveries: DeliveriesWords = {
  title: '配信',
  lead: 'Webhookへのすべてのリクエストと、各試行の応答です。',
  live: 'ライブ',
  notAnswering: '現在応答がありません',

  filters: { all: 'すべて', webhook: 'Webhook', state: '状態', type: '種類' },
  empty: { title: '配信はまだありません', about: 'Webhookへの最初のリクエストがここに表示されます。' },
  noMatches: { title: '該当なし', about: 'この絞り込みに合う配信はありません。' },
  count: (count) => `${number(count)}件の配信`,
  countOnPage: (count, page, pages) => `${number(count)}件の配信、${page}／${pages}ページ`,
  newer: '新しい配信',
  older: '古い配信',

  states: { pending: '送信中', retrying: '再試行中', succeeded: '到着', failed: '失敗', cancelled: '取り消し' },
  toDeleted: (webhookId) => `${webhookId}（削除済み）`,
  attempts: (count) => `${number(count)}回試行`,
  nextIn: (when) => ['次回：', when],
  nextNow: 'まもなく再試行',

  created: (time) => ['作成：', time],
  nextAttempt: (when) => ['次の試行：', when],
  notRetried: '自動では再試行しません。',
  dropped: 'Webhookが停止または削除されたため、送信しませんでした。',
  retry: '今すぐ再試行',
  resent: '再送しました。',
  noAttempts: '試行はまだありません',
  attemptLog: '試行',
  attempt: (index) => `${index}回目の試行`,
  answerToAttempt: (index) => `${index}回目の試行への応答`,
  noResponse: '応答なし',
  codeWithError: (code, error) => `${code}（${error}）`,
  duration: (ms) => `${ms} ms`,
  payload: 'ペイロード',
  copiedPayload: 'ペイロード',
}
