import type { GuestSheetWords } from '../en/guest-sheet.ts'

export const guestSheet: GuestSheetWords = {
  approve: 'قبول',
  decline: 'رفض',
  resend: 'إعادة إرسال',
  transfer: 'نقل',
  moreFor: (name) => `إجراءات أخرى: ${name}`,
  resendEmail: 'إعادة إرسال البريد',
  renewLinks: 'تجديد الروابط',
  erase: 'محو…',
  codeOf: (name) => `رمز QR: ${name}`,
  answers: 'الإجابات',

  moves: {
    CONFIRMED: 'تأكيد',
    CHECKED_IN: 'إدخال يدوي',
    WAITLISTED: 'نقل إلى قائمة الانتظار',
    DECLINED: 'رفض',
    CANCELLED: 'إلغاء التسجيل',
  },
  moved: {
    CONFIRMED: (name) => `${name}: تم التأكيد.`,
    CHECKED_IN: (name) => `${name}: تم الدخول.`,
    WAITLISTED: (name) => `${name}: قائمة الانتظار.`,
    DECLINED: (name) => `${name}: تم الرفض.`,
    CANCELLED: (name) => `${name}: تم الإلغاء.`,
  },
  approved: (name) => `${name}: تم القبول.`,
  declined: (name) => `${name}: تم الرفض.`,
  resent: (name) => `نعيد الآن إرسال البريد إلى ${name}.`,
  renewed: (name) => `${name}: جُدّدت الروابط.`,

  history: { title: 'السجل', none: 'لا تغييرات في آخر 30 يومًا.' },

  mails: {
    title: 'رسائل البريد',
    none: 'لا رسائل بعد.',
    mail: (kind, status) => `${kind}، ${status}`,
    statuses: {
      sent: 'أُرسلت',
      pending: 'في الطريق',
      retrying: 'إعادة المحاولة',
      failed: 'لم تصل',
      cancelled: 'لم تُرسل',
    },
    kinds: {
      confirmation: 'تأكيد',
      promoted: 'توفّر مكان',
      'transfer.received': 'استلام مكان',
      'transfer.sent': 'نقل مكان',
      pending: 'استلام التسجيل',
      waitlisted: 'قائمة الانتظار',
      offered: 'عرض مكان',
      refusal: 'رفض التسجيل',
      cancelled: 'إلغاء التسجيل',
      withdrawn: 'إلغاء من الضيف',
      'reply.kept': 'استلام ردّ من التقويم',
      invitation: 'دعوة',
      'event.cancelled': 'إلغاء الفعالية',
      'event.changed': 'تغيير الفعالية',
      'address-changed': 'تغيير العنوان',
      announcement: 'إعلان',
      reminder: 'تذكير',
      refund: 'استرداد',
      registrations: 'التسجيلات',
      verification: 'التحقّق من البريد',
      party: 'مجموعة',
    },
  },

  party: {
    title: (guests) => `سجّلوا معًا، ${guests}`,
    list: 'سجّلوا معًا',
    buyerErased: 'مُحيت بيانات من سجّلهم.',
    registeredBy: (name, email) => ['سجّلهم: ', name, '، ', email],
    registeredByWithEmails: (name, email) => [
      'سجّلهم: ',
      name,
      '، ',
      email,
      '. تصل الرسائل إلى هناك لأن هذا الضيف بلا عنوان خاص به.',
    ],
    editBuyer: 'تعديل المشتري',
  },

  edit: {
    title: (name) => `تعديل ${name}`,
    guestMoved: 'يصل رمز ورابط جديدان إلى العنوان الجديد. ويتوقف القديمان فورًا.',
    buyerLead: 'هذا الاسم يظهر على المجموعة وطلبها. إذا كان المشتري ضيفًا أيضًا فعدّل اسم ذلك الضيف على حدة.',
    buyerMoved:
      'إذا بقي أحد من المجموعة مسجّلًا، نرسل إلى العنوان الجديد رابطًا جديدًا للمجموعة. يتوقف الرابط القديم فورًا، وكذلك رموز وروابط الضيوف الذين يستخدمون عنوان المشتري: تصل رسائلهم من الآن إلى العنوان الجديد. وإذا كان المشتري ضيفًا أيضًا فيتغير عنوان ذلك الضيف كذلك.',
    ticketLeft: (ticket, left) => `${ticket} (المتبقي: ${left})`,
    ticketFull: (ticket) => `${ticket} (نفدت)`,
    ticketMoved: 'تصل إلى الضيف رسالة بالتذكرة الجديدة. ويبقى الرمز صالحًا. ولا يُحصَّل أو يُردّ أي مبلغ الآن.',
    samePriceOnly: 'التذاكر ذات السعر نفسه فقط، لأن طلب الضيف بهذا السعر.',
    save: 'حفظ البيانات',
    saveAndEmail: 'حفظ وإرسال بريد',
    saved: 'حُفظت البيانات.',
  },

  transferring: {
    title: (name) => `نقل مكان ${name}`,
    lead: 'تنتقل التذكرة والطلب والمكان إلى شخص آخر. يتوقف الرمز القديم ويصل بريد إلى الشخصين.',
    name: 'اسم الشخص الآخر',
    email: 'بريده الإلكتروني',
    action: 'نقل وإرسال بريد إلى الاثنين',
    done: (name) => `نُقل مكان ${name}. نرسل الآن بريدًا إلى الشخصين.`,
  },

  erasing: {
    ask: (name) => `محو ${name}؟`,
    action: 'محو نهائي',
    means:
      'نمحو الأسماء والعنوان والإجابات والرمز، ومن الطلبات والرسائل والملفات المصدّرة أيضًا. ويذهب المكان إلى الأول في قائمة الانتظار. لا يمكن التراجع عن ذلك.',
    done: 'مُحي الضيف وجميع بياناته الشخصية.',
  },
}
