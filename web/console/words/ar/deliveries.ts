import type { DeliveriesWords } from '../en/deliveries.ts'
import { counted, attemptsCounted } from './counted.ts'

const deliveriesCounted = (count: number) =>
  counted(count, {
    zero: 'لا عمليات',
    one: 'عملية واحدة',
    two: 'عمليتان',
    few: '# عمليات',
    many: '# عملية',
    other: '# عملية',
  })

export const deliveries: DeliveriesWords = {
  title: 'عمليات التسليم',
  lead: 'كل طلب إلى Webhook لديك، مع كل محاولة وردّها.',
  live: 'مباشر',
  notAnswering: 'لا ردّ الآن',

  filters: { all: 'الكل', webhook: 'Webhook', state: 'الحالة', type: 'النوع' },
  empty: { title: 'لا عمليات تسليم بعد', about: 'سيظهر هنا أول طلب إلى Webhook.' },
  noMatches: { title: 'لا نتائج', about: 'لا عملية تسليم تطابق عوامل التصفية.' },
  count: deliveriesCounted,
  countOnPage: (count, page, pages) => `${deliveriesCounted(count)}، الصفحة ${page} من ${pages}`,
  newer: 'الأحدث',
  older: 'الأقدم',

  states: { pending: 'قيد الإرسال', retrying: 'إعادة المحاولة', succeeded: 'وصلت', failed: 'فشلت', cancelled: 'أُلغيت' },
  toDeleted: (webhookId) => `${webhookId}، محذوف`,
  attempts: attemptsCounted,
  nextIn: (when) => ['التالية ', when],
  nextNow: 'التالية الآن',

  created: (time) => ['أُنشئت ', time],
  nextAttempt: (when) => ['المحاولة التالية ', when, '.'],
  notRetried: 'لن نعيد المحاولة تلقائيًا.',
  dropped: 'أُسقطت لأن Webhook أُوقف أو حُذف.',
  retry: 'إعادة المحاولة الآن',
  resent: 'أُعيد الإرسال.',
  noAttempts: 'لا محاولات بعد',
  attemptLog: 'المحاولات',
  attempt: (index) => `المحاولة ${index}`,
  answerToAttempt: (index) => `الردّ على المحاولة ${index}`,
  noResponse: 'لا ردّ',
  codeWithError: (code, error) => `\u2068${code} (${error})\u2069`,
  duration: (ms) => `\u2068${ms} ms\u2069`,
  payload: 'المحتوى',
  copiedPayload: 'المحتوى',
}
