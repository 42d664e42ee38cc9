import type { PeopleWords } from '../en/people.ts'
import { eventsCounted } from './counted.ts'

export const people: PeopleWords = {
  title: 'الأشخاص',
  lead: 'كل من سجّل في فعالياتك أو دُعي إليها. يظهر كل شخص مرة واحدة، مع جميع فعالياته في هذا التقويم.',
  search: 'الاسم أو البريد',
  tooShort: 'أدخل حرفين على الأقل للبحث.',
  columns: [
    'الاسم الأول',
    'اسم العائلة',
    'البريد الإلكتروني',
    'الفعالية',
    'البداية (UTC)',
    'التذكرة',
    'الحالة',
    'وقت التسجيل (UTC)',
  ],
  results: {
    label: 'النتائج',
    nameMissing: 'الاسم ناقص',
    events: eventsCounted,
    noMatches: 'لا نتائج',
    noMatchesText: 'لا ضيف في فعاليات هذا التقويم يطابق البحث.',
  },
  recent: {
    title: 'الأحدث',
    empty: 'لا ضيوف في آخر 30 يومًا',
    emptyText: 'يظهر الضيوف هنا بعد لحظات من تسجيلهم أو دعوتهم.',
  },
}
