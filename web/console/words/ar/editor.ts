import type { EditorWords } from '../en/editor.ts'
import { toGuests, datesCounted } from './counted.ts'

export const editor: EditorWords = {
  frame: { tabs: 'أقسام هذه الفعالية', overview: 'نظرة عامة', viewPage: 'عرض الصفحة' },

  title: (event) => `تعديل ${event}`,
  parts: { what: 'التفاصيل', when: 'التاريخ والوقت', where: 'الموقع', registration: 'التسجيل', seen: 'الظهور' },
  preview: 'معاينة',
  unsaved: 'تغييرات غير محفوظة',
  allSaved: 'حُفظت كل التغييرات',
  saved: 'حُفظت التغييرات.',
  publish: 'نشر',
  ticketsAndQuestions: 'التذاكر والأسئلة',

  saving: {
    title: 'حفظ التغييرات',
    saveAndEmail: (guests) => `حفظ وإرسال بريد ${toGuests(guests)}`,
    applyTo: 'التطبيق على',
    apply: { this: 'هذا الموعد فقط', following: 'هذا الموعد وكل ما بعده', all: 'كل مواعيد السلسلة' },
    allHint: 'المواعيد المعدّلة على حدة تحتفظ بتغييراتها.',
    willChange: (dates) => `سيتغير: ${datesCounted(dates)}.`,
    email: (guests) => `إرسال بريد ${toGuests(guests)}`,
    emailHint: 'سيصلهم الوقت والمكان الجديدان.',
  },

  cover: {
    label: 'صورة الغلاف',
    choose: 'اختيار صورة',
    replace: 'اختيار صورة أخرى',
    uploading: 'جارٍ الرفع…',
    uploaded: (width, height, kilobytes) =>
      `\u2068${width} × ${height}\u2069، ${kilobytes} كيلوبايت. حذف المتصفح البيانات الوصفية قبل الرفع.`,
    hint: 'أفلت صورة JPEG أو PNG أو WebP أو الصقها أو اخترها. من دونها نرسم ملصقًا.',
    logoHint: 'أفلت صورة JPEG أو PNG أو WebP أو اخترها. من دونها نعرض الحرف الأول من الاسم.',
    useColour: 'استخدام لونها',
    remove: 'إزالة الصورة',
    linkPreview: 'معاينة الرابط',
  },

  hues: { colour: (degrees) => `اللون ${degrees}°`, automatic: 'تلقائي، من الاسم' },
}
