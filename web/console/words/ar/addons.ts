import type { AddonsWords } from '../en/addons.ts'

export const addons: AddonsWords = {
  title: 'الإضافات',
  new: 'إضافة جديدة',
  none: 'لا إضافات بعد. بِع مع التذاكر قميصًا أو غداءً أو موقف سيارة.',
  example: 'قميص',
  per: { SEAT: 'لكل ضيف', ORDER: 'مرة لكل طلب' },
  sold: (count, stock) => (stock === null ? `بيع ${count}` : `بيع ${count} من ${stock}`),
  editOf: (addon) => `تعديل «${addon}»`,
  unit: 'البيع',
  stock: 'المخزون',
  maxQuantity: { SEAT: 'الحد الأقصى لكل ضيف', ORDER: 'الحد الأقصى لكل طلب' },
  onlyWith: 'مع هذه التذاكر فقط',
  onlyWithHint: 'من دون اختيار تسري على كل التذاكر.',
  save: 'حفظ الإضافة',
  saved: 'حُفظت الإضافة.',
  deletion: {
    title: (addon) => `حذف «${addon}»؟`,
    action: 'حذف الإضافة',
    hint: 'لا يمكن حذف إضافة بيعت أو اختيرت. أوقف بيعها بدلًا من ذلك.',
  },
}
