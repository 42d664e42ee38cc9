import type { RepeatsWords } from '../en/repeats.ts'
import { number } from './counted.ts'

const WEEKDAYS = { MO: '月曜日', TU: '火曜日', WE: '水曜日', TH: '木曜日', FR: '金曜日', SA: '土曜日', SU: '日曜日' }

export const repeats: RepeatsWords = {
  frequency: '繰り返し',
  daily: '日ごと',
  weekly: '週ごと',
  monthly: 'か月ごと',
  kept: '現在のまま',
  interval: '間隔',
  monthlyOn: '日',
  onDay: (day) => `${day}日`,
  onSameWeekday: (weekday) => `毎月同じ週の${WEEKDAYS[weekday]}`,
  weekdays: '曜日',
  weekdayNames: WEEKDAYS,
  weekdayInitials: { MO: '月', TU: '火', WE: '水', TH: '木', FR: '金', SA: '土', SU: '日' },
  ends: '終了',
  afterDates: '回数を指定',
  onDate: '日付を指定',
  never: 'なし',
  numberOfDates: '回数',
  lastDay: '最終日',
  every: {
    DAILY: (interval) => (interval === 1 ? '毎日' : `${number(interval)}日ごと`),
    WEEKLY: (interval) => (interval === 1 ? '毎週' : `${number(interval)}週間ごと`),
    MONTHLY: (interval) => (interval === 1 ? '毎月' : `${number(interval)}か月ごと`),
  },
  until: (day) => `${day}まで`,
  ruleWithRemoved: (rule, removed) => `${rule}、${number(removed)}件削除`,
  dates: '日程',
  removeDate: (date) => `${date}を削除`,
  andMore: 'ほか',
  restore: '削除した日程を戻す',
}
