import type { RepeatsWords } from '../en/repeats.ts'
import { counted, number } from './counted.ts'

const WEEKDAYS = { MO: 'الاثنين', TU: 'الثلاثاء', WE: 'الأربعاء', TH: 'الخميس', FR: 'الجمعة', SA: 'السبت', SU: 'الأحد' }

export const repeats: RepeatsWords = {
  frequency: 'كل',
  daily: 'يوم',
  weekly: 'أسبوع',
  monthly: 'شهر',
  kept: 'كما هو الآن',
  interval: 'الفاصل',
  monthlyOn: 'في',
  onDay: (day) => `اليوم ${day}`,
  onSameWeekday: (weekday) => `${WEEKDAYS[weekday]} نفسه من الشهر`,
  weekdays: 'أيام الأسبوع',
  weekdayNames: WEEKDAYS,
  weekdayInitials: { MO: 'ن', TU: 'ث', WE: 'ر', TH: 'خ', FR: 'ج', SA: 'س', SU: 'ح' },
  ends: 'النهاية',
  afterDates: 'بعد عدد من المواعيد',
  onDate: 'في تاريخ',
  never: 'بلا نهاية',
  numberOfDates: 'المواعيد',
  lastDay: 'اليوم الأخير',
  every: {
    DAILY: (interval) =>
      counted(interval, {
        zero: 'كل يوم',
        one: 'كل يوم',
        two: 'كل يومين',
        few: 'كل # أيام',
        many: 'كل # يومًا',
        other: 'كل # يوم',
      }),
    WEEKLY: (interval) =>
      counted(interval, {
        zero: 'كل أسبوع',
        one: 'كل أسبوع',
        two: 'كل أسبوعين',
        few: 'كل # أسابيع',
        many: 'كل # أسبوعًا',
        other: 'كل # أسبوع',
      }),
    MONTHLY: (interval) =>
      counted(interval, {
        zero: 'كل شهر',
        one: 'كل شهر',
        two: 'كل شهرين',
        few: 'كل # أشهر',
        many: 'كل # شهرًا',
        other: 'كل # شهر',
      }),
  },
  until: (day) => `حتى ${day}`,
  ruleWithRemoved: (rule, removed) => `${rule}، أُزيل: ${number(removed)}`,
  dates: 'المواعيد',
  removeDate: (date) => `إزالة ${date}`,
  andMore: 'والمزيد',
  restore: 'استعادة المواعيد المُزالة',
}
