import type { DoorWords } from '../en/door.ts'
import { number, guestsCounted } from './counted.ts'

export const door: DoorWords = {
  findGuest: 'البحث عن ضيف',
  openKiosk: 'فتح شاشة المدخل',

  progress: {
    inside: 'في الداخل الآن',
    checkedIn: 'دخلوا',
    live: 'مباشر',
    connecting: 'جارٍ الاتصال',
    ofExpected: (count, expected, small) => [count, ' ', small(`من ${expected}`)],
    everyoneIn: 'دخل الجميع',
    toGo: (count) => `لم يصل بعد: ${number(count)}`,
    perMinute: (pace) => `${pace} في الدقيقة`,
    lastGuest: (fromNow) => `بهذه الوتيرة يصل آخر ضيف ${fromNow}`,
  },

  chart: {
    title: 'الدخول كل 5 دقائق',
    label: 'الدخول في الساعة الأخيرة، كل 5 دقائق',
    from: 'من',
    checkIns: 'الدخول',
    bar: (time, guests) => `${time}: ${guestsCounted(guests)}`,
  },

  gates: { title: 'البوابات', none: 'لم يدخل أحد بعد.', noGate: 'بلا بوابة' },

  latest: {
    title: 'آخر الداخلين',
    none: 'لم يدخل أحد في الساعة الأخيرة.',
    time: 'الوقت',
    gate: 'البوابة',
    by: 'عن طريق',
    byYou: 'أنت',
    actions: 'الإجراءات',
    undoOf: (name) => `التراجع عن دخول ${name}`,
    undone: (name) => `أُلغي دخول ${name}.`,
  },

  hours: {
    title: 'أوقات الدخول',
    edit: 'تعديل الأوقات',
    opens: (time) => `يُفتح: ${time}`,
    closes: (time) => `يُغلق: ${time}`,
    opensLabel: 'الفتح',
    closesLabel: 'الإغلاق',
    blankOpens: 'فارغ = قبل الفعالية بأربع ساعات',
    blankCloses: 'فارغ = بعد الفعالية بأربع ساعات',
    save: 'حفظ الأوقات',
    saved: 'حُفظت أوقات الدخول.',
    practice: 'حتى ذلك الحين يمكنك التدرّب على شاشة المدخل. لا يُحسب المسح أثناء التدريب.',
  },

  staff: { title: 'عند الباب', lead: 'افتح شاشة المدخل على الهاتف الذي ستمسح به. دخولك إلى حسابك مسجّل بالفعل.' },

  checkpoints: {
    title: 'نقاط العبور',
    add: 'إضافة نقطة عبور',
    lead: 'أضف نقطة لباب آخر في الداخل، مثل ورشة أو وجبة أو قاعة محدودة الأماكن.',
    admitted: (count) => `المجموع: ${number(count)}`,
  },

  checkpointForm: {
    newTitle: 'نقطة عبور جديدة',
    editTitle: (name) => `تعديل ${name}`,
    mode: 'كم مرة يدخل الضيف نفسه',
    modes: { ONCE: 'مرة واحدة', DAILY: 'مرة في اليوم', IN_OUT: 'من جديد بعد الخروج' },
    inOutHint: 'تُمسح رموز الضيوف عند الخروج أيضًا.',
    capacity: 'السعة',
    blankUnlimited: 'فارغ = بلا حد',
    opens: 'الفتح',
    closes: 'الإغلاق',
    blankAsDoor: 'فارغ = مثل الباب',
    tickets: 'التذاكر المقبولة',
    ticketsHint: 'لا تختر شيئًا لقبول كل التذاكر.',
    create: 'إنشاء نقطة العبور',
    save: 'حفظ نقطة العبور',
    delete: 'حذف نقطة العبور',
    askDelete: (name) => `حذف «${name}»؟`,
    deleteText: 'لن يكون مسح رموز الضيوف ممكنًا هناك. ستتوقف أجهزة نقطة العبور هذه عن العمل.',
  },

  passes: {
    title: 'بطاقات الباب',
    new: 'بطاقة باب جديدة',
    none: 'تفتح بطاقة الباب شاشة المدخل على أيّ هاتف إلى ما بعد الفعالية، من دون حساب.',
    needsPlan: 'يستطيع المساعدون إدخال الضيوف ببطاقة، من دون حساب. ويفتح فريقك شاشة المدخل بتسجيل الدخول.',
    statuses: { ACTIVE: 'فعّالة', EXPIRED: 'منتهية', REVOKED: 'مُبطلة' },
    notUsed: 'لم تُستخدم بعد',
    used: (fromNow) => `استُخدمت ${fromNow}`,
    expires: (time) => `تنتهي: ${time}`,
    revoke: 'إبطال',
    revokeOf: (label) => `إبطال ${label}`,
    askRevoke: (label) => `إبطال «${label}»؟`,
    revokePass: 'إبطال البطاقة',
    revokeMeans: 'تتوقف هذه البطاقة عند المسح التالي.',
  },

  passForm: {
    label: 'التسمية',
    labelExample: 'المتطوعون',
    labelHint: 'تُسجَّل مع كل دخول.',
    gate: 'البوابة',
    hours: 'مدة الصلاحية بالساعات',
    hoursHint: (time) => `اتركها فارغة لتبقى صالحة حتى ${time}، أي ساعتين بعد نهاية الفعالية.`,
    door: 'الباب',
    everyDoor: 'كل الأبواب',
    create: 'إنشاء البطاقة',
  },

  newPass: {
    print: 'طباعة',
    copyLink: 'نسخ الرابط',
    ofLink: 'رابط البطاقة',
    codeOf: (label) => `رمز QR لبطاقة الباب ${label}`,
    scan: (expires) => `امسحه بكاميرا الهاتف لفتح شاشة المدخل من دون حساب. تنتهي البطاقة: ${expires}.`,
    shownOnce: 'نعرضه مرة واحدة فقط. إذا فقدته فأنشئ بطاقة جديدة.',
    onPaper: (expires) => `امسحه بكاميرا الهاتف لفتح شاشة المدخل. تنتهي البطاقة: ${expires}.`,
  },
}
