import type { PartsWords } from '../en/parts.ts'
import { counted } from './counted.ts'

export const parts: PartsWords = {
  today: 'اليوم',
  tomorrow: 'غدًا',
  now: 'الآن',
  nextDays: 'الأيام السبعة القادمة',
  allDay: 'طوال اليوم',
  dayAndTime: (day, time) => `${day}، ${time}`,
  dayAllDay: (day) => `${day}، طوال اليوم`,
  minutes: (count) => `${count} د`,
  hours: (count) => `${count} س`,
  hoursAndMinutes: (hours, minutes) => `${hours} س ${minutes} د`,
  days: (count) =>
    counted(count, { zero: '0 يوم', one: 'يوم واحد', two: 'يومان', few: '# أيام', many: '# يومًا', other: '# يوم' }),

  selectRow: (name) => `تحديد ${name}`,
  selectPage: 'تحديد كل ما في هذه الصفحة',
  pages: 'الصفحات',
  range: (from, until, total) => `${from}–${until} من ${total}`,
  showAsTable: 'عرض كجدول',
  noLimit: 'بلا حد',

  filters: 'عوامل التصفية',
  clearFilters: 'مسح التصفية',
  showResults: 'عرض النتائج',

  loading: 'جارٍ التحميل',
  selectAndCopy: 'حدّد النص وانسخه',
  needsPlan: (plan) => `يتطلب ${plan}`,

  seePlans: 'عرض الخطط',

  markdown: { toolbar: 'التنسيق', bold: 'غامق', italic: 'مائل', list: 'قائمة', link: 'رابط' },

  checkFields: (count) =>
    counted(count, {
      zero: 'راجع الحقول.',
      one: 'راجع حقلًا واحدًا.',
      two: 'راجع حقلين.',
      few: 'راجع # حقول.',
      many: 'راجع # حقلًا.',
      other: 'راجع # حقل.',
    }),
  aboutField: (field, message) => `${field}: ${message}`,
  fieldNames: {
    timezone: 'المنطقة الزمنية',
    allDay: 'طوال اليوم',
    startAt: 'البداية',
    endAt: 'النهاية',
    rrule: 'التكرار',
    registrationOpensAt: 'بداية التسجيل',
    registrationClosesAt: 'نهاية التسجيل',
    checkInOpensAt: 'بداية الدخول',
    checkInClosesAt: 'نهاية الدخول',
    capacity: 'السعة',
    title: 'العنوان',
    location: 'الموقع',
  },
  emails: (number) => `${number} رسالة`,
  typeNumber: (number) => `اكتب ${number} للتأكيد`,
  quoteChanged: 'تغيّر شيء منذ أن فتحت هذه النافذة. راجع الأرقام الجديدة ثم أكّد مرة أخرى.',
  pageBroken: 'حدث خطأ في هذه الصفحة. أعد تحميلها.',
  unreachable: 'تعذّر الوصول إلى الخدمة. تحقّق من الاتصال وحاول من جديد.',
  tooManyTries: (when) => `محاولات كثيرة جدًا. أعد المحاولة ${when}.`,
  notResponding: (when) => `هناك ما لا يستجيب. أعد المحاولة ${when}.`,
  ourSide: 'حدث خطأ من جانبنا.',
  ourSideNumber: (index) => `حدث خطأ من جانبنا. إذا تكرر فأرسل إلينا هذا الرقم: \u2068${index}\u2069.`,
  inAMoment: 'بعد لحظة',
  inASecond: 'بعد ثانية',
  inSeconds: (count) =>
    counted(count, {
      zero: 'الآن',
      one: 'بعد ثانية',
      two: 'بعد ثانيتين',
      few: 'بعد # ثوانٍ',
      many: 'بعد # ثانية',
      other: 'بعد # ثانية',
    }),
  inMinutes: (count) =>
    counted(count, {
      zero: 'الآن',
      one: 'بعد دقيقة',
      two: 'بعد دقيقتين',
      few: 'بعد # دقائق',
      many: 'بعد # دقيقة',
      other: 'بعد # دقيقة',
    }),
  sessionEnded: 'سُجّل خروجك. سجّل الدخول من جديد للمتابعة.',
  signIn: {
    unfinished: 'لم يكتمل تسجيل الدخول.',
    unreachable: 'تعذّر الوصول إلى صفحة تسجيل الدخول الآن.',
    failed: 'تعذّر إتمام تسجيل الدخول. حاول من جديد.',
    elsewhere: 'بدأ تسجيل الدخول هذا في علامة تبويب أخرى. حاول من جديد هنا.',
    missing: 'ليس لدى مزوّد الدخول صفحة لتسجيل الدخول.',
  },
}
