import type { CouponsWords } from '../en/coupons.ts'
import { number, counted } from './counted.ts'

export const coupons: CouponsWords = {
  title: 'القسائم',
  new: 'قسيمة جديدة',
  none: 'لا قسائم بعد. تمنح القسيمة خصمًا لكل من لديه الرمز.',
  statuses: { ACTIVE: 'فعّالة', SCHEDULED: 'مجدولة', EXPIRED: 'منتهية', EXHAUSTED: 'مستنفدة', DISABLED: 'غير فعّالة' },
  percentOff: (percent) => `خصم ${percent}%`,
  amountOff: (amount) => `خصم ${amount}`,
  used: (times) => `مرات الاستخدام: ${number(times)}`,
  usedOf: (times, limit) => `مرات الاستخدام: ${number(times)} من ${limit}`,
  everyEvent: 'لكل الفعاليات',
  oneEvent: 'لفعالية واحدة',
  from: (time) => `من ${time}`,
  until: (time) => `حتى ${time}`,
  someTickets: (ticketCount) =>
    counted(ticketCount, {
      zero: 'لكل التذاكر',
      one: 'لتذكرة واحدة',
      two: 'لتذكرتين',
      few: 'لـ# تذاكر',
      many: 'لـ# تذكرة',
      other: 'لـ# تذكرة',
    }),
  editOf: (code) => `تعديل ${code}`,
  deleteOf: (code) => `حذف ${code}`,

  deletion: { ask: (code) => `حذف ${code}؟`, action: 'حذف القسيمة', means: 'تحتفظ الطلبات التي استخدمتها بخصمها.' },

  form: {
    editTitle: (code) => `تعديل ${code}`,
    code: 'الرمز',
    discount: 'الخصم',
    discounts: { PERCENT: 'نسبة مئوية', AMOUNT: 'مبلغ ثابت' },
    percent: 'النسبة المئوية',
    amountIn: (currency) => `المبلغ بعملة ${currency}`,
    uses: 'مرات الاستخدام',
    blankUnlimited: 'فارغ = بلا حد',
    seats: 'الأماكن المخفّضة لكل طلب',
    blankAll: 'فارغ = الكل',
    validFrom: 'صالحة من',
    blankNow: 'فارغ = الآن',
    validUntil: 'صالحة حتى',
    blankNoEnd: 'فارغ = بلا نهاية',
    times: (zone) => `الأوقات بتوقيت ${zone}.`,
    tickets: 'لهذه التذاكر',
    ticketsHint: 'لا تختر شيئًا ليشمل الخصم كل التذاكر.',
    onlyHere: 'لهذه الفعالية فقط',
    active: 'فعّالة',
    create: 'إنشاء القسيمة',
    save: 'حفظ القسيمة',
  },
}
