import type { RefundRuleWords } from '../en/refund-rule.ts'

export const refundRule: RefundRuleWords = {
  edit: 'الاسترداد والرسوم',
  title: 'الاسترداد والرسوم',
  ofCalendar: 'إعادة المال لمن يلغي',
  ofCalendarHint: 'وإلا فلا يسترد أحد ماله تلقائيًا. يمكن أن يكون لكل فعالية أو تذكرة قاعدة خاصة.',
  ofEvent: 'قاعدة خاصة بهذه الفعالية',
  ofEventHint: 'وإلا تسري قاعدة إعدادات التقويم.',
  ofTicket: 'قاعدة خاصة بهذه التذكرة',
  ofTicketHint: 'وإلا تسري قاعدة الفعالية.',
  hoursBefore: 'ساعات قبل البدء',
  percent: 'الاسترداد بالنسبة المئوية',
  addStep: 'إضافة مرحلة',
  removeStep: 'إزالة',
  none: 'من يلغي لا يسترد شيئًا.',
  feePercent: 'تحتفظ بنسبة مئوية عن كل مكان',
  feeFixed: (currency) => `تحتفظ بمبلغ ${currency} عن كل مكان`,
  later: 'تحتفظ الطلبات السابقة بقاعدتها.',
  save: 'حفظ',
  saved: 'تم الحفظ.',
}
