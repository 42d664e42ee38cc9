import type { OperatorWords } from '../en/operator.ts'
import { counted, eventsCounted } from './counted.ts'

export const operator: OperatorWords = {
  title: 'كل التقاويم',
  lead: 'أنت مشغّل هذه الخدمة. حدّد الخطط، وعلّق التقاويم التي تسيء استخدامها.',
  search: 'البحث بالاسم أو العنوان',
  onlySuspended: 'التقاويم المعلّقة فقط',
  none: 'لا تقويم يطابق البحث',
  about: (address, events, members) => [address, ' · ', events, ' · ', members],
  events: eventsCounted,
  members: (count) =>
    counted(count, {
      zero: 'لا أعضاء',
      one: 'عضو واحد',
      two: 'عضوان',
      few: '# أعضاء',
      many: '# عضوًا',
      other: '# عضو',
    }),
  planOf: (calendar) => `خطة ${calendar}`,
  planSet: {
    FREE: (calendar) => `خطة ${calendar} الآن هي Free.`,
    PLUS: (calendar) => `خطة ${calendar} الآن هي Plus.`,
    PRO: (calendar) => `خطة ${calendar} الآن هي Pro.`,
    ENTERPRISE: (calendar) => `خطة ${calendar} الآن هي Enterprise.`,
  },
  suspended: (reason) => `معلّق: ${reason}`,
  erased: (fromNow) => `يُحذف ${fromNow}`,
  suspend: 'تعليق…',
  suspendNamed: (calendar) => `تعليق ${calendar}`,
  reinstate: 'إلغاء التعليق',
  reinstateNamed: (calendar) => `إلغاء تعليق ${calendar}`,
  reinstated: (calendar) => `عاد ${calendar} متاحًا للعموم.`,
  suspendDialog: {
    title: (calendar) => `تعليق ${calendar}؟`,
    text: 'لا يظهر للعموم، ولا يرسل بريدًا ولا Webhooks، ولا يمكن لأحد تغييره. وتبقى روابط الضيوف واسترداد المبالغ والدخول تعمل.',
    reason: 'السبب، لأعضائه',
    suspend: 'تعليق التقويم',
    done: (calendar) => `عُلّق ${calendar}.`,
  },
  previous: 'السابق',
  next: 'التالي',

  plans: {
    title: 'الخطط',
    lead: 'ما تتضمنه كل خطة. لكل تقويم خطة واحدة.',
    ask: 'لتغيير خطة تقويم، راسل مشغّل هذه الخدمة واذكر عنوان التقويم.',
    yours: (calendar, plan) => ['خطة ', calendar, ' هي ', plan, '.'],
    includes: {
      FREE: [
        'الفعاليات والسلاسل والتذاكر والتسجيل وقوائم الانتظار',
        'الرسائل والتذكيرات والإحصاءات',
        'تسجيل الدخول بشاشة المدخل لأعضاء فريقك',
        'ملف ZIP واحد فيه كل شيء، في أيّ وقت',
      ],
      PLUS: [
        'كل ما في Free',
        'خلاصة للتقويم وقائمة مضمّنة لموقعك',
        'Webhooks',
        'تصدير مجدول بالبريد',
        'المزيد من الفعاليات والضيوف والرسائل',
      ],
      PRO: [
        'كل ما في Plus',
        'مفاتيح API وسجل تسليم Webhooks',
        'بطاقات باب للمساعدين من دون حساب',
        'البحث عن الضيوف بجزء من الاسم',
        'أعلى الحدود للفعاليات والضيوف والرسائل',
      ],
    },
  },
}
