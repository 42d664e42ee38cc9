import type { EventFormWords } from '../en/event-form.ts'
import { number, datesCounted } from './counted.ts'

export const eventForm: EventFormWords = {
  newEvent: 'فعالية جديدة',
  preview: 'معاينة',
  repeats: 'التكرار',
  partsLabel: 'أقسام النموذج',
  parts: {
    what: 'التفاصيل',
    when: 'التاريخ والوقت',
    where: 'الموقع',
    tickets: 'التذاكر',
    registration: 'التسجيل',
    seen: 'الظهور',
  },
  saveAsDraft: 'حفظ كمسودة',
  publish: 'نشر',
  publishSeries: (dates) => `نشر المواعيد (${number(dates)})`,
  publishEndlessSeries: 'نشر المواعيد',
  moreDates: (dates) => `ومواعيد أخرى: ${number(dates)}`,
  moreDatesAndSoOn: (dates) => `ومواعيد أخرى: ${number(dates)}، وهكذا`,
  created: (dates) => `أُنشئ: ${datesCounted(dates)}.`,
  first: {
    title: 'إنشاء فعاليتك الأولى',
    lead: 'ابدأ بالعنوان والوقت والمكان. يمكنك إضافة كل ما عدا ذلك لاحقًا.',
    skip: 'التخطي الآن',
  },
}
