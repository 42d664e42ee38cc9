import type { OperatorWords } from '../en/operator.ts'
import { number } from './counted.ts'

export const operator: OperatorWords = {
  title: 'すべてのカレンダー',
  lead: 'サービスの運営者として、プランの設定と、不正に利用されているカレンダーの利用停止ができます。',
  search: '名前またはアドレスで検索',
  onlySuspended: '利用停止中のカレンダーのみ',
  none: '該当するカレンダーはありません',
  about: (address, events, members) => [address, ' · ', events, ' · ', members],
  events: (count) => `イベント${number(count)}件`,
  members: (count) => `メンバー${number(count)}名`,
  planOf: (calendar) => `${calendar}のプラン`,
  planSet: {
    FREE: (calendar) => `${calendar}をFreeプランにしました。`,
    PLUS: (calendar) => `${calendar}をPlusプランにしました。`,
    PRO: (calendar) => `${calendar}をProプランにしました。`,
    ENTERPRISE: (calendar) => `${calendar}をEnterpriseプランにしました。`,
  },
  suspended: (reason) => `利用停止中：${reason}`,
  erased: (fromNow) => `${fromNow}に削除`,
  suspend: '利用停止…',
  suspendNamed: (calendar) => `${calendar}を利用停止`,
  reinstate: '利用停止を解除',
  reinstateNamed: (calendar) => `${calendar}の利用停止を解除`,
  reinstated: (calendar) => `${calendar}を再び公開しました。`,
  suspendDialog: {
    title: (calendar) => `${calendar}を利用停止にしますか？`,
    text: '非公開になり、メールとWebhookは送信されず、変更もできなくなります。参加者のリンク、返金、入場受付は引き続き使えます。',
    reason: '理由（メンバーに表示されます）',
    suspend: 'カレンダーを利用停止',
    done: (calendar) => `${calendar}を利用停止にしました。`,
  },
  previous: '前へ',
  next: '次へ',

  plans: {
    title: 'プラン',
    lead: '各プランに含まれる機能です。プランはカレンダーごとに1つです。',
    ask: 'プランを変更するには、カレンダーのアドレスを添えて、このサービスの運営者に依頼してください。',
    yours: (calendar, plan) => [calendar, 'は現在', plan, 'プランです。'],
    includes: {
      FREE: [
        'イベント、シリーズ、チケット、申し込み、キャンセル待ち',
        'メッセージ、リマインダー、統計',
        'チームのメンバーによる受付画面での入場受付',
        'すべてのデータを1つのZIPでいつでもダウンロード',
      ],
      PLUS: [
        'Freeのすべての機能',
        'カレンダーフィードと、ウェブサイトへの埋め込み',
        'Webhook',
        '定期的なエクスポートをメールで受け取り',
        'イベント、参加者、メールの上限を拡大',
      ],
      PRO: [
        'Plusのすべての機能',
        'APIキーと、Webhookの配信ログ',
        'アカウントのないお手伝いの方のための受付パス',
        '名前の一部で参加者を検索',
        'イベント、参加者、メールの上限が最大',
      ],
    },
  },
}
