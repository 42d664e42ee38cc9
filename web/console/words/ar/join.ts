import type { JoinWords } from '../en/join.ts'

export const join: JoinWords = {
  title: 'دعوة',
  join: {
    title: (calendar) => `الانضمام إلى ${calendar}`,
    invitedBy: {
      OWNER: (who, calendar) => `تلقّيت دعوة من ${who} للمشاركة في إدارة ${calendar} بدور مالك.`,
      MANAGER: (who, calendar) => `تلقّيت دعوة من ${who} للمشاركة في إدارة ${calendar} بدور مدير.`,
      STAFF: (who, calendar) => `تلقّيت دعوة من ${who} للمساعدة في ${calendar} ضمن طاقم الباب.`,
    },
    invited: {
      OWNER: (calendar) => `تلقّيت دعوة للمشاركة في إدارة ${calendar} بدور مالك.`,
      MANAGER: (calendar) => `تلقّيت دعوة للمشاركة في إدارة ${calendar} بدور مدير.`,
      STAFF: (calendar) => `تلقّيت دعوة للمساعدة في ${calendar} ضمن طاقم الباب.`,
    },
    may: {
      OWNER: 'يستطيع المالكون فعل كل شيء، بما في ذلك إدارة المال والفريق ومفاتيح API.',
      MANAGER: 'ينظّم المديرون الفعاليات ويعتنون بالضيوف.',
      STAFF: 'يرى طاقم الباب الضيوف ويسجّل دخولهم.',
    },
    text: (email) => `الدعوة موجّهة إلى \u2068${email}\u2069. سيرى المالكون اسمك وبريدك الإلكتروني.`,
    joinAs: { OWNER: 'الانضمام مالكًا', MANAGER: 'الانضمام مديرًا', STAFF: 'الانضمام إلى طاقم الباب' },
  },
  waiting: {
    title: 'بانتظار أحد المالكين',
    text: (name, email, calendar) =>
      `دخولك مسجّل باسم ${name}، والدعوة موجّهة إلى \u2068${email}\u2069. ستصبح عضوًا عندما يؤكّد أحد مالكي ${calendar} أنك المقصود.`,
  },
  expired: { title: 'انتهت صلاحية هذه الدعوة', text: 'تعمل الدعوة مرة واحدة ولسبعة أيام. اطلب دعوة جديدة.' },
}
