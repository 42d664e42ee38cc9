import type { CalendarWords } from '../en/calendar.ts'
import { number } from './counted.ts'

export const calendar: CalendarWords = {
  firstSteps: {
    appName: 'التقويم',
    label: 'الخطوات',
    steps: { calendar: 'تقويمك', event: 'فعاليتك الأولى', share: 'المشاركة' },
    preview: 'معاينة',
    signOut: 'تسجيل الخروج',
  },
  newCalendar: {
    firstTitle: 'إنشاء تقويمك',
    title: 'تقويم جديد',
    lead: 'يضم التقويم فعالياتك. يمكنك تغيير كل هذا لاحقًا.',
    address: 'العنوان',
    addressHint: 'هنا يجد الناس جميع فعالياتك.',
    timeZone: 'المنطقة الزمنية',
    timeZoneHint: 'من هذا الجهاز. ويمكن أن تكون لكل فعالية منطقتها.',
    cover: 'صورة الغلاف',
    coverHint: 'بصيغة JPEG أو PNG أو WebP. يصغّرها المتصفح ويحذف منها الموقع، ويتبعها لون التمييز.',
    visibleTo: 'مرئي لـ',
    public: 'الجميع',
    publicHint: 'يظهر في محركات البحث والخلاصات والقائمة المضمّنة.',
    private: 'فريقك والضيوف المدعوون فقط',
    create: 'إنشاء التقويم',
    free: 'مجانًا، من دون بطاقة.',
    invited: (userId) => ['هل أنت مدعوّ إلى فريق؟ افتح الرابط في البريد، أو أعطِ أحد المالكين معرّفك: ', userId, '.'],
    doorPass: 'هل لديك بطاقة باب؟',
    unnamed: 'تقويمك',
    generatedCover: 'تُولَّد من الاسم حتى تضيف صورة',
    eventsHere: 'ستظهر فعالياتك هنا.',
  },
  zone: {
    named: (city, abbreviation, offset) => `${city} (${abbreviation}، ${offset})`,
    unnamed: (city, offset) => (city === offset ? city : `${city} (${offset})`),
  },
  messages: {
    title: 'الرسائل',
    lead: 'راسل جميع ضيوف فعالية أو بعضهم.',
    list: 'المرسلة والمجدولة',
    empty: 'لا شيء في آخر 30 يومًا',
    emptyText: 'ستظهر هنا رسائلك والتذكيرات التلقائية.',
    sent: (sent) => `أُرسلت: ${number(sent)}`,
    sentAndFailed: (sent, failed) => `أُرسلت: ${number(sent)}، لم تصل: ${number(failed)}`,
    writeTo: 'مراسلة ضيوف…',
    noEvents: 'لا توجد فعاليات قادمة منشورة.',
  },
}
