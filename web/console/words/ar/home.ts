import type { HomeWords } from '../en/home.ts'
import { number, counted, guestsCounted, ordersCounted } from './counted.ts'

export const home: HomeWords = {
  greeting: {
    morning: (name) => `صباح الخير، ${name}`,
    afternoon: (name) => `مرحبًا، ${name}`,
    evening: (name) => `مساء الخير، ${name}`,
  },
  lead: {
    nothing: 'لا شيء بانتظارك الآن.',
    doors: (doors) =>
      counted(doors, {
        zero: 'لا باب مفتوحًا الآن.',
        one: 'الدخول مفتوح في فعالية واحدة.',
        two: 'الدخول مفتوح في فعاليتين.',
        few: 'الدخول مفتوح في # فعاليات.',
        many: 'الدخول مفتوح في # فعالية.',
        other: 'الدخول مفتوح في # فعالية.',
      }),
    things: (things) =>
      counted(things, {
        zero: 'لا شيء بانتظارك.',
        one: 'أمر واحد بانتظارك.',
        two: 'أمران بانتظارك.',
        few: '# أمور بانتظارك.',
        many: '# أمرًا بانتظارك.',
        other: '# أمر بانتظارك.',
      }),
    both: (doors, things) => `${doors} ${things}`,
  },
  needsYou: 'بانتظارك',
  needs: {
    DOOR_OPEN: {
      text: (guests) =>
        guests === 0 ? 'الدخول مفتوح، ولم يدخل أحد بعد' : `الدخول مفتوح، وفي الداخل ${guestsCounted(guests)}`,
      action: 'عرض الباب',
      actionFor: (title) => `عرض الباب: ${title}`,
    },
    APPROVALS: {
      text: (guests) => `بانتظار موافقتك: ${guestsCounted(guests)}`,
      action: 'مراجعة',
      actionFor: (title) => `مراجعة: ${title}`,
    },
    UNPAID: {
      text: (orders) => `لم يُدفع بعد: ${ordersCounted(orders)}`,
      action: 'عرض الطلبات',
      actionFor: (title) => `عرض الطلبات: ${title}`,
    },
    INVITATIONS: {
      text: (members) => `أعضاء جدد بانتظار تأكيدك: ${number(members)}`,
      action: 'عرض الفريق',
      actionFor: (title) => `عرض الفريق: ${title}`,
    },
  },
  card: {
    noEvents: 'لا فعاليات قادمة',
    events: (events) => `الفعاليات القادمة: ${number(events)}`,
    moreDates: (dates) => `مواعيد أخرى: ${number(dates)}`,
    openCalendar: (calendar) => `فتح ${calendar}`,
    newEvent: 'فعالية جديدة',
    newEventIn: (calendar) => `فعالية جديدة في ${calendar}`,
    staff: 'تُدخل الضيوف عند الباب.',
  },
  profile: { shown: 'ترى فِرقك اسمك وبريدك الإلكتروني.', hidden: 'ترى فِرقك معرّفك فقط.' },
}
