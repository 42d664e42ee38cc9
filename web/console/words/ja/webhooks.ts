import type { WebhooksWords } from '../en/webhooks.ts'
import { number } from './counted.ts'

export const webhooks: WebhooksWords = {
  title: 'Webhook',
  lead: '何かが起きると、指定したアドレスに署名付きリクエストを送ります。',
  create: 'Webhookを作成',
  empty: {
    title: 'Webhookはまだありません',
    about: '申し込みや入場があったとき、イベントが変わったときに、数秒以内に呼び出します。',
  },

  states: { active: '有効', paused: '停止中', switchedOff: '自動停止' },
  failures: (count) => (count === 1 ? '前回の配信に失敗' : `${number(count)}回連続で失敗`),
  everyEvent: 'カレンダーのすべてのイベント',
  signedByTarget: '署名：X-Svc-SignatureとStandard Webhooks',
  signedByCurrent: '署名：X-Svc-Webhook-Signature',
  created: (when) => ['作成：', when],
  grantEnded: 'アプリのアクセスが終了したため、このWebhookは停止しています。',
  receiverGone: '受信側が410 Goneを返したため、このWebhookを停止しました。受信側が復旧したら再開してください。',
  typesOfWebhook: 'イベントタイプ',

  sendTest: 'テスト送信',
  pause: '停止',
  resume: '再開',
  resumed: '再開しました。今後のイベントを送信します。',
  rotateSecret: 'シークレットを更新',
  resendMissed: '未達の配信を再送',
  log: 'ログ',

  test: {
    sending: 'テストを送信中…',
    sentWithoutLog: 'テストを送信しました。Proプランでは、受信側の応答をログで確認できます。',
    waiting: 'テストを送信しました。受信側の応答はまだありません。',
    arrived: (answer) => `テストが届きました：${answer}。`,
    missedAndRetried: (answer) => `テストが届きませんでした：${answer}。もう一度試します。`,
    missedForGood: (answer) => `テストが届きませんでした：${answer}。自動では再試行しません。`,
    openLog: 'ログで見る',
    answer: (code, ms) => `${code}、${ms} ms`,
    noAnswer: '応答なし',
  },

  form: {
    address: 'アドレス',
    addressHint: 'httpsのアドレス。10秒以内に2xxを返す必要があります。',
    scope: '対象',
    calendar: 'このカレンダーのすべてのイベント',
    calendarHint: '署名：X-Svc-SignatureとStandard Webhooksのヘッダー。',
    event: '1つのイベント',
    eventHint: '署名：X-Svc-Webhook-Signature（時刻と署名を含む）。',
    chooseEvent: 'イベント',
    types: 'イベントタイプ',
    secret: 'シークレット（任意）',
    secretHint: '16〜256文字。空欄の場合は自動で作成します。',
  },
  creating: { title: 'Webhookを作成', action: 'Webhookを作成' },
  editing: { title: 'Webhookを編集', action: 'Webhookを保存' },
  rotating: {
    title: 'シークレットを更新',
    about: '24時間は両方のシークレットで署名します。X-Svc-Signatureには1つしか入らないため、新しい方を使います。',
    action: 'シークレットを更新',
  },
  secret: {
    ofCreated: 'Webhookのシークレット',
    ofRotated: '新しいシークレット',
    giveToReceiver: '24時間以内に受信側に設定してください。',
    copied: 'シークレット',
    headers: 'リクエストの検証に使います。ヘッダーは次のとおりです：',
  },
  pausing: {
    title: 'このWebhookを停止しますか？',
    about: '再開するまで何も送信せず、待機中の配信は破棄します。',
    action: 'Webhookを停止',
  },
  deleting: {
    title: 'このWebhookを削除しますか？',
    about: (url) => [url, 'には、再試行待ちの配信も含め、今後何も送信しません。'],
    action: 'Webhookを削除',
  },

  recovering: {
    title: '未達の配信を再送しますか？',
    about: '失敗または破棄された配信を、同じIDと本文で、古い順に毎秒10件まで再送します。',
    span: '期間',
    lastHour: '過去1時間',
    lastDay: '過去1日',
    last7Days: '過去7日間',
    last30Days: '過去30日間',
    action: '再送',
  },
  recovery: {
    running: (sent, matched) => `再送中：${sent}／${matched}件。`,
    nothingMissed: 'この期間に未達の配信はありません。',
    ended: (arrived, matched) => `再送しました：${matched}件中${arrived}件が到着。`,
    endedWithFailures: (arrived, matched, failed) =>
      `再送しました：${matched}件中${arrived}件が到着、${failed}件は再び失敗。`,
    stopped: (arrived, matched) => `停止しました：${matched}件中${arrived}件が到着。`,
    stoppedWithFailures: (arrived, matched, failed) =>
      `停止しました：${matched}件中${arrived}件が到着、${failed}件は再び失敗。`,
    stop: '停止',
  },

  eventTypes: {
    'guest.registered': '参加者が申し込んだ、追加された、または招待を受けた',
    'checkin.created': '参加者が受付で入場した',
    'checkpoint.scanned': '参加者がチェックポイントを通過した、または退場して戻った',
    'event.updated': 'イベントのタイトル、日時、場所などが変わった',
    'event.cancelled': 'イベントが中止になった',
    'announcement.sent': 'お知らせがメールで送信された',
    'reminder.sent': 'リマインダーがメールで送信された',
    'guest.updated': '参加者の状態、名前、メールアドレスが変わった',
    'checkin.undone': '入場が取り消された',
    'order.updated': '注文が支払い済み、期限切れ、または返金済みになった',
    'event.created': 'イベントが作成された（下書きを含む）',
    'event.published': 'イベントが公開された',
  },
}
