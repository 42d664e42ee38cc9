import type { GuestsWords } from '../en/guests.ts'
import { number, counted, toGuests } from './counted.ts'

export const guests: GuestsWords = {
  papers: {
    menu: 'الطباعة والتصدير',
    csv: 'تنزيل CSV',
    printList: 'طباعة القائمة',
    printBadges: 'طباعة بطاقات الأسماء',
    arrived: 'وصل',
  },

  add: {
    menu: 'إضافة ضيوف',
    one: 'إضافة ضيف واحد',
    fromFile: 'إضافة من ملف',
    invite: 'دعوة بالبريد',
    title: 'إضافة ضيف',
    emailHint: 'تصل التذكرة بالبريد فورًا.',
    action: 'إضافة الضيف',
    added: (name) => `تمت إضافة ${name}.`,
  },

  filters: {
    status: 'حالة الضيف',
    needsApproval: 'بانتظار الموافقة',
    ticket: (name, count) => `${name} (${count})`,
    answer: 'الإجابة',
    answerTo: (question, answer) => `${question}: ${answer}`,
    newestFirst: 'الأحدث أولًا',
  },

  list: {
    search: 'الاسم أو البريد أو الرمز',
    registered: 'التسجيل',
    noMatches: 'لا نتائج',
    noMatchesText: 'لا ضيف في هذه الفعالية يطابق البحث وعوامل التصفية.',
    none: 'لا تسجيلات بعد',
    noneText: 'يظهر الضيوف هنا بعد لحظات من تسجيلهم.',
    noneInDraft: 'يمكن التسجيل بعد نشر الفعالية.',
    share: 'مشاركة الفعالية',
    position: (position, total) => `${position} من ${total}`,
  },

  selection: {
    label: 'التحديد',
    count: (count) => `المحدّد: ${number(count)}`,
    approve: (count) => `قبول ${number(count)}`,
    decline: (count) => `رفض ${number(count)}`,
    more: 'إجراءات أخرى للمحدّدين',
    resend: 'إعادة إرسال بريدهم',
    cancel: 'إلغاء التسجيلات…',
    selectFirst: (count) => `تحديد أول ${number(count)}`,
    selectAll: (count) => `تحديد الكل (${number(count)})`,
    clear: 'إلغاء التحديد',
  },

  running: {
    failed: (count) => `فشل: ${number(count)}`,
    mayLeave: 'يمكنك مغادرة هذه الصفحة',
    waiting: 'بانتظار الخدمة، ثم نتابع',
    paused: 'متوقف مؤقتًا',
    pause: 'إيقاف مؤقت',
    resume: 'متابعة',
    stop: 'إيقاف',
  },

  acts: {
    approve: {
      doing: 'جارٍ القبول',
      progress: (done, total) => `جارٍ القبول: ${done} من ${total}`,
      done: (count) => `تم القبول: ${number(count)}.`,
      doneExcept: (count, failed) => `تم القبول: ${number(count)}، فشل: ${number(failed)}.`,
    },
    reject: {
      doing: 'جارٍ الرفض',
      progress: (done, total) => `جارٍ الرفض: ${done} من ${total}`,
      done: (count) => `تم الرفض: ${number(count)}.`,
      doneExcept: (count, failed) => `تم الرفض: ${number(count)}، فشل: ${number(failed)}.`,
    },
    resend: {
      doing: 'جارٍ إعادة الإرسال',
      progress: (done, total) => `جارٍ إعادة الإرسال: ${done} من ${total}`,
      done: (count) => `أُعيد الإرسال: ${number(count)}.`,
      doneExcept: (count, failed) => `أُعيد الإرسال: ${number(count)}، فشل: ${number(failed)}.`,
    },
    cancel: {
      doing: 'جارٍ الإلغاء',
      progress: (done, total) => `جارٍ الإلغاء: ${done} من ${total}`,
      done: (count) => `تم الإلغاء: ${number(count)}.`,
      doneExcept: (count, failed) => `تم الإلغاء: ${number(count)}، فشل: ${number(failed)}.`,
    },
  },

  declining: {
    ask: (name) => `رفض ${name}؟`,
    askMany: (count) => `رفض ${declined(count)}؟`,
    means: 'نرسل بريدًا بعدم قبول التسجيل. يمكنك التراجع خلال 10 ثوانٍ.',
    message: 'الرسالة',
    messageHint: 'تظهر رسالتك في البريد.',
    tooLong: (characters) => `الحد الأقصى للأحرف: ${number(characters)}.`,
    keep: 'من دون رفض',
    action: 'رفض',
    started: (name) => `سيُرفض ${name} بعد 10 ثوانٍ.`,
    startedMany: (count) => `سيبدأ رفض ${declined(count)} بعد 10 ثوانٍ.`,
    undo: 'التراجع عن الرفض',
    state: 'قيد الرفض',
  },

  approving: {
    ask: (count) =>
      counted(count, {
        zero: 'قبول الضيوف؟',
        one: 'قبول ضيف واحد؟',
        two: 'قبول ضيفين؟',
        few: 'قبول # ضيوف؟',
        many: 'قبول # ضيفًا؟',
        other: 'قبول # ضيف؟',
      }),
  },

  quoted: {
    emails: (count) =>
      counted(count, {
        zero: 'لا يصل بريد إلى أي عنوان.',
        one: 'يصل بريد إلى عنوان واحد.',
        two: 'يصل بريد إلى عنوانين.',
        few: 'يصل بريد إلى # عناوين.',
        many: 'يصل بريد إلى # عنوانًا.',
        other: 'يصل بريد إلى # عنوان.',
      }),
    orders: (sum) => `طلبات جديدة تستحق الدفع: ${sum}.`,
  },

  cancelling: {
    ask: (count) =>
      counted(count, {
        zero: 'إلغاء التسجيلات؟',
        one: 'إلغاء تسجيل واحد؟',
        two: 'إلغاء تسجيلين؟',
        few: 'إلغاء # تسجيلات؟',
        many: 'إلغاء # تسجيلًا؟',
        other: 'إلغاء # تسجيل؟',
      }),
    action: (count) => `إلغاء وإرسال بريد ${toGuests(count)}`,
    keep: 'الإبقاء عليها',
    means: 'تصبح أماكنهم متاحة. لا يردّ ذلك أيّ مبالغ مدفوعة.',
  },

  names: {
    erased: 'بيانات ممحوّة',
    erasedBelow: 'مُحيت البيانات الشخصية',
    noAddress: 'بلا عنوان',
    missing: 'الاسم ناقص',
    via: (email) => `عبر \u2068${email}\u2069`,
    noReply: 'لم يردّ بعد',
  },
}

/** Completes "رفض …". */
function declined(count: number) {
  return counted(count, {
    zero: '0 ضيف',
    one: 'ضيف واحد',
    two: 'ضيفين',
    few: '# ضيوف',
    many: '# ضيفًا',
    other: '# ضيف',
  })
}
