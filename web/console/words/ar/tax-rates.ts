import type { TaxRatesWords } from '../en/tax-rates.ts'

export const taxRates: TaxRatesWords = {
  title: 'الضريبة',
  lead: 'الأسعار تشمل الضريبة. تعرض الطلبات مقدارها بالنسبة السارية عند الشراء.',
  name: 'الاسم',
  example: 'ضريبة القيمة المضافة',
  percent: 'النسبة المئوية',
  makeDefault: 'استخدامها لجميع التذاكر',
  makeDefaultHint: 'لكل تذكرة ليست لها نسبة خاصة.',
  isDefault: 'افتراضية',
  add: 'إضافة نسبة',
  remove: 'حذف',
  ofTicket: 'نسبة الضريبة',
  usual: 'الافتراضية',
  isNet: 'السعر دون ضريبة',
  buyersPay: (total, tax, rate) => `يدفع المشتري ${total}، منها ${tax} ضريبة (${rate}).`,
}
