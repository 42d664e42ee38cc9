import type { ExportsWords } from '../en/exports.ts'
import { number, counted, attemptsCounted } from './counted.ts'

const weekdays = ['الاثنين', 'الثلاثاء', 'الأربعاء', 'الخميس', 'الجمعة', 'السبت', 'الأحد']

export const exports: ExportsWords = {
  title: 'عمليات التصدير',
  lead: 'ملفات تُنشأ وفق جدول وتُرسل رابطًا بالبريد.',
  schedule: 'جدولة تصدير',
  empty: {
    title: 'لا عمليات تصدير بعد',
    about: 'احصل على الضيوف أو الطلبات أو الدخول أو الفعاليات في ملف. نرسل إليك رابطًا كل يوم أو أسبوع أو شهر.',
  },

  datasets: { GUESTS: 'الضيوف', ORDERS: 'الطلبات', CHECKINS: 'الدخول', EVENTS: 'الفعاليات' },
  weekdays,
  file: (dataset, format) => `${dataset} بصيغة ${format}`,
  fileOfEvent: (dataset, format, event) => `${dataset} بصيغة ${format} · ${event}`,
  daily: (time, zone) => `كل يوم في ${time}، ${zone}`,
  weekly: (weekday, time, zone) => `كل ${weekdays[weekday - 1] ?? ''} في ${time}، ${zone}`,
  monthly: (day, time, zone) => `في اليوم ${day} من كل شهر في ${time}، ${zone}`,
  recipients: (addresses) => `إلى ${addresses}`,
  next: (when) => ['التالي ', when],
  due: 'حان موعده',
  neverRan: 'لم يُنفَّذ بعد',
  lastRan: (when) => ['آخر تنفيذ ', when],

  states: {
    active: 'فعّال',
    paused: 'متوقف',
    pausedAfterFailures: 'متوقف: تكرر فشله',
    pausedWithoutAccess: 'متوقف: فقد منشئه الوصول إلى هذه البيانات',
    failed: (times) => (times === 1 ? 'فشل آخر مرة' : `مرات الفشل: ${number(times)}`),
  },
  pause: 'إيقاف مؤقت',
  paused: 'أُوقف التصدير.',
  resume: 'استئناف',
  resumed: 'استُؤنف التصدير.',
  deleting: {
    title: 'حذف هذا التصدير؟',
    about: 'نحذف عمليات تنفيذه وملفاتها أيضًا. وتتوقف الروابط المرسلة.',
    action: 'حذف التصدير',
  },

  form: {
    create: 'جدولة تصدير',
    edit: 'تعديل التصدير',
    data: 'البيانات',
    format: 'الصيغة',
    csv: 'CSV، لجداول البيانات',
    json: 'JSON، للبرامج',
    event: 'الفعالية',
    everyEvent: 'كل الفعاليات',
    currentEvent: 'الفعالية الحالية',
    frequency: 'التكرار',
    daily: 'كل يوم',
    weekly: 'كل أسبوع',
    monthly: 'كل شهر',
    weekday: 'يوم الأسبوع',
    dayOfMonth: 'يوم الشهر',
    dayOfMonthHint: 'في الأشهر الأقصر يُنفَّذ في اليوم الأخير.',
    time: 'الوقت',
    timezone: 'المنطقة الزمنية',
    recipients: 'يُرسل إلى',
    recipientsHint: 'حتى عشرة عناوين مفصولة بفواصل. نرسل إلى كل منها رابطًا تنتهي صلاحيته.',
    createAction: 'جدولة التصدير',
    editAction: 'حفظ التصدير',
  },

  runs: {
    title: 'عمليات التنفيذ',
    empty: 'لم يُنفَّذ هذا التصدير بعد.',
    newest: (shown, total) => `أحدث ${shown} من ${total}.`,
    states: { PENDING: 'في الانتظار', RUNNING: 'قيد التنفيذ', SUCCEEDED: 'تم', FAILED: 'فشل' },
    rows: (count) =>
      counted(count, { zero: 'لا صفوف', one: 'صف واحد', two: 'صفان', few: '# صفوف', many: '# صفًا', other: '# صف' }),
    attempts: attemptsCounted,
    download: 'تنزيل',
    downloadUntil: (link, when) => [link('تنزيل'), ' (ينتهي ', when, ')'],
    bytes: (count) => `${number(count)} بايت`,
    kilobytes: (amount) => `${amount} كيلوبايت`,
    megabytes: (amount) => `${amount} ميغابايت`,
    gigabytes: (amount) => `${amount} غيغابايت`,
  },
}
