import type { RefundRuleWords } from '../en/refund-rule.ts'

export const refundRule: RefundRuleWords = {
  edit: '返金と手数料',
  title: '返金と手数料',
  ofCalendar: 'キャンセルした人に返金する',
  ofCalendarHint: 'オフの場合、自動では返金されません。イベントやチケットごとに変更できます。',
  ofEvent: 'このイベント独自の返金ルール',
  ofEventHint: 'オフの場合、カレンダー設定のルールが適用されます。',
  ofTicket: 'このチケット独自のルール',
  ofTicketHint: '設定しない場合はイベントのルールが適用されます。',
  hoursBefore: '開始までの時間数',
  percent: '返金率（%）',
  addStep: '段階を追加',
  removeStep: '削除',
  none: 'キャンセルしても返金されません。',
  feePercent: '手数料（1名につき%）',
  feeFixed: (currency) => `手数料（1名につき${currency}）`,
  later: '以前の注文には元のルールが適用されます。',
  save: '保存',
  saved: '保存しました。',
}
