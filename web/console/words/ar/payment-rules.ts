import type { PaymentRulesWords } from '../en/payment-rules.ts'

export const paymentRules: PaymentRulesWords = {
  ofCalendar: 'تحصيل رسوم خدمة من المشترين',
  ofCalendarHint: 'يرى المشترون الأسعار شاملة الرسوم. لا تعتمد على طريقة الدفع.',
  ofEvent: 'رسوم خدمة خاصة بهذه الفعالية',
  ofEventHint: 'وإلا تسري الرسوم من إعدادات التقويم.',
  percent: 'الرسوم بالنسبة المئوية لكل مكان',
  fixed: (currency) => `بالإضافة إلى، بعملة ${currency} لكل مكان`,
  cap: (currency) => `بحد أقصى، بعملة ${currency} لكل مكان`,
  refundable: 'رد الرسوم أيضًا',
  refundableHint: 'إذا ألغيت الفعالية يسترد الضيوف الرسوم دائمًا.',
  delayed: {
    label: 'طرق الدفع البطيئة',
    hold: 'عرضها',
    holdHint: 'يستغرق الخصم المباشر والقسائم حتى 14 يومًا. يبقى المكان محجوزًا حتى وصول المال.',
    off: 'طرق الدفع الفوري فقط',
    ofCalendar: 'كما في إعدادات التقويم',
  },
}
