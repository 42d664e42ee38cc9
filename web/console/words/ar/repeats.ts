import type { RepeatsWords } from '../en/repeats.ts'
import { number } from './counted.ts'

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
  ruleWithRemoved: (rule, removed) => `${rule}، أُزيل: ${number(removed)}`,
  dates: 'المواعيد',
  removeDate: (date) => `إزالة ${date}`,
  andMore: 'والمزيد',
  restore: 'استعادة المواعيد المُزالة',
}
