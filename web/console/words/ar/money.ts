import type { MoneyWords } from '../en/money.ts'

export const money: MoneyWords = {
  title: 'المال',
  lead: 'دخل السنة الأخيرة بحسب العملة. لا نجمع العملات معًا.',
  income: {
    none: 'لا مبيعات في السنة الأخيرة.',
    netIn: (currency) => `الصافي بعملة ${currency}`,
    gross: 'الإجمالي',
    refunded: 'المسترد',
  },
  recent: {
    title: 'أحدث الطلبات',
    empty: 'لا طلبات بسعر بعد',
    emptyText: 'تظهر هنا طلبات كل الفعاليات. أما المجانية فتجدها في كل فعالية.',
    more: 'عرض المزيد من الطلبات',
  },
  onSale: { title: 'للبيع الآن', none: 'لا فعالية قادمة فيها تذاكر مدفوعة.' },
}
