import type { HomeWords } from '../en/home.ts'
import { number } from './counted.ts'

export const home: HomeWords = {
  greeting: {
    morning: (name) => `おはようございます、${name}さん`,
    afternoon: (name) => `こんにちは、${name}さん`,
    evening: (name) => `こんばんは、${name}さん`,
  },
  lead: {
    nothing: '対応が必要なことはありません。',
    doors: (doors) => `${number(doors)}件のイベントで入場受付中です。`,
    things: (things) => `対応が必要なことが${number(things)}件あります。`,
    both: (doors, things) => `${doors}${things}`,
  },
  needsYou: '対応が必要',
  needs: {
    DOOR_OPEN: {
      text: (guests) => (guests === 0 ? '入場受付中、まだ入場者はいません' : `入場受付中、${number(guests)}名が入場`),
      action: '受付を見る',
      actionFor: (title) => `受付を見る：${title}`,
    },
    APPROVALS: {
      text: (guests) => `${number(guests)}名が承認待ちです`,
      action: '確認する',
      actionFor: (title) => `確認する：${title}`,
    },
    UNPAID: {
      text: (orders) => `${number(orders)}件の注文が未払いです`,
      action: '注文を見る',
      actionFor: (title) => `注文を見る：${title}`,
    },
    INVITATIONS: {
      text: (members) => `新しいメンバー${number(members)}名の確認が必要です`,
      action: 'チームを見る',
      actionFor: (title) => `チームを見る：${title}`,
    },
  },
  card: {
    noEvents: '今後のイベントはありません',
    events: (events) => `今後のイベント${number(events)}件`,
    moreDates: (dates) => `ほか${number(dates)}日程`,
    openCalendar: (calendar) => `${calendar}を開く`,
    newEvent: '新しいイベント',
    newEventIn: (calendar) => `${calendar}に新しいイベントを作成`,
    staff: '当日の受付を担当します。',
  },
  profile: {
    shown: 'チームのメンバーに名前とメールアドレスが表示されます。',
    hidden: 'チームのメンバーにはユーザーIDだけが表示されます。',
  },
}
