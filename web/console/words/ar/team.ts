import type { TeamWords } from '../en/team.ts'
import { counted } from './counted.ts'

export const team: TeamWords = {
  title: 'الفريق',
  lead: 'يرى المالكون المال ومفاتيح API. ويدير المديرون الفعاليات. ويُدخل طاقم الباب الضيوف.',
  add: {
    summary: 'إضافة بالمعرّف',
    form: 'إضافة عضو',
    userId: 'المعرّف',
    userIdHint: 'يجده العضو في قائمة حسابه تحت اسمه.',
    add: 'إضافة العضو',
  },
  isNow: {
    OWNER: (who) => `${who}: الدور الآن مالك.`,
    MANAGER: (who) => `${who}: الدور الآن مدير.`,
    STAFF: (who) => `${who}: الدور الآن طاقم الباب.`,
  },
  members: {
    title: 'الأعضاء',
    count: (people) =>
      counted(people, { zero: 'لا أحد', one: 'شخص واحد', two: 'شخصان', few: '# أشخاص', many: '# شخصًا', other: '# شخص' }),
    you: 'أنت',
    showName: 'إظهار اسمي',
    hideName: 'إخفاء اسمي',
    roleOf: (who) => `دور ${who}`,
    leave: 'مغادرة',
    removeMember: (who) => `إزالة ${who}`,
  },
  leaveDialog: {
    title: (calendar) => `مغادرة ${calendar}؟`,
    text: 'ستفقد الوصول إلى هذا التقويم حتى يضيفك أحد المالكين من جديد.',
  },
  removeDialog: { title: (who) => `إزالة ${who}؟`, text: 'يفقد هذا العضو الوصول إلى التقويم مع نقرته التالية.' },
  invite: {
    form: 'دعوة بالبريد',
    placeholder: 'name@example.org',
    hint: 'يعمل الرابط مرة واحدة ولمدة 7 أيام. ومن يدخل بعنوان آخر يحتاج إلى موافقة أحد المالكين.',
    send: 'إرسال الدعوة',
    sent: (email) => `أُرسلت الدعوة إلى \u2068${email}\u2069.`,
  },
  invited: {
    title: 'المدعوون',
    as: { OWNER: 'مالكًا', MANAGER: 'مديرًا', STAFF: 'في طاقم الباب' },
    openedBy: (who) => ['فتحها ', who, ' بعنوان آخر. هل هو المدعوّ؟'],
    openedBySomeone: 'فتحها شخص بعنوان آخر. هل هو المدعوّ؟',
    expired: 'انتهت صلاحية الرابط',
    expires: (fromNow) => `تنتهي صلاحية الرابط ${fromNow}`,
    addThem: 'نعم، إضافة',
    isMember: (email) => `أصبح \u2068${email}\u2069 عضوًا.`,
    resend: 'إعادة إرسال',
    resent: 'أُعيد إرسال الدعوة.',
    withdraw: 'سحب',
    withdrawFor: (email) => `سحب دعوة \u2068${email}\u2069`,
    withdrawn: 'سُحبت الدعوة.',
  },
}
