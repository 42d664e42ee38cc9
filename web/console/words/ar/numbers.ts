import type { NumbersWords } from '../en/numbers.ts'
import { number, daysCounted } from './counted.ts'

export const numbers: NumbersWords = {
  title: 'الأرقام',
  periodLabel: 'الفترة',
  periods: { 7: '7 أيام', 30: '30 يومًا', 90: '90 يومًا', 365: 'سنة' },
  empty: { title: 'لا نشاط في هذه الفترة', text: 'يظهر هنا التسجيل والدخول يومًا بيوم.' },
  percent: (figure) => `${figure}%`,
  registrations: {
    figure: 'التسجيلات',
    noneBefore: (days) => `لا شيء في الفترة السابقة (${daysCounted(days)})`,
    grew: (percent, days) => `زيادة ${percent}% عن الفترة السابقة (${daysCounted(days)})`,
    shrank: (percent, days) => `انخفاض ${percent}% عن الفترة السابقة (${daysCounted(days)})`,
    none: 'لا تسجيلات في هذه الفترة',
    byDay: 'التسجيلات بحسب اليوم',
    onDays: (days, count) => `${days}: التسجيلات ${number(count)}`,
  },
  checkIns: {
    figure: 'دخلوا',
    below: 'بحسب يوم الدخول',
    none: 'لا دخول في هذه الفترة',
    byDay: 'الدخول بحسب اليوم',
    column: 'الدخول',
    onDays: (days, count) => `${days}: دخل ${number(count)}`,
  },
  dayColumn: 'اليوم',
  noShows: {
    figure: 'لم يحضروا',
    noneEnded: 'لم تنتهِ أيّ فعالية بعد',
    outOf: (guests, events) => `الضيوف: ${number(guests)}، الفعاليات المنتهية: ${number(events)}`,
  },
  sales: {
    figure: 'صافي المبيعات',
    also: (amounts) => amounts.map((amount) => `و${amount}`).join(' '),
    byCurrency: 'المبيعات بحسب العملة',
    none: 'لا مبيعات في هذه الفترة',
    currency: 'العملة',
    gross: 'الإجمالي',
    refunded: 'المسترد',
    net: 'الصافي',
  },
  byEvent: {
    title: 'بحسب الفعالية',
    guests: (confirmed, checkedIn) => `مؤكّد: ${number(confirmed)}، دخل: ${number(checkedIn)}`,
  },
}
