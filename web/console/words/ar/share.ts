import type { ShareWords } from '../en/share.ts'

export const share: ShareWords = {
  title: { published: 'نُشرت فعاليتك. شاركها.', unpublished: 'مشاركة فعاليتك' },
  openWorkspace: 'فتح مساحة العمل',
  viewPage: 'عرض الصفحة',
  inviteByEmail: 'دعوة أشخاص بالبريد',
  noPage: {
    draft: 'ليست للمسودة صفحة بعد. انشرها للحصول على رابطها.',
    private: 'ليست لهذه الفعالية صفحة عامة. ادعُ أشخاصًا بالبريد ليصل كلًّا منهم رابطه.',
  },
  link: { title: 'الرابط', copies: 'الرابط' },
  website: { title: 'في موقعك', copies: 'الوسم', needsPlus: 'تتطلب القائمة المضمّنة خطة Plus. الرابط ورمز QR مجانيان.' },
  print: {
    title: 'للطباعة',
    text: 'لملصق أو برنامج. يُطبع واضحًا بأيّ حجم.',
    qrCode: (url) => `رمز QR: \u2068${url}\u2069`,
  },
}
