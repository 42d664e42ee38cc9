import type { ErasureWords } from '../en/erasure.ts'
import { number } from './counted.ts'

export const erasure: ErasureWords = {
  title: {
    event: (name) => `「${name}」を削除しますか？`,
    calendar: (name) => `${name}を削除しますか？`,
    account: 'アカウントを削除しますか？',
  },
  lead: {
    event: '30日後にイベントを削除します。それまでの間は非公開になり、変更できません。削除の取り消しはできます。',
    calendar: '30日後にカレンダーを削除します。それまでの間は非公開になり、変更できません。削除の取り消しはできます。',
    account:
      '30日後に、メンバーが自分だけのカレンダーとともにアカウントを削除します。それまでは取り消せます。サインインの提供元のアカウントは残ります。',
  },
  empty: {
    event: '一度も申し込みがないイベントのため、すぐに削除します。元に戻せません。',
    calendar:
      'イベントのないカレンダーのため、すぐに削除します。ページ、フィード、埋め込みは使えなくなります。元に戻せません。',
  },
  deleteNow: '完全に削除',
  erases: '削除するもの',
  counts: {
    events: (count) => `イベント${number(count)}件`,
    guests: (count) => `参加者${number(count)}名`,
    orders: (count) => `注文${number(count)}件`,
    members: (count) => `メンバー登録${number(count)}件`,
    images: (count) => `画像${number(count)}点`,
    apiKeys: (count) => `APIキー${number(count)}件`,
    webhooks: (count) => `Webhook${number(count)}件`,
  },
  nothingElse: '自分の名前と設定、およびすべての記録に含まれる自分のユーザーID',
  stays: '残るものとその理由',
  staying: {
    DOCUMENTS: 'イベントの請求書と返金明細書（税法により、それぞれの期日まで）',
    POSTINGS: '名前を含まない入出金の記録（帳簿を保つため）',
    SLUGS: 'ページのアドレス。古いリンクから別のページが開かないようにするためです',
    CHANGE_FEED: '変更の一覧（IDのみ、30日間）。連携しているプログラムに削除を伝えるためです',
    RESPONSES: 'プログラムへの暗号化された応答（1日間）。同じリクエストが二重に実行されないようにするためです',
    EMAIL_RECORDS: '送信したメールの記録（アドレスと本文を除く、30日間）。同じメールを二重に送らないようにするためです',
  },
  copyFirst: '控えが必要な場合は、先にすべてのデータをダウンロードしてください：',
  confirm: (name) => `確認のため「${name}」と入力`,
  request: '30日後に削除',

  blocked: {
    event: 'このイベントはまだ削除できません',
    calendar: 'このカレンダーはまだ削除できません',
    account: 'アカウントはまだ削除できません',
  },
  blocks: {
    EVENT_AHEAD: 'イベントがまだ終わっていません。先に中止して参加者にメールで知らせるか、終了するまでお待ちください。',
    EVENTS_WITH_GUESTS: (count) =>
      `今後のイベントのうち${number(count)}件に参加者がいます。先に中止して、参加者にメールで知らせてください。`,
    DOCUMENTS_KEPT: '法律で保存が必要な請求書があります。保存期間が終わると削除できます。',
    OPEN_PAYMENTS: '返金または支払いが処理中です。完了してから、もう一度お試しください。',
    ONLY_OWNER: (calendar, members) =>
      `${calendar}のオーナーは自分だけで、ほかに${number(members)}名のメンバーがいます。先に別のメンバーをオーナーにするか、カレンダーを削除してください。`,
    other: '処理中のものがあります。しばらくしてからもう一度お試しください。',
  },
  open: {
    EVENT_AHEAD: 'イベントを開く',
    EVENTS_WITH_GUESTS: 'イベントを見る',
    OPEN_PAYMENTS: '売上を見る',
    ONLY_OWNER: 'チームを開く',
  },
  managersCant: '申し込みのあったイベントです。代わりに中止するか、オーナーに削除を依頼してください。',

  pending: {
    event: (name, when) => [name, `は${when}に削除されます。それまでは変更できません。`],
    calendar: (name, when) => [name, `は${when}に削除されます。それまでは非公開になり、変更できません。`],
    account: (when) => `アカウントは${when}に削除されます。`,
  },
  takeBack: '削除を取り消す',
  takenBack: '削除を取り消しました。何も削除されません。',
  requested: {
    event: 'オーナーに削除日をメールでお知らせしました。',
    calendar: 'オーナーに削除日をメールでお知らせしました。',
    account: 'それまでは取り消せます。',
  },

  download: {
    title: 'すべてのデータを保存',
    lead: 'イベント、参加者、注文、入場、メッセージ、クーポン、チーム、画像を、CSVとJSONで1つのZIPにまとめます。パスワード、キー、QRコードは含みません。',
    button: 'すべてダウンロード',
    underWay: 'ダウンロード中…',
  },
}
