import type { PaymentRulesWords } from '../en/payment-rules.ts'

export const paymentRules: PaymentRulesWords = {
  ofCalendar: '購入者からサービス手数料を受け取る',
  ofCalendarHint: '購入者には手数料込みの価格が表示されます。支払い方法による違いはありません。',
  ofEvent: 'このイベント独自のサービス手数料',
  ofEventHint: '設定しない場合はカレンダーの手数料を使います。',
  percent: '1席あたりの手数料（%）',
  fixed: (currency) => `加算額（1席あたり、${currency}）`,
  cap: (currency) => `上限（1席あたり、${currency}）`,
  refundable: '手数料も返金する',
  refundableHint: 'イベントを中止した場合、手数料は必ず返金されます。',
  delayed: {
    label: '時間のかかる支払い方法',
    hold: '利用できるようにする',
    holdHint: '口座振替や払込票は最長14日かかります。入金まで席を確保します。',
    off: 'すぐに完了する方法のみ',
    ofCalendar: 'カレンダーの設定に従う',
  },
}
