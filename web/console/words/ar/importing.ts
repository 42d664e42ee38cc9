import type { ImportingWords } from '../en/importing.ts'
import { number, counted, guestsCounted, toGuests } from './counted.ts'

export const importing: ImportingWords = {
  title: 'إضافة ضيوف من ملف',
  file: 'ملف CSV',
  paste: 'أو لصق جدول',
  pasteExample: 'الاسم الأول, اسم العائلة, البريد الإلكتروني\nNora, Lindqvist, nora@example.org',
  chooseAnother: 'اختيار ملف آخر',
  readAs: {
    commas: (encoding) => `قُرئ الملف بترميز \u2068${encoding}\u2069، والأعمدة مفصولة بفواصل.`,
    semicolons: (encoding) => `قُرئ الملف بترميز \u2068${encoding}\u2069، والأعمدة مفصولة بفواصل منقوطة.`,
    tabs: (encoding) => `قُرئ الملف بترميز \u2068${encoding}\u2069، والأعمدة مفصولة بعلامات جدولة.`,
    bars: (encoding) => `قُرئ الملف بترميز \u2068${encoding}\u2069، والأعمدة مفصولة بخطوط عمودية.`,
  },
  checkLetters: 'إذا لم تظهر الحروف العربية أو حروف مثل ö كما يجب، فاحفظ الملف بترميز UTF-8 واختره من جديد.',

  columns: {
    email: 'البريد الإلكتروني',
    firstName: 'الاسم الأول',
    lastName: 'اسم العائلة',
    name: 'الاسم الكامل',
    ticket: 'التذكرة',
  },
  skipColumn: 'تجاهل',
  reason: 'السبب',

  rows: {
    label: 'صفوف الملف',
    column: (index) => `العمود ${index}`,
    row: (index) => `الصف ${index}`,
    fault: (index, fault) => `الصف ${index}: ${fault}`,
    moreFaults: (count) => `وأخرى: ${number(count)}`,
    ticketForOthers: 'التذكرة للصفوف التي لا تذكرها',
  },

  faults: {
    noAddress: 'بلا بريد إلكتروني',
    twice: 'مكرر في الملف',
    noName: 'بلا اسم',
    stopped: 'لم تُجرَّب لأنك أوقفت الإضافة',
    noTicket: (ticket) => `لا تذكرة باسم «${ticket}»`,
  },

  willBeAdded: (guests) => `سيُضاف ${guestsCounted(guests)}`,
  willBeAddedExcept: (added, skipped) => [added, `، صفوف متجاهلة (${number(skipped)}):`],
  emailing: {
    ask: 'هل نرسل بريدًا إلى هؤلاء الضيوف؟',
    no: 'لا، أضفهم فقط',
    noHint: (resend) =>
      `نرسل بريدًا فقط إلى من عليهم طلب غير مدفوع، لأن مهلته تنتهي. يمكنك إرسال التذاكر لاحقًا: حدّد الضيوف واختر «${resend}».`,
    yes: 'نعم، أرسل إليهم تذاكرهم',
    yesHint: 'يصل بريد إلى كل ضيف فورًا.',
  },

  add: 'إضافة',
  addOnly: (guests) =>
    counted(guests, {
      zero: 'إضافة 0 ضيف',
      one: 'إضافة ضيف واحد',
      two: 'إضافة ضيفين',
      few: 'إضافة # ضيوف',
      many: 'إضافة # ضيفًا',
      other: 'إضافة # ضيف',
    }),
  addAndEmail: (guests) => `إضافة وإرسال بريد ${toGuests(guests)}`,
  running: { doing: 'جارٍ الإضافة', progress: (done, total) => `جارٍ الإضافة: ${done} من ${total}` },
  added: (guests) => `أُضيف ${guestsCounted(guests)}.`,
  addedExcept: (guests, rowCount, open) =>
    `أُضيف ${guestsCounted(guests)}، صفوف لم تُضف: ${number(rowCount)}. لمعرفة السبب اختر «${open}».`,

  result: {
    title: (guests) => `أُضيف ${guestsCounted(guests)}`,
    allEmailed: 'نرسل الآن التذاكر إلى الجميع بالبريد.',
    noneEmailed: 'نرسل بريدًا فقط إلى من عليهم طلب غير مدفوع.',
    notAdded: (people) => `صفوف لم تُضف (${number(people)}):`,
    list: 'لم تُضف',
    download: 'تنزيل هذه الصفوف',
  },

  inviting: {
    title: 'دعوة أشخاص',
    addresses: 'عناوين البريد',
    addressesExample: 'nora@example.org\nBen Carter <ben@example.org>',
    found: (addresses) => `العناوين التي وجدناها: ${number(addresses)}. الصقها بأيّ صيغة.`,
    file: 'أو ملف CSV',
    message: 'رسالتك',
    showPreview: 'معاينة البريد',
    hidePreview: 'إخفاء المعاينة',
    send: (invitations) => `إرسال الدعوات (${number(invitations)})`,
    done: (people) => `أُرسلت الدعوات: ${number(people)}`,
    results: {
      invited: (count) => `مدعوون: ${number(count)}`,
      alreadyRegistered: (count) => `مسجّلون من قبل: ${number(count)}`,
      unsubscribed: (count) => `ألغوا اشتراكهم في رسائل هذا التقويم: ${number(count)}`,
      declined: (count) => `اعتذروا عن هذه الفعالية من قبل: ${number(count)}`,
      invalid: (count) => `غير صالحة: ${number(count)}`,
    },
  },
}
