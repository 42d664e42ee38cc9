import type { PreviewWords } from '../en/preview.ts'

export const preview: PreviewWords = {
  event: {
    label: 'معاينة',
    phone: 'الهاتف',
    desktop: 'الحاسوب',
    untitled: 'فعاليتك',
    frame: 'صفحة الفعالية',
  },
  email: {
    title: 'معاينة البريد',
    label: (subject) => `البريد: ${subject}`,
    guestLanguage: 'لغة الضيف',
    sendTest: 'إرسال تجربة إليّ',
    sendingTest: (recipient) => `نرسل تجربة إلى \u2068${recipient}\u2069.`,
  },
}
